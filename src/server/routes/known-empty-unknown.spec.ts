import { beforeAll, expect, it } from 'vitest';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { sourceBit } from '#model/record-source.ts';
import { interfaceOperations } from '#test/server/fuzz.ts';
import { missingFields } from '#test/server/promised-fields.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// A collection of logs alone: one name and two addresses, seen once, and one name that is in use.

const service = useTestService({ now: new Date('2026-11-21T12:00:00Z') });
const seen: [string, string] = ['2018-05-03', '2018-05-03'];
const recent: [string, string] = ['2026-11-01', '2026-11-20'];
beforeAll(() =>
  service.add({
    obs: [
      { ...observation('A', 'once.org', '104.16.9.9', seen), sources: sourceBit('logs') },
      { ...observation('AAAA', 'once.org', '2606:4700::9', seen), sources: sourceBit('logs') },
      { ...observation('A', 'used.org', '104.16.9.10', recent), sources: sourceBit('logs') },
      ...observedSet('NS', 'used.org', ['ns1.used.org'], recent).map((row) => ({ ...row, sources: sourceBit('logs') })),
    ],
    asns: [{ asn: 64501, asname: 'ACME', import: 1 }],
    scan_headers: [
      { ip: '::ffff:104.16.9.10', hostname: 'used.org', scan_date: '2026-11-20 00:00:00', response: '200 OK' },
    ],
  }),
);

const network = { asn: '64500', subnet: '104.16.9.0', mask: '24', nameserver: 'ns1.once.org', job_id: 'none' };
const known = { ...network, domain: 'once.org', ipv4: '104.16.9.9', ipv6: '2606:4700::9' };
const unknown = { ...network, domain: 'nobody.org', ipv4: '104.16.7.7', ipv6: '2606:4700::7' };
type Subjects = typeof known;

interface Question {
  /** Values of the path that differ from the subjects. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
}

const questions: Partial<Record<OperationId, (subjects: Subjects) => Question>> = {
  scanCertificates: ({ ipv4 }) => ({ query: `ipv4=${ipv4}` }),
  scanFavicon: ({ ipv4 }) => ({ query: `ipv4=${ipv4}` }),
  scanHeaders: ({ ipv4 }) => ({ query: `ipv4=${ipv4}` }),
  scanJarm: ({ ipv4 }) => ({ query: `ipv4=${ipv4}` }),
  scanOpenDirectories: ({ ipv4 }) => ({ query: `ipv4=${ipv4}` }),
  ipv4RiskScoreBulk: ({ ipv4 }) => ({ body: { ips: [ipv4] } }),
  ipv4InfoBulk: ({ ipv4 }) => ({ body: { ips: [ipv4] } }),
  ipv4HistoryBulk: ({ ipv4 }) => ({ body: { ips: [ipv4], dates: [20180503] } }),
  ipv6RiskScoreBulk: ({ ipv6 }) => ({ body: { ips: [ipv6] } }),
  ipv6InfoBulk: ({ ipv6 }) => ({ body: { ips: [ipv6] } }),
  asnSubnetsBulk: () => ({ body: { asns: [64500] } }),
  asnSubnetsHistoryBulk: () => ({ body: { asns: [64500], dates: [20180503] } }),
  domainRiskScoreBulk: ({ domain }) => ({ body: { domains: [domain] } }),
  domainInfoBulk: ({ domain }) => ({ body: { domains: [domain] } }),
  domainInfratag: () => ({ query: 'mode=padns' }),
  domainInfratagBulk: ({ domain }) => ({ query: 'mode=padns', body: { domains: [domain] } }),
  nsTransfers: () => ({ query: 'from_ns=*&to_ns=*' }),
  padnsForward: ({ domain }) => ({ path: { qtype: 'a', qname: domain } }),
  padnsReverse: ({ ipv4 }) => ({ path: { qtype: 'a', qname: ipv4 } }),
  padnsBoth: ({ domain, ipv4 }) => ({ path: { qtype: 'a', qname: domain, qanswer: ipv4 } }),
  padnsUnsanctioned: ({ domain, ipv4 }) => ({
    path: { qtype: 'a', qname: `*${domain}`, qanswer: ipv4 },
    query: 'net=in&first_seen_after=2018-01-01',
  }),
  padnsTranslate: () => ({ path: { qtype: 'nshash', query: '0'.repeat(32) } }),
  padnsDensity: ({ ipv4 }) => ({ path: { qtype: 'ipv4', query: ipv4 } }),
  padnsIpDiversity: ({ domain }) => ({
    path: { qtype: 'a', query: domain },
    query: 'window=36500&scope=host&timeline=1',
  }),
  padnsIpDiversitySearch: ({ domain }) => ({ query: `domain=${domain}` }),
  asnLookup: () => ({ query: 'asnum=64500' }),
};

function ask(operationId: OperationId, subjects: Subjects) {
  const { path = {}, query = '', body } = questions[operationId]?.(subjects) ?? {};
  const values: Readonly<Record<string, string>> = { ...subjects, ...path };
  const filled = operations[operationId].path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const more = parameters[operationId].filter(({ name }) => name === 'explain' || name === 'scan_data');
  const url = `${filled}?${[query, ...more.map(({ name }) => `${name}=1`)].join('&')}`;
  return body ? service.post(url, body) : service.get(url);
}

/** How an answer reads: a record, the empty form of the interface, "Not found", or the status of a failure. */
async function formOf(operationId: OperationId, subjects: Subjects): Promise<string> {
  const { status, response } = await ask(operationId, subjects);
  if (status !== 200) return String(status);
  const text = JSON.stringify(response);
  if (text.includes('"error":"Not found"')) return 'Not found';
  return /^\{"\w+":\[\]|"not_observed":true.*\}\}\}$|"results":0,"\w+":\[\]\}\}$/.test(text) ? 'empty' : 'record';
}

// the table of docs/scores.md, "Known, empty and unknown"
const forms: Readonly<Record<string, string>> = {
  'A1 A2 A8 A9 B1 B2 B3 B4 C1 C2 C3 C4 D14 D15 G1 G2 G3': 'record, Not found',
  'C7 C8 C13 C14': 'empty, Not found',
  'A10 A11 A12 A13 C5 C6 C10 D2 D3 D5 D6 D9 D10 D12 D13': 'Not found, Not found',
  'E1 E2 E3 E4 E6 E7': 'record, empty',
  'A3 A4 A5 A6 A7 C9 C12 D1 D4 D7 D8 D11 D16 E5 E8 F2': 'empty, empty',
  // live look-ups are off, and there is no job
  C11: '503, 503',
  F1: '404, 404',
};

it('a known subject without data has the empty form, an unknown one is not found', async () => {
  const expected = Object.entries(forms).flatMap(([items, form]) => items.split(' ').map((item) => [item, form]));
  const found = [];
  for (const id of interfaceOperations)
    found.push([operations[id].item, `${await formOf(id, known)}, ${await formOf(id, unknown)}`]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

it('without an observed name server C7, C8 and G1 agree that changes and parking are unknown', async () => {
  const { nschanges, ns_reputation } = (await ask('enrichDomain', known)).response;
  expect(nschanges.results_summary).toMatchObject({ not_observed: true, num_changes_all: 0, last_change: null });
  expect((await ask('domainNsChangesSummary', known)).response).toEqual({ nschanges });
  expect((await ask('domainNsChanges', known)).response.nschanges).toEqual({ nschanges: [], ...nschanges });
  expect(ns_reputation).toMatchObject({ is_expired: null, is_parked: null, is_sinkholed: null });
});

const used = { ...known, domain: 'used.org', ipv4: '104.16.9.10', nameserver: 'ns1.used.org' };
const kinds = ['expiry', 'parking', 'sinkhole'];
const untracked = { ns_reputation: { is_expired: null, is_parked: null, is_sinkholed: null } };

// where the interface has no null, the answer says what was not looked at
it.each<[string, OperationId, Subjects, object]>([
  ['kinds of unseen name servers', 'enrichDomain', known, untracked],
  ['kinds of name servers', 'enrichDomain', used, untracked],
  [
    'changes to such name servers',
    'domainNsChanges',
    used,
    { nschanges: { results_summary: { has_change_parked_to: false, num_changes_all: 0, not_tracked: kinds } } },
  ],
  [
    'lists of popular domains and services',
    'enrichDomain',
    used,
    {
      domain_urls: { results_summary: { toplist_rank: null, toplist_top10k: false, is_dynamic_domain: false } },
      domaininfo: {
        not_tracked: expect.arrayContaining(['listings', 'toplist', 'url_shortener', 'dynamic_dns']) as object,
      },
    },
  ],
  [
    'the day of registration',
    'enrichDomain',
    used,
    { domaininfo: { is_new: false, whois_age: '' }, checked: ['ns_entropy_score'] },
  ],
  [
    'certificates and directories of a domain',
    'enrichDomain',
    used,
    { host_flags: [{ host_has_expired_certificate: null, host_has_open_directory: null }] },
  ],
  [
    'certificates and directories of an address',
    'enrichIpv4',
    used,
    { ip2asn: [{ not_scanned: ['certificate', 'open_directory'], ip_has_open_directory: false }] },
  ],
  [
    'lists of addresses',
    'enrichIpv4',
    used,
    {
      ip2asn: [
        {
          ip_flags: { is_proxy: null, is_sinkhole: null, is_vpn: null },
          not_tracked: expect.arrayContaining(['listings', 'tor_exit', 'dsl_dynamic', 'known_benign']) as object,
          verdict: 'insufficient',
        },
      ],
    },
  ],
  ...(['ipv4Reputation', 'ipv4ReputationHistory'] as const).map((id): [string, OperationId, Subjects, object] => [
    'names on an address, none of them active',
    id,
    known,
    {
      [id === 'ipv4Reputation' ? 'ip_reputation' : 'ip_reputation_history']: [
        { ip_reputation: 0, not_enough_data: true },
      ],
    },
  ]),
  ['names on an address, without a list', 'ipv4Reputation', used, { ip_reputation: [{ not_enough_data: true }] }],
  [
    'domains of a name server, without a list',
    'nsReputation',
    used,
    { ns_server_reputation: [{ verdict: 'insufficient' }] },
  ],
  [
    'listings that an operator could act on',
    'takedownReputation',
    { ...used, asn: '64501' },
    { takedown_reputation: { asn_takedown_reputation: 0, not_enough_data: true } },
  ],
  ['the same day by day', 'nsReputationHistory', used, { ns_server_reputation_history: [{ not_enough_data: true }] }],
])('says what was not looked at: %s (%s)', async (_, id, subjects, expected) => {
  expect((await ask(id, subjects)).response).toMatchObject(expected);
});

it('every promised field is present in all 60 operations over a log-only collection', async () => {
  const missing = [];
  for (const id of interfaceOperations) {
    const { status, response } = await ask(id, known);
    if (status === 200) missing.push(...missingFields(id, response));
  }
  expect(missing).toEqual([]);
});

it('a domain that only a list names has the fields of its registration that clients read', async () => {
  const listed = { indicator: 'bad.org', host: 'bad.org', first_listed: '2026-11-01', last_listed: '2026-11-20' };
  await service.add({ listings: [listed] });
  const { domaininfo } = (await ask('enrichDomain', { ...known, domain: 'bad.org' })).response;
  expect(domaininfo).toMatchObject({ registrar: '', whois_age: '', whois_created_date: '' });
});
