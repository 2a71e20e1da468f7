import { reverseName, type DomainSubject } from '#model/domain-name.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { coveringPrefixesQuery } from './routing-history.ts';
import { byKey, keyOf } from './address-key.ts';
import { originQuery } from './address-origin.ts';
import { latestWhoisQuery } from './domain-facts.ts';
import { newestSet } from './padns-sets.ts';

/** A moment, or any moment of a day: epoch seconds. */
export interface Moment {
  readonly from: number;
  readonly to: number;
  /** 'yyyy-mm-dd' */
  readonly day: string;
}

/** The DNS records of a domain. */
export interface DomainHosts {
  /** IPv4 addresses of the queried name. */
  readonly addresses: readonly string[];
  /** Of its registrable domain. */
  readonly nameServers: readonly string[];
  readonly mailServers: readonly string[];
}

/** The other parts of a tag. */
export interface TagContext {
  readonly originOf: (address: string) => { readonly asn: number; readonly asname: string };
  /** Of a registrable domain; empty when it is not known. */
  readonly registrarOf: (domain: string) => string;
}

interface TagRequest {
  /** The operationId that asks. */
  readonly name: string;
  readonly subjects: readonly DomainSubject[];
  /** Undefined: what is newest. */
  readonly at: Moment | undefined;
}

/** How many aliases of a name are followed; resolvers follow about as many. */
const maxAliases = 8;

/**
 * The passive DNS records of the subjects, in their order: one statement, and one for each step along aliases.
 * @throws EngineError
 */
export async function collectedHosts(
  engine: Engine,
  { name, subjects, at }: TagRequest,
  options: QueryOptions,
): Promise<DomainHosts[]> {
  const domains = [...new Set(subjects.map(({ domain }) => reverseName(domain)))];
  const answers = new Map<string, Set<string>>();
  const of = (rrtype: RecordRow['rrtype'], rrname: string) => [...(answers.get(`${rrtype} ${rrname}`) ?? [])];
  const asked = new Set<string>();
  let hosts = [...new Set(subjects.map(({ query }) => query))];
  for (let step = 0; step <= maxAliases && hosts.length > 0; step += 1) {
    const names = { hosts: hosts.map(reverseName), domains: step === 0 ? domains : [] };
    const rows = await engine.query(at ? recordsAt(name, names, at) : newestRecords(name, names), options);
    for (const { rrname, rrtype, answer } of rows) {
      const key = `${rrtype} ${rrname}`;
      answers.set(key, (answers.get(key) ?? new Set()).add(answer));
    }
    for (const host of hosts) asked.add(host);
    hosts = [...new Set(hosts.flatMap((host) => of('CNAME', host)))].filter((host) => !asked.has(host));
  }
  const addressesOf = (host: string): string[] => {
    const seen = new Set([host]); // a set is iterated in insertion order, so aliases of aliases follow
    for (const each of seen) for (const alias of of('CNAME', each)) if (seen.size <= asked.size) seen.add(alias);
    return [...new Set([...seen].flatMap((each) => of('A', each)))];
  };
  return subjects.map(({ query, domain }) => ({
    addresses: addressesOf(query),
    nameServers: of('NS', domain),
    mailServers: of('MX', domain),
  }));
}

/** Origins of the addresses (of today, or of that day) and registrars of the subjects; two statements. @throws EngineError */
export async function tagContext(
  engine: Engine,
  { name, subjects, at }: TagRequest,
  addresses: readonly string[],
  options: QueryOptions,
): Promise<TagContext> {
  const ips = [...new Set(addresses)];
  const domains = [...new Set(subjects.map(({ domain }) => domain))];
  const [origins, whois] = await Promise.all([
    at ? originsOn(engine, name, ips, at.day, options) : engine.query(originQuery(name, ips), options),
    engine.query(latestWhoisQuery(name, domains, at?.day), options),
  ]);
  const known = byKey<Origin>(origins);
  const registrars = new Map(whois.map(({ domain, registrar }) => [domain, registrar]));
  return {
    originOf: (address) => known.get(keyOf(address)) ?? { asn: 0, asname: '' },
    registrarOf: (domain) => registrars.get(domain) ?? '',
  };
}

interface Origin {
  readonly key: string;
  readonly asn: number;
  readonly asname: string;
}

/** By the longest prefix that was announced on the day 'yyyy-mm-dd'. */
async function originsOn(
  engine: Engine,
  name: string,
  ips: readonly string[],
  day: string,
  options: QueryOptions,
): Promise<Origin[]> {
  const longestFirst = await engine.query(
    coveringPrefixesQuery(name, ips, { from: day, to: day, today: day }),
    options,
  );
  return longestFirst.toReversed(); // the last row of an address counts
}

interface RecordRow {
  readonly rrname: string;
  readonly rrtype: 'A' | 'CNAME' | 'NS' | 'MX';
  readonly answer: string;
}

/** Reversed names: hosts for addresses and aliases, domains for servers. */
interface Names {
  readonly hosts: readonly string[];
  readonly domains: readonly string[];
}

/**
 * Servers are the members of the newest set, as in NS changes. Addresses and aliases are not stored as sets, so those last
 * seen within a day of the newest count as one answer; a host that became an alias loses its old addresses.
 */
function newestRecords(name: string, { hosts, domains }: Names): Query<RecordRow> {
  return {
    name,
    sql: `
      SELECT reverse(rname) AS rrname, toString(type) AS rrtype, answer
      FROM (
        SELECT rname, fwd.rrtype AS type, answer, last_seen, max(last_seen) OVER (PARTITION BY rname) AS newest
        FROM fwd FINAL WHERE rname IN {hosts:Array(String)} AND fwd.rrtype IN ('A', 'CNAME')
      ) WHERE last_seen >= newest - INTERVAL 1 DAY
      UNION ALL
      SELECT reverse(rname) AS rrname, toString(type) AS rrtype, arrayJoin(servers) AS answer
      FROM (
        SELECT rname, rrsets.rrtype AS type, ${newestSet} AS servers FROM rrsets
        WHERE rrsets.rrtype IN ('NS', 'MX') AND rname IN {domains:Array(String)} GROUP BY type, rname
      )`,
    params: { hosts, domains },
    settings: { max_threads: 1 },
  };
}

/** C5: every record whose first_seen <= as_of <= last_seen. */
function recordsAt(name: string, { hosts, domains }: Names, { from, to }: Moment): Query<RecordRow> {
  return {
    name,
    sql: `
      SELECT reverse(rname) AS rrname, toString(fwd.rrtype) AS rrtype, answer
      FROM fwd FINAL
      WHERE ((rname IN {hosts:Array(String)} AND fwd.rrtype IN ('A', 'CNAME'))
          OR (rname IN {domains:Array(String)} AND fwd.rrtype IN ('NS', 'MX')))
        AND first_seen <= toDateTime({to:UInt32}, 'UTC') AND last_seen >= toDateTime({from:UInt32}, 'UTC')`,
    params: { hosts, domains, from, to },
    settings: { max_threads: 1 },
  };
}
