import { describe, expect, it } from 'vitest';
import { dayInt, daysAgo, now, rows, sha1 } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { currentLists, noEvidence, ofMany } from '#test/server/evidence-collection.ts';

const service = useTestService({ rows, now });

const info = async (ip: string, query = '') => {
  const { response } = await service.get(`/explore/ipv4/ipv4info/${ip}${query}`);
  return response.ip2asn[0];
};
const info6 = async (ip: string, query = '') =>
  (await service.get(`/explore/ipv6/ipv6info/${ip}${query}`)).response.ip2asn[0];

const stated = (kind: string): unknown => expect.objectContaining({ kind, source: 'facts', subject: '192.0.2.10' });
const scored = (ip: string, sp_risk_score: number, sp_risk_score_decider: string) => ({
  ip,
  sp_risk_score,
  sp_risk_score_explain: { sp_risk_score_decider },
  verdict: 'scored',
  checked: expect.arrayContaining(['listing_score', 'asn_reputation_score']) as unknown,
  asn: expect.any(Number) as unknown,
  asname: expect.any(String) as unknown,
  country_code: expect.any(String) as unknown,
});

describe('ipv4Info', () => {
  it('answers the whole record', async () => {
    expect(await info('192.0.2.10')).toEqual({
      ip: '192.0.2.10',
      date: dayInt(0),
      asn: 64500,
      asname: 'ACME Acme Networks',
      asn_allocation_age: 1000,
      asn_allocation_date: dayInt(1000),
      asn_listing_score: 0,
      range_listing_score: 0,
      asn_rank: 0,
      asn_rank_score: 0,
      asn_reputation: 5,
      asn_reputation_score: 1,
      asn_takedown_reputation: 7,
      asn_takedown_reputation_score: 1,
      subnet: '192.0.2.0/24',
      subnet_allocation_age: 700,
      subnet_allocation_date: dayInt(700),
      subnet_reputation: 0,
      subnet_reputation_score: 0,
      density: 3,
      ip_reputation: 0,
      ip_reputation_score: 0,
      benign_info: { actor: '', known_benign: false, tags: [] },
      sinkhole_info: { known_sinkhole_ip: false, tags: [] },
      ip_is_dsl_dynamic: true,
      ip_is_dsl_dynamic_score: 100,
      ip_is_tor_exit_node: true,
      ip_location: {
        continent_code: 'EU',
        continent_name: 'Europe',
        country_code: 'NL',
        country_name: 'Netherlands',
        country_is_in_european_union: true,
      },
      ip_ptr: 'host.acme.example',
      listing_score: 0,
      malscore: 0,
      sp_risk_score: 1,
      verdict: 'scored',
      checked: expect.arrayContaining(['listing_score', 'malscore']),
      ...noEvidence.address,
      ...currentLists('list-a'),
      facts: ['dsl_dynamic', 'ipfs_node', 'ptr', 'tor_exit'].map(stated),
    });
  });

  it('scores listings of the address and of its neighbourhood', async () => {
    expect(await info('203.0.113.66')).toMatchObject({
      asn: 64501,
      asn_allocation_age: 'UNKNOWN',
      asn_allocation_date: 'UNKNOWN',
      subnet_allocation_age: 'UNKNOWN',
      asn_rank: 60,
      asn_rank_score: 12,
      asn_reputation_score: 8,
      asn_takedown_reputation_score: 10,
      subnet_reputation_score: 39,
      listing_score: 90,
      malscore: 80,
      sp_risk_score: 90,
    });
  });

  it.each([
    [
      'a malware listing of a name that points to it',
      '192.0.2.12',
      { listing_score: 0, malscore: 68, sp_risk_score: 68 },
    ],
    ['no listing of a name that pointed to it 40 days ago', '192.0.2.13', { malscore: 0 }],
    ['a listed name in a crowd of names', '192.0.2.99', { density: 230, malscore: 4 }],
    ['the PTR of the facts when none was observed', '192.0.2.11', { ip_ptr: 'from-facts.acme.example' }],
  ])('knows %s', async (_, ip, expected) => {
    expect(await info(ip)).toMatchObject(expected);
  });

  it('explains every score with explain=1, and only then', async () => {
    expect(Object.keys(await info('203.0.113.66')).filter((field) => field.endsWith('_explain'))).toEqual([]);
    expect(await info('203.0.113.66', '?explain=1')).toMatchObject({
      asn_reputation_explain: { ips_in_asn: 256, ips_num_active: 8, ips_num_listed: 4 },
      asn_takedown_reputation_explain: {
        ips_in_asn: 256,
        ips_num_listed: 4,
        items_num_listed: 12,
        listings_max_age: 400,
      },
      listing_score_explain: {
        listed_first: dayInt(200),
        listed_first_ago: 200,
        listed_recent: dayInt(2),
        listed_recent_ago: 2,
        listed_span: 198,
        listings_all: 3,
        listings_last_7: 1,
        listings_last_30: 2,
        listings_last_90: 2,
        listings_last_180: 3,
        listings_last_365: 3,
      },
      sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' },
      subnet_reputation_explain: { ips_in_subnet: 256, ips_num_active: 8, ips_num_listed: 6 },
    });
  });

  it('explains what nothing is listed against by its size alone', async () => {
    expect(await info('198.51.100.9', '?explain=1')).toMatchObject({
      asn_reputation_explain: { ips_in_asn: 256, ips_num_active: 0, ips_num_listed: 0 },
      asn_takedown_reputation_explain: {},
      listing_score_explain: {},
    });
  });

  it.each([
    // the listing of a known benign address counts in no score, that of a sinkhole in no overall score
    ['203.0.113.20', 'known_benign', 0, { benign_info: { actor: 'Survey', known_benign: true, tags: ['scanner'] } }],
    ['203.0.113.21', 'known_sinkhole_ip', 80, { sinkhole_info: { known_sinkhole_ip: true, tags: ['cert'] } }],
  ])('gives %s no risk: %s', async (ip, decider, listing_score, facts) => {
    const record = await info(ip, '?explain=1');
    expect(record).toMatchObject({ ...facts, listing_score, sp_risk_score: 0 });
    expect(record.sp_risk_score_explain).toEqual({ sp_risk_score_decider: decider });
  });

  it('shows certificates and JARM with scan_data=1, newest first', async () => {
    expect(await info('192.0.2.10')).not.toHaveProperty('scan_data');
    expect((await info('192.0.2.10', '?scan_data=1')).scan_data).toEqual({
      certificates: [
        { fingerprint_sha1: sha1.valid, fingerprint_sha256: '0'.repeat(64), scan_date: dayInt(3) },
        { fingerprint_sha1: sha1.expired, fingerprint_sha256: '0'.repeat(64), scan_date: dayInt(90) },
      ],
      jarm: [
        { first_seen: dayInt(50), jarm_hash: 'd'.repeat(62), last_seen: dayInt(2), server_banner: null },
        { first_seen: dayInt(90), jarm_hash: 'b'.repeat(62), last_seen: dayInt(60), server_banner: 'nginx/1.2' },
      ],
    });
    expect((await info('203.0.113.66', '?scan_data=1')).scan_data).toEqual({ certificates: [], jarm: [] });
  });

  it.each([
    ['asn', { ip: '203.0.113.66', asn: 64501 }],
    ['asname', { ip: '203.0.113.66', asname: 'BULLET Bulletproof Hosting' }],
    ['sp_risk_score', { ip: '203.0.113.66', sp_risk_score: 90 }],
  ])('holds only ip and %s with sparse, whatever else is asked', async (element, record) => {
    expect(await info('203.0.113.66', `?sparse=${element}&explain=1&scan_data=1`)).toEqual(record);
  });

  it('keeps not found, observed without an origin, and listed without an origin apart', async () => {
    expect(await info('198.18.0.6', '?explain=1&scan_data=1')).toEqual({ ip: '198.18.0.6', error: 'Not found' });
    expect(await info('198.18.0.6', '?sparse=asn')).toEqual({ ip: '198.18.0.6', error: 'Not found' });
    expect(await info('198.18.0.5')).toMatchObject({ asn: 0, asname: '', subnet: '', density: 1, sp_risk_score: 0 });
    expect(await info('198.18.0.7')).toMatchObject({ asn: 0, density: 0, listing_score: 80, sp_risk_score: 80 });
  });

  it.each([
    ['999.1.1.1', 'its first number, 999, is not between 0 and 255'],
    ['010.1.1.1', 'Did you mean 10.1.1.1?'],
    ['1.2.3', 'three numbers|has 3 numbers'],
    ['3405803786', 'If it means 203.0.113.10, send it that way.'],
    ['0xcb00710a', 'If it means 203.0.113.10, send it that way.'],
    ['8.8.8%5B.%5D8', 'is understood as 8.8.8.8'],
    ['2001:db8::1', 'ask GET /explore/ipv6/ipv6info/{ipv6} for 2001:db8::1'],
    ['::ffff:192.0.2.1', 'is understood as 192.0.2.1'],
    ['192.0.2.0%2F24', 'is a subnet'],
    ['acme.example', 'is a name'],
    ['?', 'is not an address'],
  ])('refuses %s and says why', async (text, reason) => {
    const { status, body } = await service.get(`/explore/ipv4/ipv4info/${text === '?' ? '%3F' : text}`);
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({ parameter: 'ipv4', message: expect.stringMatching(escaped(reason)) });
  });
});

function escaped(text: string): RegExp {
  return new RegExp(
    text
      .split('|')
      .map((part) => part.replace(/[.*+?^${}()[\]\\]/g, '\\$&'))
      .join('|'),
  );
}

describe('ipv4RiskScore', () => {
  it('is the score of the record', async () => {
    const { response } = await service.get('/explore/ipv4/riskscore/203.0.113.66');
    expect(response).toEqual({ ip2asn: [scored('203.0.113.66', 90, 'listing_score')] });
    expect(response.ip2asn[0]).toMatchObject({ asn: 64501, asname: 'BULLET Bulletproof Hosting', country_code: 'US' });
  });

  it('refuses what is not an address', async () => {
    const { body } = await service.get('/explore/ipv4/riskscore/2001:db8::1');
    expect(body['error']).toMatchObject({ message: expect.stringContaining('/explore/ipv6/riskscore/{ipv6}') });
  });
});

describe('ipv4RiskScoreBulk', () => {
  it('answers a plain array, one score for every address asked', async () => {
    const ips = ['203.0.113.66', '198.18.0.6', '192.0.2.10', '203.0.113.66', '192.0.2.99'];
    const { response } = await service.post('/explore/bulk/ipv4/riskscore', { ips });
    expect(response).toEqual([
      scored('203.0.113.66', 90, 'listing_score'),
      { ip: '198.18.0.6', error: 'Not found' },
      scored('192.0.2.10', 1, 'asn_reputation_score'),
      scored('203.0.113.66', 90, 'listing_score'),
      scored('192.0.2.99', 4, 'malscore'),
    ]);
  });
});

it.each([
  ['192.0.2.256', "item 2 of ips: '192.0.2.256' is not an address"],
  ['2001:db8::1', 'ask POST /explore/bulk/ipv6/riskscore for 2001:db8::1'],
])('ipv4RiskScoreBulk says in the record of %s what is wrong with it', async (ip, reason) => {
  const { response } = await service.post('/explore/bulk/ipv4/riskscore', { ips: ['192.0.2.10', ip] });
  expect(response).toEqual([
    expect.objectContaining({ ip: '192.0.2.10', sp_risk_score: 1 }),
    { ip, error: expect.stringContaining(reason) },
  ]);
});

describe('ipv4InfoBulk', () => {
  it('answers the records of ipv4Info without listing_score and sp_risk_score', async () => {
    const ips = ['203.0.113.66', '198.18.0.6', '192.0.2.10'];
    const { response } = await service.post('/explore/bulk/ip2asn/ipv4', { ips });
    const single = await Promise.all(ips.map((ip) => info(ip)));
    expect(response.ip2asn).toEqual(
      single.map(({ listing_score: _listing, sp_risk_score: _risk, ...record }) => ofMany(record)),
    );
    expect(response.ip2asn[0]).toHaveProperty('malscore', 80);
    expect(response.ip2asn[1]).toEqual({ ip: '198.18.0.6', error: 'Not found' });
  });
});

describe('ipv4History', () => {
  const history = async (query = '') => {
    const { response } = await service.get(`/explore/ip2asn/history/ipv4/203.0.113.66${query}`);
    return response.records;
  };
  const span = (asn: number, first: number, last: number, subnet: string) => ({
    asn,
    asname: { 64500: 'ACME Acme Networks', 64501: 'BULLET Bulletproof Hosting', 64502: 'Quiet Käse Hosting' }[asn],
    first: daysAgo(first),
    last: daysAgo(last),
    subnet,
  });

  it('answers the spans that meet 90 days, newest first and whole, of the longest prefix and then of the newest', async () => {
    expect(await history()).toEqual([
      span(64501, 14, 0, '203.0.113.0/24'),
      span(64502, 20, 15, '203.0.113.0/25'),
      span(64500, 40, 21, '203.0.113.0/25'),
      span(64501, 500, 41, '203.0.113.0/24'),
    ]);
  });

  it('takes the days back from window', async () => {
    expect(await history('?window=16')).toEqual([
      span(64501, 14, 0, '203.0.113.0/24'),
      span(64502, 20, 15, '203.0.113.0/25'),
    ]);
  });

  it('answers one day with date, which overrides window', async () => {
    expect(await history(`?window=5&date=${daysAgo(30)}`)).toEqual([span(64500, 40, 21, '203.0.113.0/25')]);
  });

  it('says not found for days on which no one announced it', async () => {
    expect(await history(`?date=${daysAgo(600)}`)).toEqual([{ ip: '203.0.113.66', error: 'Not found' }]);
  });
});

describe('ipv6Info', () => {
  it('answers the record of any spelling of the address', async () => {
    expect(await info6('2001:DB8:500:0:0:0:0:10')).toEqual({
      ip: '2001:db8:500::10',
      date: dayInt(0),
      asn: 64500,
      asname: 'ACME Acme Networks',
      asn_allocation_age: 1000,
      asn_allocation_date: dayInt(1000),
      asn_listing_score: 0,
      range_listing_score: 0,
      asn_rank: 0,
      asn_rank_score: 0,
      asn_reputation: 5,
      asn_reputation_score: 1,
      asn_takedown_reputation: 7,
      asn_takedown_reputation_score: 1,
      density: 2,
      ip_reputation: 0,
      ip_reputation_score: 0,
      sp_risk_score: 1,
      verdict: 'scored',
      checked: expect.arrayContaining(['listing_score', 'malscore']),
      subnet: '2001:db8:500::/48',
      ...noEvidence.address,
      ...currentLists('list-a'),
    });
  });

  it('explains with explain=1', async () => {
    const record = await info6('2001:db8:501::66', '?explain=1');
    expect(record).toMatchObject({
      ip_location: { country_code: 'SE', country_name: 'Sweden' },
      sp_risk_score: 80,
      asn_reputation_explain: { ips_in_asn: 256, ips_num_active: 8, ips_num_listed: 4 },
      asn_takedown_reputation_explain: { items_num_listed: 12 },
      sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' },
    });
    expect(await info6('2001:db8:501::66')).not.toHaveProperty('sp_risk_score_explain');
  });

  it.each([
    ['asn', { asn: 64501 }],
    ['asname', { asname: 'BULLET Bulletproof Hosting' }],
    ['sp_risk_score', { sp_risk_score: 80 }],
  ])('holds only ip and %s with sparse', async (element, record) => {
    const sparse = await info6('2001:db8:501::66', `?sparse=${element}&explain=1`);
    expect(sparse).toEqual({ ip: '2001:db8:501::66', ...record });
  });

  it.each([
    ['192.0.2.1', 'ask GET /explore/ipv4/ipv4info/{ipv4} for 192.0.2.1'],
    ['::ffff:192.0.2.1', 'ask GET /explore/ipv4/ipv4info/{ipv4} for 192.0.2.1'],
    ['2001:db8::1::2', 'is not an address'],
    ['fe80::1%25eth0', 'is understood as fe80::1'],
  ])('refuses %s and says why', async (text, reason) => {
    const { status, body } = await service.get(`/explore/ipv6/ipv6info/${text}`);
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({ parameter: 'ipv6', message: expect.stringContaining(reason) });
  });
});

describe('ipv6RiskScore, ipv6RiskScoreBulk, ipv6InfoBulk', () => {
  const ips = ['2001:db8:501::66', '2001:db8:ffff::1'];
  const scores = [scored('2001:db8:501::66', 80, 'listing_score'), { ip: '2001:db8:ffff::1', error: 'Not found' }];

  it('score one address', async () => {
    const { response } = await service.get(`/explore/ipv6/riskscore/${ips[0]}`);
    expect(response).toEqual({ ip2asn: [scores[0]] });
  });

  it('score many in a plain array', async () => {
    expect((await service.post('/explore/bulk/ipv6/riskscore', { ips })).response).toEqual(scores);
  });

  it('answer many records', async () => {
    const { response } = await service.post('/explore/bulk/ip2asn/ipv6', { ips });
    expect(response.ip2asn).toEqual((await Promise.all(ips.map((ip) => info6(ip)))).map(ofMany));
    expect(response.ip2asn[0]).toHaveProperty('sp_risk_score', 80);
  });

  it('refuse IPv4', async () => {
    const { response } = await service.post('/explore/bulk/ip2asn/ipv6', { ips: ['192.0.2.1'] });
    expect(response.ip2asn).toEqual([{ ip: '192.0.2.1', error: expect.stringContaining('/explore/bulk/ip2asn/ipv4') }]);
  });
});
