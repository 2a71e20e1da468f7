import { beforeAll, describe, expect, it } from 'vitest';
import { dateToIsoDate } from '#model/dates.ts';
import { refreshScores } from '#server/ingest/scores/refresh.ts';
import { daysAgo, now, rows as addresses } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { domainFact, serverFact } from '#test/server/facts.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

// Every operation that judges a subject says the same of it: score, deciding factor and verdict.

const today: [string, string] = [daysAgo(15), daysAgo(0)];
const on = (name: string, server: string) => [
  observation('A', name, '203.0.113.21', today),
  ...observedSet('NS', name, [server], today),
];
const listing = (host: string) => ({
  indicator: host,
  host,
  ip: '::',
  category: 'c2',
  source: 'list-a',
  first_listed: daysAgo(200),
  last_listed: daysAgo(0),
  import: 1,
});
const snapshots = ['imports', 'rank_asn', ...Object.keys(addresses).filter((table) => table.startsWith('reputation_'))];
const facts = Object.fromEntries(Object.entries(addresses).filter(([table]) => !snapshots.includes(table)));
const sunk = Array.from({ length: 6 }, (_, index) => `sunk-${index}.example`);

const service = useTestService({ rows: facts, now });
beforeAll(async () => {
  await service.add({
    asns: [{ asn: 64510, asname: 'CERT Sinkhole', import: 1 }],
    // the network of the sinkhole alone
    prefixes: [{ first: '::ffff:203.0.113.21', length: 128, asn: 64510, valid_from: daysAgo(500) }],
    facts: [
      serverFact('sink.example', 'sinkhole'),
      serverFact('parking.example', 'parking'),
      domainFact('late.example', 'expired', { valid_from: daysAgo(9) }),
      domainFact('popular.example', 'toplist', { value: '12' }),
      domainFact('sunk-1.example', 'expired', { valid_from: daysAgo(9) }),
    ],
    listings: sunk.map(listing),
    obs: [
      ...sunk.flatMap((name) => on(name, 'ns1.sink.example')),
      ...on('idle.example', 'ns1.parking.example'),
      ...on('late.example', 'ns1.acme.example'),
      ...on('plain.example', 'ns1.acme.example'),
    ],
  });
  await refreshScores(service.engine, { from: dateToIsoDate(now), to: dateToIsoDate(now) });
  await service.add({});
});

const ask = async (path: string) => (await service.get(`/explore/${path}`)).response;
const judged = ({ sp_risk_score, sp_risk_score_explain, verdict }: Record<string, unknown>) => ({
  sp_risk_score,
  decider: (sp_risk_score_explain as { sp_risk_score_decider?: string } | undefined)?.sp_risk_score_decider,
  verdict,
});

describe('the verdict of an address', () => {
  it.each([
    ['203.0.113.66', 'scored', 'listing_score'],
    ['203.0.113.20', 'known_benign', 'known_benign'],
    ['203.0.113.21', 'sinkholed', 'known_sinkhole_ip'],
    // announced and registered, and nothing else
    ['192.0.2.200', 'unknown', undefined],
    ['2001:db8:501::66', 'scored', 'listing_score'],
    ['2001:db8:500::77', 'unknown', undefined],
  ])('%s is %s everywhere', async (ip, verdict, decider) => {
    const version = ip.includes(':') ? 'ipv6' : 'ipv4';
    const bulk = (path: string) => service.post(`/explore/bulk/${path}`, { ips: [ip] });
    const [info, enriched] = [
      (await ask(`${version}/${version}info/${ip}?explain=1`)).ip2asn[0],
      (await ask(`enrich/${version}/${ip}?explain=1`)).ip2asn[0],
    ];
    expect(info).toMatchObject({ verdict });
    if (decider !== undefined) expect(judged(info).decider).toBe(decider);
    expect(judged(enriched)).toEqual(judged(info));
    expect(judged((await ask(`${version}/riskscore/${ip}`)).ip2asn[0])).toEqual(judged(info));
    expect(judged((await bulk(`${version}/riskscore`)).response[0])).toEqual(judged(info));
    const record = (await bulk(`ip2asn/${version}`)).response.ip2asn[0];
    expect(record).toMatchObject({ verdict });
    if (version === 'ipv4') expect(record).not.toHaveProperty('sp_risk_score');
  });

  it('keeps sparse records to the element asked for', async () => {
    const { ip2asn } = await ask('ipv4/ipv4info/203.0.113.66?sparse=sp_risk_score');
    expect(Object.keys(ip2asn[0])).toEqual(['ip', 'sp_risk_score']);
  });
});

describe('the verdict of a domain', () => {
  it.each([
    [sunk[0], 'sinkholed', 'is_sinkholed'],
    // a sinkholed name has victims, whether or not its registration has expired
    [sunk[1], 'sinkholed', 'is_sinkholed'],
    ['idle.example', 'parked', 'is_parked'],
    ['late.example', 'expired', 'is_expired'],
    ['bad.example', 'scored', 'listing_score'],
    ['plain.example', 'scored', undefined],
    ['popular.example', 'unknown', ''],
  ])('%s is %s everywhere', async (domain, verdict, decider) => {
    const enriched = await ask(`enrich/domain/${domain}?explain=1`);
    expect(enriched).toMatchObject({ verdict });
    if (decider !== undefined) expect(judged(enriched).decider).toBe(decider);
    expect(judged(await ask(`domain/riskscore/${domain}`))).toEqual(judged(enriched));
    const { response } = await service.post('/explore/bulk/domain/riskscore', { domains: [domain] });
    expect(judged(response[0])).toEqual(judged(enriched));
  });
});

describe('a subnet that is not announced itself', () => {
  const counts = async (subnet: string) => {
    const [record] = (await ask(`ipreputation/subnet/${subnet}?explain=1`)).subnet_reputation;
    return record;
  };

  it('has the active and listed addresses of the prefixes inside of it', async () => {
    const parts = await Promise.all(['203.0.113.0/24', '203.0.113.21/32'].map(counts));
    const sum = (field: string) => parts.reduce((total, part) => total + part.subnet_reputation_explain[field], 0);
    const rolled = await counts('203.0.112.0/23');
    expect(rolled).toMatchObject({
      subnet: '203.0.112.0/23',
      verdict: 'scored',
      subnet_reputation_explain: {
        ips_in_subnet: 512,
        ips_num_active: sum('ips_num_active'),
        ips_num_listed: sum('ips_num_listed'),
      },
    });
    expect(rolled.subnet_reputation).toBe(Math.round((100 * sum('ips_num_listed')) / sum('ips_num_active')));
    expect(sum('ips_num_listed')).toBeGreaterThan(0);
    expect(rolled).not.toHaveProperty('query');
    expect(rolled).not.toHaveProperty('contained');
    // the /32 inside of the announced /24 counts apart, and its record says so
    expect(parts[0].contained).toEqual({ prefixes: 1, ips_num_active: 1, ips_num_listed: 0 });
  });

  it('is that of the larger prefix when nothing inside of it is announced, and internal for private space', async () => {
    expect(await counts('203.0.113.64/26')).toMatchObject({ subnet: '203.0.113.0/24', query: '203.0.113.64/26' });
    expect(await counts('10.1.2.0/24')).toMatchObject({ error: 'Not found', verdict: 'internal' });
  });
});

it('an address on which all names are listed is bad, and says how many they are', async () => {
  const info = async (ip: string) => (await ask(`ipv4/ipv4info/${ip}?explain=1`)).ip2asn[0];
  expect(await info('192.0.2.12')).toMatchObject({
    ip_reputation: 100,
    ip_reputation_score: 45,
    ip_reputation_explain: { ip_density: 1, names_num_listed: 1 },
  });
  // the lists of a sinkhole are not about it
  expect(await info('203.0.113.21')).toMatchObject({ sp_risk_score: 0, verdict: 'sinkholed' });
});

describe('listings on a sinkhole', () => {
  it('do not speak against the network that runs it', async () => {
    const [record] = (await ask('ipreputation/asn/64510?explain=1')).asn_reputation;
    expect(record).toMatchObject({
      asn_reputation: 0,
      asn_reputation_explain: { ips_num_active: 1, ips_num_listed: 0 },
    });
    const { takedown_reputation } = await ask('takedownreputation/asn/64510?explain=1');
    expect(takedown_reputation).toMatchObject({ asn_takedown_reputation: 0, asn_takedown_reputation_explain: {} });
  });

  it('nor against its name servers', async () => {
    const [server] = (await ask('nsreputation/nameserver/ns1.sink.example?explain=1')).ns_server_reputation;
    expect(server).toMatchObject({ verdict: 'sinkholed' });
    const [other] = (await ask('nsreputation/nameserver/ns1.acme.example')).ns_server_reputation;
    expect(other).not.toMatchObject({ verdict: 'sinkholed' });
  });
});
