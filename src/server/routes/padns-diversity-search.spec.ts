import { beforeAll, describe, expect, it } from 'vitest';
import { contentDelivery } from '#sample/background/crowds.ts';
import { routing } from '#sample/background/networks.ts';
import { clockAt } from '#sample/clock.ts';
import { scribeAt } from '#sample/scribe.ts';
import { fluxCampaign } from '#sample/stories/flux-campaign.ts';
import { refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import { announced } from '#test/server/announced.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const always = ['2025-01-01', '2026-11-20'] as const;
const lately = ['2026-11-01', '2026-11-19'] as const;
const registered = (domain: string, date: string, more: object) => ({ domain, date, ...more });
const certificate = (id: string, domains: readonly string[], issued: string, more: object) => ({
  fingerprint_sha1: id.repeat(40),
  domains,
  not_before: `${issued} 00:00:00`,
  not_after: '2027-01-01 00:00:00',
  ...more,
});

// addresses / networks / ASNs of the last 30 days:  flux 4/2/3, spread 3/3/3, www.steady 2/1/1, mail.steady and steady
// 1/1/1, dark (until June) 2/2/1
const rows = {
  prefixes: [
    announced('192.0.2.0/25', 64500),
    announced('192.0.2.128/26', 64501),
    announced('198.51.100.0/24', 64502),
    announced('203.0.113.0/24', 64501),
  ],
  asns: [
    { asn: 64500, asname: 'ACME-NET Acme' },
    { asn: 64501, asname: 'ACCESS-A Access' },
    { asn: 64502, asname: 'ACCESS-B Access' },
  ],
  obs: [
    observation('A', 'flux.example', '192.0.2.9', ['2026-11-01', '2026-11-02']),
    observation('A', 'flux.example', '192.0.2.10', ['2026-11-10', '2026-11-11']),
    observation('A', 'flux.example', '192.0.2.130', ['2026-11-10', '2026-11-18']),
    observation('A', 'flux.example', '198.51.100.9', lately),
    observation('A', 'spread.example', '192.0.2.20', ['2025-06-01', '2026-11-20']),
    observation('A', 'spread.example', '198.51.100.20', ['2025-06-01', '2026-11-20']),
    observation('A', 'spread.example', '203.0.113.20', ['2026-11-15', '2026-11-20']),
    // unannounced address of long ago: neither in the window nor in an ASN
    observation('A', 'spread.example', '198.18.0.1', ['2025-01-01', '2025-02-01']),
    observation('A', 'steady.example', '192.0.2.1', always),
    observation('A', 'www.steady.example', '192.0.2.1', always),
    observation('A', 'www.steady.example', '192.0.2.2', always),
    observation('A', 'mail.steady.example', '192.0.2.3', always),
    observation('A', 'dark.test', '198.51.100.30', ['2026-05-01', '2026-06-10']),
    observation('A', 'dark.test', '203.0.113.30', ['2026-05-01', '2026-06-01']),
    observation('AAAA', 'six.example', '2001:db8::1', always),
    ...observedSet('NS', 'flux.example', ['ns1.crow.test', 'ns2.crow.test'], lately),
    ...observedSet('NS', 'flux.example', ['ns1.park.test'], ['2026-10-10', '2026-10-31']),
    ...observedSet('NS', 'spread.example', ['ns1.crow.test'], ['2025-01-01', '2025-12-31']),
    ...observedSet('NS', 'spread.example', ['ns1.harbour.test'], ['2026-01-01', '2026-11-20']),
    ...observedSet('NS', 'steady.example', ['ns0.steady.example'], ['2024-01-01', '2024-12-31']),
    ...observedSet('NS', 'steady.example', ['ns1.steady.example'], ['2026-08-01', '2026-11-20']),
    ...observedSet('MX', 'flux.example', ['mx1.post.test'], lately),
    ...observedSet('MX', 'spread.example', ['mx.spread.example'], always),
    // a name within a name is not inside the domain
    ...observedSet('MX', 'steady.example', ['mx.notsteady.example'], always),
  ],
  whois: [
    registered('flux.example', '2026-10-10', {
      registrar: 'Nightowl Names',
      emails: ['jo@post.test'],
      created: '2026-10-09 00:00:00',
    }),
    registered('flux.example', '2026-11-10', { registrar: 'Bargain Bin', emails: [], created: '2026-10-09 00:00:00' }),
    registered('steady.example', '2025-02-02', {
      registrar: 'Pinecrest Registrar',
      emails: ['Admin@steady.example'],
      created: '2019-05-06 00:00:00',
    }),
  ],
  certificates: [
    certificate('a', ['flux.example'], '2026-11-01', { issuer_common_name: 'Free R1', issuer_organization: 'Free CA' }),
    certificate('b', ['steady.example', '*.steady.example'], '2026-02-01', {
      issuer_common_name: 'Paid R1',
      issuer_organization: 'Paid Certificates',
    }),
    certificate('c', ['spread.example'], '2026-06-01', { issuer_common_name: 'Paid R2' }),
  ],
};

const [flux, spread, www, mail, steady, dark] = [
  'flux.example',
  'spread.example',
  'www.steady.example',
  'mail.steady.example',
  'steady.example',
  'dark.test',
];
/** Most addresses first, then by reversed name. */
const everyone = [flux, spread, www, steady, mail];

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });
beforeAll(async () => {
  await refreshNsTransfers(service.engine, '2026-11-21');
});

const search = (query: string) => service.get(`/explore/padns/search/ipdiversity?${query}`);
const found = async (query: string) => {
  const { status, body, response } = await search(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return response.records.map(({ host }: { host: string }) => host);
};

describe('padnsIpDiversitySearch', () => {
  it('answers the most diverse hosts of the collection when nothing is asked', async () => {
    expect(await found('')).toEqual(everyone);
    const { response } = await search('');
    expect(response.records[0]).toEqual({
      host: flux,
      asn_diversity: 3,
      ip_diversity_all: 4,
      ip_diversity_groups: 2,
    });
  });

  it('counts as padnsIpDiversity does', async () => {
    const { response } = await search('');
    for (const record of response.records) {
      const single = await service.get(`/explore/padns/lookup/ipdiversity/a/${record.host}`);
      expect(single.response.records).toEqual([record]);
    }
  });

  it.each([
    ['nsname', 'keeps the hosts whose domain is on that name server now', 'nsname=ns1.crow.test', [flux]],
    ['nsname', 'takes a pattern', 'nsname=*.harbour.test', [spread]],
    ['nsname', 'takes a beginning', 'nsname=NS2.*', [flux]],
    ['nsname', 'takes self for servers inside the domain', 'nsname=self', [www, steady, mail]],
    ['domain', 'keeps that host', 'domain=Steady.example.', [steady]],
    ['domain', 'takes a pattern', 'domain=*.steady.example', [www, mail]],
    ['domain', 'takes a beginning', 'domain=s*', [spread, steady]],
    ['domain', 'takes a pattern with an inner wildcard', 'domain=*eady*', [www, steady, mail]],
    ['domain_regex', 'keeps the hosts that match', 'domain_regex=^(flux|www)', [flux, www]],
    ['domain_regex', 'overrides domain', 'domain_regex=^flux&domain=steady.example', [flux]],
    ['domain_regex', 'is RE2', 'domain_regex=^[[:alpha:]]%2B%5C.example$', [flux, spread, steady]],
    ['mxname', 'keeps the hosts whose domain has that exchanger', 'mxname=mx1.post.test', [flux]],
    ['mxname', 'takes a pattern', 'mxname=*.post.test', [flux]],
    ['mxname', 'takes self', 'mxname=self', [spread]],
    ['asn_diversity', 'is the exact number', 'asn_diversity=3', [flux, spread]],
    ['asn_diversity_min', 'is the least number', 'asn_diversity_min=2', [flux, spread]],
    ['asn_diversity_max', 'is the greatest number', 'asn_diversity_max=1', [www, steady, mail]],
    ['ip_diversity_all', 'is the exact number', 'ip_diversity_all=2', [www]],
    ['ip_diversity_all_min', 'is the least number', 'ip_diversity_all_min=3', [flux, spread]],
    ['ip_diversity_all_max', 'is the greatest number', 'ip_diversity_all_max=1', [steady, mail]],
    ['ip_diversity_groups', 'is the exact number', 'ip_diversity_groups=2', [flux]],
    ['ip_diversity_groups_min', 'is the least number', 'ip_diversity_groups_min=3', [spread]],
    ['ip_diversity_groups_max', 'is the greatest number', 'ip_diversity_groups_max=1', [www, steady, mail]],
    ['first_seen_min', 'is the first day of every record', 'first_seen_min=2026-11-01', [flux]],
    ['first_seen_min_mode', 'any: of one record', 'first_seen_min=2026-11-01&first_seen_min_mode=any', [flux, spread]],
    ['first_seen_max', 'is the last first day of every record', 'first_seen_max=2025-01-01', [www, steady, mail]],
    [
      'first_seen_max_mode',
      'any: of one record',
      'first_seen_max=2025-01-01&first_seen_max_mode=any',
      [spread, www, steady, mail],
    ],
    ['last_seen_min', 'is the first last day of every record', 'last_seen_min=2026-11-20', [www, steady, mail]],
    [
      'last_seen_min_mode',
      'any: of one record',
      'last_seen_min=2026-11-20&last_seen_min_mode=any',
      [spread, www, steady, mail],
    ],
    ['last_seen_max', 'is the last day of every record', 'last_seen_max=2026-11-19', [flux]],
    ['last_seen_max', 'counts the records of that time', 'last_seen_max=2026-06-10', [dark]],
    ['last_seen_max_mode', 'any: of one record', 'last_seen_max=2026-11-18&last_seen_max_mode=any', [flux, spread]],
    ['asnum', 'keeps the hosts in one of those ASNs', 'asnum=64501;64503', [flux, spread]],
    ['asn', 'notin: keeps the others', 'asnum=64501&asn=notin', [www, steady, mail]],
    ['asname', 'chooses ASNs by the beginning of their name', 'asname=access', [flux, spread]],
    [
      'asname_starts_with',
      'chooses ASNs by the beginning of their name',
      'asname_starts_with=ACCESS-B',
      [flux, spread],
    ],
    ['asname_contains', 'chooses ASNs by a part of their name', 'asname_contains=ss-a', [flux, spread]],
    ['asname', 'chooses none when no name is like it', 'asname=cess', []],
    ['asn_match', 'all: every chosen ASN', 'asnum=64500;64501;64502&asn_match=all', [flux, spread]],
    ['asn_match', 'all: none lacks', 'asnum=64500;64503&asn_match=all', []],
    ['asn_match_min', 'limit: at least so many', 'asname=ac&asn_match=limit&asn_match_min=2', [flux, spread]],
    ['asn_match_max', 'limit: at most so many', 'asname=ac&asn_match=limit&asn_match_max=1', [www, steady, mail]],
    [
      'network',
      'keeps the hosts with an address in one of them',
      'network=203.0.113.7/24;192.0.2.8/29',
      [flux, spread],
    ],
    ['registrar', 'is part of the name in the newest record', 'registrar=bargain', [flux]],
    ['registrar', 'is not that of an older record', 'registrar=nightowl', []],
    ['email', 'is an address in the newest record', 'email=Admin@steady.example', [www, steady, mail]],
    ['whois_date_after', 'is the first day of registration', 'whois_date_after=2026-10-09', [flux]],
    ['nschange_from_ns', 'keeps the hosts whose domain left that server', 'nschange_from_ns=ns1.crow.test', [spread]],
    ['nschange_from_ns', 'takes self', 'nschange_from_ns=self', [www, steady, mail]],
    ['nschange_to_ns', 'keeps the hosts whose domain moved to that server', 'nschange_to_ns=*.crow.test', [flux]],
    ['nschange_date_after', 'is the first day of a change', 'nschange_date_after=2026-11-01', [flux]],
    ['nschange_date_before', 'is the last day of a change', 'nschange_date_before=2026-01-01', [spread]],
    [
      'nschange_date_before',
      'is about the same change as the servers are',
      'nschange_date_before=2026-06-01&nschange_to_ns=ns1.steady.example',
      [],
    ],
    ['cert_date_min', 'is the first day of issue', 'cert_date_min=2026-06-01', [flux, spread]],
    ['cert_date_max', 'is the last day of issue', 'cert_date_max=2026-02-01', [www, steady, mail]],
    ['cert_issuer', 'is the common name or the organisation', 'cert_issuer=free+ca', [flux]],
    ['cert_issuer', 'takes a pattern', 'cert_issuer=Paid%2BR*', [spread, www, steady, mail]],
  ] as const)('padnsIpDiversitySearch %s: %s', async (_, __, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('padnsIpDiversitySearch timeline: tells the addresses behind the numbers, newest first', async () => {
    const { response } = await search('timeline=1&domain=flux.example');
    const [{ timeline, ip_diversity_all }] = response.records;
    expect(timeline).toHaveLength(ip_diversity_all);
    expect(timeline[0]).toEqual({
      asn: '64500',
      asname: 'ACME-NET Acme',
      first_seen: '2026-11-10 00:00:00',
      ip: '192.0.2.10',
      last_seen: '2026-11-11 00:00:00',
    });
  });

  it('padnsIpDiversitySearch prefer: job_id answers with a job, whose result is the same', async () => {
    const { response } = await search('prefer=job_id&ip_diversity_groups=3');
    expect(Object.keys(response)).toEqual(['job_status']);
    const done = await service.get(`/explore/job/${response.job_status.job_id}`);
    expect(done.response.records.map(({ host }: { host: string }) => host)).toEqual([spread]);
  });

  it.each([
    ['domain_regex', 'domain_regex=(?=a)'],
    ['asn_match', 'asnum=64500&asn_match=limit'],
    ['network', 'network=2001:db8::/32'],
    ['domain', 'domain=with%20blank'],
    ['nsname', 'nsname=with%20blank'],
    ['cert_date_min', 'cert_date_min=yesterday'],
    ['limit', 'limit=0'],
  ])('names the parameter %s when it is wrong', async (parameter, query) => {
    const { status, body } = await search(query);
    expect([status, (body['error'] as { parameter: string }).parameter]).toEqual([400, parameter]);
  });
});

// Last, because it adds to the collection of all: the networks of the sample collection, its content delivery (many
// addresses in one network each) and its fast-flux campaign.
it('padnsIpDiversitySearch finds the flux campaign of the sample collection by its spread over networks', async () => {
  const scribe = scribeAt(clockAt('2026-11-21'));
  const tables: Record<string, object[]> = {};
  for (const story of [routing, contentDelivery, fluxCampaign])
    for (const { table, row } of story(scribe)) (tables[table] ??= []).push(row);
  await service.add(tables);
  const [hosts, crowd] = [await found('asn_diversity_min=8'), await found('ip_diversity_all_min=20')];
  expect(hosts.sort()).toEqual([
    'harborline-login.example',
    'secure.harborline-login.example',
    'www.harborline-login.example',
  ]);
  expect(crowd.length).toBeGreaterThan(hosts.length);
});
