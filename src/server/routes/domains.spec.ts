import { describe, expect, it } from 'vitest';
import { memoryShares } from '#server/engine/memory-budget.ts';
import { sightingsQuery } from '#server/queries/domain-facts.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { currentLists, noEvidence, ofMany } from '#test/server/evidence-collection.ts';
import { domainFact } from '#test/server/facts.ts';
import { movingDomains } from '#test/server/moving-domains.ts';
import { observation } from '#test/server/seeded-observations.ts';

const whois = (domain: string, created: string, more: object = {}) => ({
  domain,
  date: '2026-11-01',
  created,
  updated: '2026-10-31 10:00:00',
  expires: '2027-01-01 00:00:00',
  registrar: 'Registrar Ltd',
  name: 'Jo Doe',
  org: 'Org',
  emails: ['jo@mid.example'],
  address: ['1 Street', 'Back "yard"'],
  city: 'Town',
  state: 'ST',
  zipcode: '123',
  country: 'NL',
  nameservers: ['ns1.dns.example'],
  whois_server: 'whois.registrar.example',
  import: 1,
  ...more,
});
const listing = (host: string, category: string, [first, last]: [string, string], indicator = host) => ({
  indicator,
  host,
  ip: '::',
  category,
  source: `list-${category}`,
  first_listed: first,
  last_listed: last,
  import: 1,
});
const year = ['2026-01-01', '2026-11-20'] as const;
const rows = {
  imports: [{ import: 1, source: 'scores', kind: 'scores', state: 'done', as_of: '2026-11-21' }],
  reputation_ns: [
    {
      ns_server: 'ns1.bad.example',
      date: '2026-11-21',
      ns_server_reputation: 64,
      ns_server_domain_density: 25,
      ns_server_domains_listed: 16,
    },
    {
      ns_server: 'ns2.bad.example',
      date: '2026-11-21',
      ns_server_reputation: 40,
      ns_server_domain_density: 25,
      ns_server_domains_listed: 10,
    },
    // no longer so
    {
      ns_server: 'ns1.dns.example',
      date: '2026-10-01',
      ns_server_reputation: 99,
      ns_server_domain_density: 1,
      ns_server_domains_listed: 1,
    },
  ],
  facts: [
    ...movingDomains.facts,
    domainFact('gone.example', 'expired', { valid_from: '2026-11-01' }),
    domainFact('renewing.example', 'expired', { valid_from: '2027-01-01' }),
    domainFact('dyn.example', 'dynamic_dns'),
  ],
  whois: [
    whois('new.example', '2026-11-21 06:00:00'),
    whois('mid.example', '2026-10-22 06:00:00'),
    whois('mid.example', '2026-10-22 06:00:00', {
      date: '2026-11-10',
      registrar: 'Newer Ltd',
      expires: '1970-01-01 00:00:00',
    }),
    whois('old.example', '1996-05-05 01:02:03'),
    whois('shop.co.uk', '2020-01-01 00:00:00'),
    whois('xn--mnchen-3ya.example', '2020-01-01 00:00:00'),
    whois('undated.example', '1970-01-01 00:00:00'),
  ],
  listings: [
    listing('evil.example', 'phishing', ['2026-11-10', '2026-11-20']),
    listing('evil.example', 'malware', ['2026-11-10', '2026-11-20'], 'https://evil.example/a'),
    listing('evil.example', 'c2', ['2026-11-10', '2026-11-19']),
    listing('login.hollow.example', 'phishing', ['2026-06-01', '2026-07-01']),
    listing('me.dyn.example', 'phishing', ['2026-11-10', '2026-11-20']),
    listing('evil.github.io', 'phishing', ['2026-11-10', '2026-11-20']),
    listing('future.example', 'phishing', ['2026-12-10', '2026-12-20']),
    ...['parked', 'sunk', 'late', 'gone', 'renewing'].map((name) =>
      listing(`${name}.example`, 'malware', ['2026-11-10', '2026-11-20']),
    ),
  ],
  obs: [
    observation('A', 'mid.example', '192.0.2.1', ['2026-11-02', '2026-11-19']),
    observation('A', 'www.mid.example', '192.0.2.1', ['2026-10-30', '2026-11-20']),
    observation('A', 'midway.example', '192.0.2.1', ['2020-10-30', '2026-11-21']),
    observation('A', 'www.seen.example', '192.0.2.1', ['2026-10-22', '2026-11-20']),
    observation('A', 'login.hollow.example', '192.0.2.1', ['2026-06-01', '2026-07-01']),
    observation('A', 'me.dyn.example', '192.0.2.1', year),
    observation('A', 'evil.github.io', '192.0.2.1', ['2026-03-01', '2026-11-20']),
    observation('A', 'www.github.io', '192.0.2.1', ['2026-03-01', '2026-11-20']),
    observation('A', 'www.project.github.io', '192.0.2.1', ['2026-02-01', '2026-11-19']),
    observation('A', 'www.shop.co.uk', '192.0.2.1', ['2026-01-01', '2026-11-18']),
    ...movingDomains.obs,
  ],
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

const get = async (path: string) => {
  const { status, body, response } = await service.get(`/explore/domain/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return response;
};
const info = async (name: string) => (await get(`domaininfo/${name}`)).domaininfo;
const score = async (name: string) => (await get(`riskscore/${name}`)).sp_risk_score;

const badNames = [
  '192.0.2.1',
  'bad..name',
  'exa mple.example',
  `${'x'.repeat(64)}.example`,
  "o'brien.example",
  '<b>.example',
];

describe('domainInfo', () => {
  it('answers the whole record', async () => {
    expect(await info('www.MID.example.')).toEqual({
      domain: 'mid.example',
      query: 'www.mid.example',
      age: 30,
      age_score: 47,
      first_seen: 20261030,
      last_seen: 20261120,
      is_new: false,
      is_new_score: 0,
      registrar: 'Newer Ltd',
      whois_age: 30,
      whois_created_date: '2026-10-22 06:00:00',
      zone: 'example',
      ...noEvidence.domain,
      ...currentLists('list-c2', 'list-malware', 'list-phishing'),
    });
  });

  it.each([
    ['new.example', { age: 0, is_new: true, is_new_score: 100, age_score: 70, whois_age: 0 }],
    ['seen.example', { age: 30, age_score: 47, first_seen: 20261022, whois_age: '', whois_created_date: '' }],
    [
      'old.example',
      { age_score: 0, is_new: false, info: 'The domain was registered before 2000-01-01.', whois_age: 11157 },
    ],
    ['undated.example', { age_score: 0, is_new: false, whois_age: '', whois_created_date: '' }],
    ['www.shop.co.uk', { domain: 'shop.co.uk', query: 'www.shop.co.uk', zone: 'uk' }],
    ['MÜNCHEN.example', { domain: 'xn--mnchen-3ya.example', query: 'xn--mnchen-3ya.example' }],
  ])('%s', async (name, expected) => {
    const record = await info(encodeURIComponent(name));
    expect(record).toMatchObject(expected);
    expect('age' in record).toBe('age' in expected || /shop|NCHEN/.test(name));
  });

  it.each(badNames)('refuses %s', async (name) => {
    for (const path of ['domaininfo', 'riskscore', 'nschanges', 'nschangessummary', 'whois']) {
      const { status, body } = await service.get(`/explore/domain/${path}/${encodeURIComponent(name)}`);
      expect({ status, error: body['error'] }).toMatchObject({ status: 400, error: { parameter: 'domain' } });
    }
  });
});

describe('domainInfoBulk', () => {
  it('answers each in the order of the list, as the single look-up does', async () => {
    const names = ['nobody.example', 'www.mid.example', 'mid.example', 'seen.example', 'old.example'];
    const { response } = await service.post('/explore/bulk/domaininfo', { domains: names });
    expect(response.domaininfo).toEqual((await Promise.all(names.map(info))).map(ofMany));
  });

  it('answers domains with any number of labels together, one below another too', async () => {
    const names = ['shop.co.uk', 'project.github.io', 'github.io', 'mid.example'];
    const { response } = await service.post('/explore/bulk/domaininfo', { domains: names });
    expect(response.domaininfo).toEqual((await Promise.all(names.map(info))).map(ofMany));
    expect(response.domaininfo.map((each: { first_seen: number }) => each.first_seen)).toEqual([
      20260101,
      20260201,
      expect.any(Number),
      20261030,
    ]);
  });

  it('takes little memory for a hundred domains with many names each', async () => {
    const domains = Array.from({ length: 100 }, (_, at) => `crowded${at}.example`);
    await service.engine.command({
      name: 'spec',
      sql: `INSERT INTO fwd (rrtype, rname, answer, first_seen, last_seen, count, ttl)
            SELECT 'A', reverse(concat('host', toString(number), '.crowded', toString(number % 100), '.example')), '192.0.2.9',
                   '2026-01-01 00:00:00', '2026-11-01 00:00:00', 1, 60 FROM numbers(300000)`,
    });
    const query = sightingsQuery('spec', domains);
    const rows = await service.engine.query({
      ...query,
      settings: { ...query.settings, max_memory_usage: memoryShares(1e9).small.bytes },
    });
    expect(rows).toHaveLength(100);
  });
});

describe('domainRiskScore', () => {
  it.each([
    ['calm.example', 0], // seen for years, never listed: clean, not unknown
    ['new.example', 100], // is_new_score
    ['mid.example', 47], // age_score
    ['evil.example', 100], // three listings, all open
    ['login.evil.example', 100],
    ['hollow.example', 25], // 35 for 143 days ago, times 0.7, by a name below it
    ['dyn.example', 0], // what its customers do is not its own
    ['me.dyn.example', 80], // one listing: 100 * 0.8
    ['www.evil.github.io', 80],
    ['project.github.io', 0], // names below a public suffix are of others
    ['github.io', 0],
    ['io', 0],
    ['example', 0],
    ['tainted.example', 36], // the worst of its name servers has 64
    ['mover.example', 36], // its name servers outweigh three changes
    ['parked.example', 0],
    ['sunk.example', 0],
    ['late.example', 0],
    ['gone.example', 0],
    ['renewing.example', 80],
  ])('%s has %i', async (name, expected) => expect(await score(name)).toBe(expected));

  it('tells the unknown apart', async () => {
    expect(await get('riskscore/future.example')).toEqual({ domain: 'future.example', error: 'Not found' });
    expect(await get('riskscore/evil.example')).toEqual({
      domain: 'evil.example',
      sp_risk_score: 100,
      sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' },
      verdict: 'scored',
      // nothing else is known
      checked: ['listing_score'],
    });
  });

  it('in bulk says the same', async () => {
    const names = [
      'evil.example',
      'login.evil.example',
      'me.dyn.example',
      'dyn.example',
      'project.github.io',
      'mover.example',
      'nobody.example',
      'sunk.example',
    ];
    const { response } = await service.post('/explore/bulk/domain/riskscore', { domains: names });
    expect(response).toEqual(await Promise.all(names.map((name) => get(`riskscore/${name}`))));
  });
});

describe('domainWhois', () => {
  it('answers the stored records, newest first', async () => {
    const { whois: records } = await get('whois/www.mid.example');
    expect(records.map(({ registrar }: { registrar: string }) => registrar)).toEqual(['Newer Ltd', 'Registrar Ltd']);
    expect(records[0]).toEqual({
      address: '["1 Street","Back \\"yard\\""]',
      city: 'Town',
      country: 'NL',
      created: '2026-10-22 06:00:00',
      date: 20261110,
      domain: 'mid.example',
      emails: ['jo@mid.example'],
      expires: '',
      name: 'Jo Doe',
      nameservers: ['ns1.dns.example'],
      org: 'Org',
      query: 'www.mid.example',
      registrar: 'Newer Ltd',
      sources: [],
      state: 'ST',
      updated: '2026-10-31 10:00:00',
      whois_server: 'whois.registrar.example',
      zipcode: '123',
    });
  });
});
