import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Scope } from './meanings.ts';

/** All subjects in the collection, always in the same order. */
export interface Subjects {
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
  readonly domains: readonly string[];
  readonly servers: readonly string[];
  readonly asns: readonly number[];
  readonly subnets: readonly string[];
  /** Some subjects of every kind in the collection, for operations about one subject. */
  readonly some: { readonly ipv4: readonly string[]; readonly domains: readonly string[] };
}

/** Subjects of each kind for operations about one subject. */
const someOfKind = 20;

/** Every address, network and name server of the collection, and some subjects of each kind. */
export async function subjectsOf(engine: Engine): Promise<Subjects> {
  const list = async <T>(sql: string): Promise<T[]> =>
    (await engine.query<{ subject: T }>({ name: 'agreement', sql })).map(({ subject }) => subject);
  const addresses = (tables: string) =>
    `SELECT DISTINCT lower(hex(ip)) AS subject FROM (${tables}) ORDER BY cityHash64(subject)`;
  const seen = (rrtype: string) => `SELECT ip FROM rev WHERE rrtype = '${rrtype}'`;
  const listed = (four: boolean) =>
    `SELECT ip FROM listings WHERE ip != toIPv6('::') AND ${four ? '' : 'NOT '}startsWith(toString(ip), '::ffff:')`;
  const some = (sql: string, count = someOfKind) =>
    list<string>(`SELECT subject FROM (${sql}) GROUP BY subject ORDER BY cityHash64(subject) LIMIT ${count}`);
  const keyed = 'SELECT lower(hex(ip)) AS subject FROM';
  const [ipv4, ipv6, domains, servers, asns, subnets] = await Promise.all([
    list<string>(addresses(`${seen('A')} UNION ALL ${listed(true)}`)),
    list<string>(addresses(`${seen('AAAA')} UNION ALL ${listed(false)}`)),
    list<string>(`SELECT reverse(rname) AS subject FROM fwd WHERE rrtype = 'NS' GROUP BY rname
                  ORDER BY cityHash64(subject)`),
    list<string>(
      `SELECT reverse(arev) AS subject FROM rev WHERE rrtype = 'NS' GROUP BY arev ORDER BY cityHash64(subject)`,
    ),
    list<number>(`SELECT asn AS subject FROM asns FINAL ORDER BY cityHash64(subject)`),
    list<string>(`SELECT DISTINCT concat(toString(toIPv4(first)), '/', toString(length - 96)) AS subject FROM prefixes
                  WHERE startsWith(toString(first), '::ffff:') AND length >= 96 ORDER BY cityHash64(subject)`),
  ]);
  const delegated = "IN (SELECT rname FROM fwd WHERE rrtype = 'NS')";
  const names = await Promise.all([
    some('SELECT domain AS subject FROM ns_transfers'),
    some(`SELECT host AS subject FROM listings WHERE reverse(host) ${delegated}`),
    some(`SELECT hostname AS subject FROM scan_html WHERE reverse(hostname) ${delegated}`),
    some("SELECT key AS subject FROM facts WHERE subject_type = 'domain' AND kind IN ('expired', 'dynamic_dns')"),
    some(
      "SELECT domain AS subject FROM whois WHERE created > '1970-01-02 00:00:00' AND created < '2000-01-01 00:00:00'",
    ),
  ]);
  // enrichment of a domain and of its addresses shows the same scans
  const scanned = names[2].map((name) => `'${name}'`).join(', ') || "''";
  const four = "startsWith(toString(ip), '::ffff:')";
  const kinds = await Promise.all([
    some(`${keyed} listings WHERE ip != toIPv6('::') AND ${four}`),
    some(
      `${keyed} scan_certificates WHERE fingerprint_sha1 IN
         (SELECT fingerprint_sha1 FROM certificates WHERE not_after < now('UTC')) AND ${four}`,
      2 * someOfKind,
    ),
    some(`${keyed} scan_jarm WHERE ${four}`),
    some(`${keyed} scan_html WHERE hostname IN (${scanned}) AND ${four}`),
    some(
      `SELECT lower(hex(first)) AS subject FROM facts WHERE subject_type = 'ip'
         AND kind IN ('known_benign', 'sinkhole', 'tor_exit', 'dsl_dynamic') AND startsWith(toString(first), '::ffff:')`,
    ),
    some(`${keyed} rev WHERE rrtype = 'A'`),
  ]);
  const unique = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())];
  return {
    ipv4: ipv4.map(addressOfKey),
    ipv6: ipv6.map(addressOfKey),
    domains,
    servers,
    asns,
    subnets,
    some: { ipv4: unique(kinds).map(addressOfKey), domains: unique(names) },
  };
}

export interface AgreementQuestion {
  readonly operation: OperationId;
  /** With its query, the rest of the path filled in. */
  readonly path: string;
  readonly body?: object;
  /** Parts of the subject that the answer need not repeat. */
  readonly known: Partial<Scope>;
}

const bulk = 100;

/** The questions about all subjects. @param today yyyymmdd */
export function* questionsAbout(subjects: Subjects, today: number): Generator<AgreementQuestion> {
  const day = String(today).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  for (const ips of chunks(subjects.ipv4)) {
    yield ask('ipv4RiskScoreBulk', '', {}, { ips });
    yield ask('ipv4InfoBulk', '', {}, { ips });
    yield ask('ipv4HistoryBulk', '', {}, { ips, dates: [today] });
  }
  for (const ips of chunks(subjects.ipv6)) {
    yield ask('ipv6RiskScoreBulk', '', {}, { ips });
    yield ask('ipv6InfoBulk', '', {}, { ips });
  }
  for (const domains of chunks(subjects.domains)) {
    yield ask('domainRiskScoreBulk', '', {}, { domains });
    yield ask('domainInfoBulk', '', {}, { domains });
  }
  yield ask(
    'riskScores',
    '',
    {},
    { ips: [...subjects.ipv4, ...subjects.ipv6].slice(0, 500), domains: subjects.domains.slice(0, 500) },
  );
  for (const domains of chunks(subjects.some.domains)) yield ask('domainInfratagBulk', '?mode=padns', {}, { domains });
  for (const asns of chunks(subjects.asns)) {
    yield ask('asnSubnetsBulk', '', {}, { asns });
    yield ask('asnSubnetsHistoryBulk', '', {}, { asns, dates: [today] });
  }
  for (const rank of [
    'takedownReputationRank',
    'nsReputationRank',
    'asnReputationRank',
    'subnetReputationRank',
    'ipv4ReputationRank',
  ] as const)
    yield ask(rank, '?explain=1&limit=1000', {});
  for (const scans of ['scanCertificates', 'scanFavicon', 'scanJarm'] as const) yield ask(scans, '?limit=1000', {});
  for (const scans of ['scanHeaders', 'scanOpenDirectories'] as const) yield ask(scans, '?limit=100', {});
  yield ask('nameServersListed', '', {});
  yield ask('nsTransfers', '?from_ns=*&to_ns=*&days=365&nschanges_only=1', {});
  yield ask('padnsTranslate', '', { qtype: 'nshash', query: '0'.repeat(32) });
  yield ask('padnsIpDiversitySearch', '?limit=1000', {});
  for (const ipv4 of subjects.some.ipv4) yield* aboutIpv4(ipv4, day);
  for (const ipv6 of subjects.ipv6.slice(0, 10)) yield* aboutIpv6(ipv6);
  for (const domain of subjects.some.domains) yield* aboutDomain(domain);
  for (const asn of subjects.asns) {
    const path = { asn: String(asn) };
    for (const operation of [
      'takedownReputation',
      'takedownReputationHistory',
      'asnReputation',
      'asnReputationHistory',
    ] as const)
      yield ask(operation, newest, path);
    yield ask('asnLookup', `?asnum=${asn}`, {});
  }
  for (const [index, cidr] of subjects.subnets.entries()) {
    const [subnet = '', mask = ''] = cidr.split('/');
    yield ask('subnetReputation', newest, { subnet, mask });
    if (index % 6 === 0) yield ask('subnetReputationHistory', newest, { subnet, mask });
  }
  for (const [index, nameserver] of subjects.servers.entries()) {
    yield ask('nsReputation', newest, { nameserver });
    yield ask('padnsDensity', '', { qtype: 'nssrv', query: nameserver });
    yield ask('padnsReverse', '', { qtype: 'ns', qname: nameserver });
    if (index % 4 === 0) yield ask('nsReputationHistory', newest, { nameserver });
  }
}

/** Selects the newest record of a history, which is that of today. */
const newest = '?explain=1&limit=1';

function* aboutIpv4(ipv4: string, day: string): Generator<AgreementQuestion> {
  const known = { address: ipv4 };
  yield ask('ipv4Info', '?explain=1&scan_data=1', { ipv4 });
  yield ask('ipv4RiskScore', '', { ipv4 });
  yield ask('enrichIpv4', '?explain=1&scan_data=1', { ipv4 });
  yield ask('ipv4History', `?date=${day}`, { ipv4 }, undefined, known);
  yield ask('ipv4Reputation', newest, { ipv4 });
  yield ask('ipv4ReputationHistory', newest, { ipv4 });
  yield ask('padnsDensity', '', { qtype: 'ipv4', query: ipv4 });
  for (const scans of ['scanCertificates', 'scanFavicon', 'scanJarm'] as const) yield ask(scans, `?ipv4=${ipv4}`, {});
}

function* aboutIpv6(ipv6: string): Generator<AgreementQuestion> {
  yield ask('ipv6Info', '?explain=1', { ipv6 });
  yield ask('ipv6RiskScore', '', { ipv6 });
  yield ask('enrichIpv6', '?explain=1&scan_data=1', { ipv6 });
  yield ask('padnsDensity', '', { qtype: 'ipv6', query: ipv6 });
}

function* aboutDomain(domain: string): Generator<AgreementQuestion> {
  const known = { name: domain };
  yield ask('domainInfo', '', { domain });
  yield ask('domainRiskScore', '', { domain }, undefined, known);
  yield ask('enrichDomain', '?explain=1&scan_data=1', { domain }, undefined, known);
  for (const operation of ['domainNsChanges', 'domainWhois', 'domainSiblings', 'domainCousins'] as const)
    yield ask(operation, '', { domain });
  yield ask('domainNsChangesSummary', '', { domain });
  yield ask('domainInfratag', '?mode=padns', { domain });
  yield ask('domainCertificates', '?limit=100', { domain });
  yield ask('padnsIpDiversity', '?scope=host&timeline=1', { qtype: 'a', query: domain });
  for (const qtype of ['a', 'ns', 'mx']) yield ask('padnsForward', '', { qtype, qname: domain });
  yield ask('padnsUnsanctioned', '', { qtype: 'a', qname: `*${domain}`, qanswer: '_' });
  for (const qtype of ['ns', 'mx']) yield ask('padnsBoth', '', { qtype, qname: domain, qanswer: '_' });
}

function ask(
  operation: OperationId,
  query: string,
  path: Readonly<Record<string, string>>,
  body?: object,
  known: Partial<Scope> = {},
): AgreementQuestion {
  const filled = operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  return { operation, path: `${filled}${query}`, known, ...(body && { body }) };
}

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += bulk) yield all.slice(at, at + bulk);
}
