import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { runs } from '#test/long.ts';
import { daysAgo, now } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { addressFact, domainFact, rangeFact, serverFact } from '#test/server/facts.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const service = useTestService({ now });
const tables = ['facts', 'listings', 'prefixes', 'fwd', 'rev', 'names', 'txt', 'rrsets', 'rrsets_by_hash'];
beforeEach(async () => {
  for (const table of tables) await service.engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
});

const info = async (ip: string) => {
  const version = ip.includes(':') ? 'ipv6' : 'ipv4';
  return (await service.get(`/explore/${version}/${version}info/${ip}?explain=1`)).response.ip2asn[0];
};
const enriched = async (ip: string) => (await service.get(`/explore/enrich/ipv4/${ip}`)).response.ip2asn[0];
const domain = async (name: string) => (await service.get(`/explore/enrich/domain/${name}?explain=1`)).response;

const listing = (host: string, more: object = {}) => ({
  indicator: host,
  host,
  ip: /^[\d.]+$/.test(host) ? `::ffff:${host}` : '::',
  kind: host.includes('/') ? 'range' : host.startsWith('AS') ? 'asn' : 'host',
  category: 'malware',
  source: 'a-list',
  first_listed: daysAgo(3),
  last_listed: daysAgo(0),
  import: 100,
  ...more,
});
const route = { first: '::ffff:192.0.2.0', length: 120, asn: 64500, valid_from: daysAgo(500), import: 100 };

describe('facts of several sources about one address', () => {
  const facts = [
    addressFact('192.0.2.7', 'tor_exit', { source: 'feed:tor' }),
    addressFact('192.0.2.7', 'ptr', { source: 'feed:ptr', value: 'exit.example' }),
    addressFact('192.0.2.7', 'tor_exit', { source: 'feed:another-tor' }),
    rangeFact('192.0.2.0/28', 'sinkhole', { source: 'feed:sinkholes', tags: ['cert', 'wide'] }),
    rangeFact('192.0.2.0/29', 'sinkhole', { source: 'feed:more-sinkholes', tags: ['cert'] }),
    addressFact('192.0.2.7', 'known_benign', { source: 'feed:actors', value: 'Survey', tags: ['scanner'] }),
    rangeFact('192.0.0.0/16', 'known_benign', { source: 'feed:clouds', value: 'Cloud Ltd', tags: ['cdn'] }),
    rangeFact('192.0.2.0/24', 'vpn', { source: 'feed:vpn' }),
    { subject_type: 'asn', key: '64500', kind: 'vpn', source: 'feed:vpn', import: 100 },
    // of others, and of other days
    rangeFact('192.0.2.8/29', 'dsl_dynamic'),
    addressFact('192.0.2.8', 'ipfs_node'),
    addressFact('192.0.2.7', 'ipfs_node', { valid_to: daysAgo(1) }),
    addressFact('192.0.2.7', 'dsl_dynamic', { valid_from: daysAgo(-1) }),
  ];

  it('are all kept, whatever the order in which they arrive', { tags: 'long' }, async () => {
    const inserts = fc.tuple(fc.shuffledSubarray(facts, { minLength: facts.length }), fc.integer({ min: 1, max: 5 }));
    await fc.assert(
      fc.asyncProperty(inserts, async ([rows, size]) => {
        await service.engine.command({ name: 'spec', sql: 'TRUNCATE TABLE facts' });
        // imports repeat what they brought before
        const batches = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
          rows.slice(at * size, (at + 1) * size),
        );
        for (const batch of [...batches, rows.slice(0, 3)]) await service.engine.insert('facts', batch);
        await service.add({});
        const record = await enriched('192.0.2.7');
        expect(record).toMatchObject({
          ip_ptr: 'exit.example',
          ip_is_tor_exit_node: true,
          ip_is_dsl_dynamic: false,
          ip_is_ipfs_node: false,
          benign_info: { known_benign: true, actor: 'Survey, Cloud Ltd', tags: ['cdn', 'scanner'] },
          sinkhole_info: { known_sinkhole_ip: true, tags: ['cert', 'wide'] },
          ip_flags: { is_sinkhole: true, is_vpn: true },
          verdict: 'sinkholed',
        });
      }),
      { numRuns: runs(2, 30) },
    );
  });

  it('end on their last day', async () => {
    const tor = (valid_to: string) => addressFact('192.0.2.7', 'tor_exit', { valid_from: daysAgo(9), valid_to });
    await service.add({ prefixes: [route], facts: [tor('2299-12-31')] });
    expect(await info('192.0.2.7')).toMatchObject({ ip_is_tor_exit_node: true, verdict: 'insufficient' });
    await service.add({ facts: [tor(daysAgo(0))] });
    expect(await info('192.0.2.7')).toMatchObject({ ip_is_tor_exit_node: true });
    await service.add({ facts: [tor(daysAgo(1))] });
    expect(await info('192.0.2.7')).toMatchObject({ ip_is_tor_exit_node: false, verdict: 'unknown' });
  });

  it('of a network alone are no observation of the address', async () => {
    await service.add({ prefixes: [route], facts: [rangeFact('192.0.2.0/24', 'cloud', { value: 'Cloud Ltd' })] });
    expect(await info('192.0.2.7')).toMatchObject({ asn: 64500, verdict: 'unknown', sp_risk_score: 0 });
    await service.add({ facts: [rangeFact('192.0.2.0/24', 'known_benign', { value: 'Cloud Ltd' })] });
    expect(await info('192.0.2.7')).toMatchObject({ verdict: 'known_benign', benign_info: { actor: 'Cloud Ltd' } });
  });

  it('are told of IPv6 as of IPv4', async () => {
    await service.add({ facts: [rangeFact('2001:db8::/32', 'known_benign', { value: 'Six Ltd' })] });
    expect(await info('2001:db8:9::1')).toMatchObject({ verdict: 'known_benign', sp_risk_score: 0 });
    expect(await info('2001:db9::1')).toMatchObject({ error: 'Not found' });
  });
});

describe('facts of several sources about a domain', () => {
  it('give the best rank, and keep every flag', async () => {
    await service.add({
      obs: [observation('A', 'www.many.example', '192.0.2.7', [daysAgo(9), daysAgo(0)])],
      facts: [
        domainFact('many.example', 'toplist', { source: 'feed:one', value: '900' }),
        domainFact('many.example', 'toplist', { source: 'feed:two', value: '20' }),
        domainFact('many.example', 'toplist', { source: 'feed:three', value: '3', valid_to: daysAgo(1) }),
        domainFact('many.example', 'url_shortener', { source: 'feed:two' }),
        domainFact('many.example', 'dynamic_dns', { source: 'feed:one' }),
      ],
    });
    const { domain_urls: urls } = await domain('many.example');
    expect(urls.results_summary).toMatchObject({ toplist_rank: 20, is_url_shortener: true, is_dynamic_domain: true });
  });

  it('let a name server be of two kinds', async () => {
    await service.add({
      obs: observedSet('NS', 'two.example', ['ns1.both.example'], [daysAgo(9), daysAgo(0)]),
      facts: [serverFact('both.example', 'parking'), serverFact('ns1.both.example', 'expiry', { source: 'another' })],
    });
    expect((await domain('two.example')).ns_reputation).toMatchObject({ is_parked: true, is_expired: true });
  });
});

describe('a listed network', () => {
  it('counts for its addresses: 0.9 of the score of a range, 0.6 of that of an AS, and says which', async () => {
    await service.add({ prefixes: [route], listings: [listing('192.0.2.0/28')] });
    expect(await info('192.0.2.7')).toMatchObject({
      listing_score: 0,
      range_listing_score: 72,
      range_listing_score_explain: { subject: '192.0.2.0/28', listing_score: 80, listings_all: 1, lists_open: 1 },
      asn_listing_score: 0,
      asn_listing_score_explain: {},
      sp_risk_score: 72,
      sp_risk_score_explain: { sp_risk_score_decider: 'range_listing_score' },
      verdict: 'scored',
    });
    expect(await info('192.0.2.16')).toMatchObject({ range_listing_score: 0, sp_risk_score: 0, verdict: 'unknown' });

    await service.add({ listings: [listing('AS64500', { first_listed: daysAgo(9), last_listed: daysAgo(9) })] });
    expect(await info('192.0.2.16')).toMatchObject({
      asn_listing_score: 41,
      asn_listing_score_explain: { subject: 'AS64500', listing_score: 68, listed_recent_ago: 9 },
      sp_risk_score: 41,
      sp_risk_score_explain: { sp_risk_score_decider: 'asn_listing_score' },
    });
    expect((await info('192.0.2.7')).sp_risk_score).toBe(72);
  });

  it('is the one with the highest score when ranges hold each other', async () => {
    const old = { first_listed: daysAgo(80), last_listed: daysAgo(60) };
    await service.add({ prefixes: [route], listings: [listing('192.0.2.0/28', old), listing('192.0.0.0/16')] });
    expect(await info('192.0.2.7')).toMatchObject({ range_listing_score_explain: { subject: '192.0.0.0/16' } });
    await service.add({ listings: [listing('192.0.2.0/28', { source: 'another' })] });
    expect(await info('192.0.2.7')).toMatchObject({
      range_listing_score: 81,
      range_listing_score_explain: { subject: '192.0.2.0/28', lists_all: 2 },
    });
  });

  it('of IPv6 counts, too', async () => {
    await service.add({ listings: [listing('2001:db8::/32')] });
    expect(await info('2001:db8::7')).toMatchObject({ range_listing_score: 72, sp_risk_score: 72, verdict: 'scored' });
  });

  it('does not count when it, or a larger range, is known benign', async () => {
    await service.add({
      prefixes: [route],
      listings: [listing('192.0.2.0/28')],
      facts: [rangeFact('192.0.2.0/24', 'known_benign', { value: 'Cloud Ltd' })],
    });
    expect(await info('192.0.2.7')).toMatchObject({ range_listing_score: 0, range_listing_score_explain: {} });
  });
});

describe('a listed URL on a shared host', () => {
  const url = (host: string, more: object = {}) => listing(host, { indicator: `https://${host}/a/b.zip`, ...more });

  it.each([
    ['a URL shortener', 'short.example', [domainFact('short.example', 'url_shortener')]],
    ['a popular site', 'popular.example', [domainFact('popular.example', 'toplist', { value: '10000' })]],
    ['a host of user content', 'content.example', [domainFact('content.example', 'user_content')]],
    ['a well-known host of user content', 'sites.google.com', []],
  ])('counts little for %s, and stays visible as a URL', async (_, host, facts) => {
    const obs = [observation('A', host, '192.0.2.7', [daysAgo(9), daysAgo(0)])];
    await service.add({ obs, facts, prefixes: [route], listings: [url(host), url(host, { source: 'b' })] });
    const record = await domain(host);
    expect(record).toMatchObject({ listing_score: 18, listing_score_explain: { weight: 0.2, lists_open: 2 } });
    expect(record.domaininfo.listings).toMatchObject(
      Array.from({ length: 2 }, () => ({ subject: `https://${host}/a/b.zip`, is_open: true, on_shared_host: true })),
    );
    // an address is not judged by the pages of a shared host that points to it
    expect(await info('192.0.2.7')).toMatchObject({ malscore: 0 });
    // the host itself is listed
    await service.add({ listings: [listing(host)] });
    const { listing_score, listing_score_explain } = await domain(host);
    expect(listing_score).toBe(80);
    expect(listing_score_explain).not.toHaveProperty('weight');
    expect(await info('192.0.2.7')).toMatchObject({ malscore: 80 });
  });

  it('counts in full on any other host', async () => {
    const obs = [observation('A', 'own.example', '192.0.2.7', [daysAgo(9), daysAgo(0)])];
    const facts = [domainFact('own.example', 'toplist', { value: '10001' })];
    await service.add({ obs, facts, prefixes: [route], listings: [url('own.example')] });
    const record = await domain('own.example');
    expect(record).toMatchObject({ listing_score: 80 });
    expect(record.domaininfo.listings).toMatchObject([{ on_shared_host: false }]);
    expect(await info('192.0.2.7')).toMatchObject({ malscore: 80 });
  });
});

describe('a listing counts in no score', () => {
  it('of an address that is known benign', async () => {
    await service.add({ listings: [listing('192.0.2.7')], prefixes: [route] });
    expect(await info('192.0.2.7')).toMatchObject({ listing_score: 80, malscore: 80 });
    await service.add({ facts: [addressFact('192.0.2.7', 'known_benign', { value: 'Resolver' })] });
    expect(await info('192.0.2.7')).toMatchObject({
      listing_score: 0,
      listing_score_explain: { weight: 0, lists_open: 1 },
      malscore: 0,
      verdict: 'known_benign',
    });
  });

  it.each([
    ['among the first 1,000 of a top list', domainFact('www.top.example', 'toplist', { value: '1000' })],
    ['known benign', domainFact('www.top.example', 'known_benign', { value: 'Search Ltd' })],
  ])('of a name that is %s', async (_, fact) => {
    const obs = [observation('A', 'www.top.example', '192.0.2.7', [daysAgo(9), daysAgo(0)])];
    await service.add({ obs, prefixes: [route], listings: [listing('www.top.example')] });
    expect(await domain('www.top.example')).toMatchObject({ listing_score: 80 });
    expect(await info('192.0.2.7')).toMatchObject({ malscore: 80 });
    await service.add({ facts: [domainFact('top.example', 'toplist', { value: '1' })] });
    expect(await domain('www.top.example')).toMatchObject({ listing_score: 80 }); // its own name counts, not its domain's
    await service.add({ facts: [fact] });
    // one answer says that it is listed and known benign
    expect(await domain('www.top.example')).toMatchObject({
      listing_score: 0,
      listing_score_explain: { weight: 0, lists_open: 1, listings_all: 1 },
    });
    expect(await info('192.0.2.7')).toMatchObject({ malscore: 0 });
  });

  it('and one answer says that the name is listed and known benign', async () => {
    await service.add({
      listings: [listing('drive.example')],
      facts: [domainFact('drive.example', 'known_benign', { value: 'Drive' })],
    });
    expect(await domain('drive.example')).toMatchObject({
      sp_risk_score: 0,
      verdict: 'known_benign',
      listing_score_explain: { weight: 0, lists_open: 1 },
      domaininfo: { listings: [{ is_open: true, known_benign: true }] },
    });
  });

  it('of a name, for an address of a CDN, which many sites share', async () => {
    const obs = [observation('A', 'bad.example', '192.0.2.7', [daysAgo(9), daysAgo(0)])];
    await service.add({ obs, prefixes: [route], listings: [listing('bad.example')] });
    expect(await info('192.0.2.7')).toMatchObject({ malscore: 80, sp_risk_score: 80 });
    await service.add({ facts: [rangeFact('192.0.2.0/24', 'cdn', { value: 'Edge Ltd' })] });
    expect(await info('192.0.2.7')).toMatchObject({
      malscore: 0,
      ip_reputation_score: 0,
      sp_risk_score: 0,
      benign_info: { known_benign: false },
      checked: expect.not.arrayContaining(['malscore']),
    });
    // its own listings do
    await service.add({ listings: [listing('192.0.2.7')] });
    expect(await info('192.0.2.7')).toMatchObject({ listing_score: 80, sp_risk_score: 80 });
    expect(await domain('bad.example')).toMatchObject({ listing_score: 80 });
  });

  it('but not of an address that answers DNS queries of anybody', async () => {
    const facts = [addressFact('192.0.2.7', 'open_resolver')];
    await service.add({ listings: [listing('192.0.2.7')], prefixes: [route], facts });
    expect(await info('192.0.2.7')).toMatchObject({ listing_score: 80, verdict: 'scored' });
  });

  it('from the day after it expired, when that was earlier than usual', async () => {
    const days = { first_listed: daysAgo(9), last_listed: daysAgo(2) };
    await service.add({ prefixes: [route], listings: [listing('192.0.2.7', { ...days, expires: daysAgo(0) })] });
    expect(await info('192.0.2.7')).toMatchObject({ listing_score: 80 });
    await service.add({ listings: [listing('192.0.2.7', { ...days, expires: daysAgo(1) })] });
    expect(await info('192.0.2.7')).toMatchObject({
      listing_score: 0,
      listing_score_explain: {},
      verdict: 'insufficient',
    });
    // as usual, it goes on to count by its age
    const old = { first_listed: daysAgo(99), last_listed: daysAgo(40) };
    await service.add({ listings: [listing('192.0.2.8', old)] });
    expect(await info('192.0.2.8')).toMatchObject({ listing_score: 48 });
  });
});
