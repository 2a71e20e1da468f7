import { reverseName, type DomainSubject } from '#model/domain-name.ts';
import { groupBy } from '#model/group-by.ts';
import { newestServers } from '#model/ns-timeline.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { coveringPrefixesQuery } from './routing-history.ts';
import { byKey, keyOf } from './address-key.ts';
import { originQuery } from './address-origin.ts';
import { latestWhoisQuery } from './domain-facts.ts';
import { newestSets } from './padns-sets.ts';

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
 * The passive DNS records of the subjects, in their order: two statements, and one for each step along aliases.
 * @throws EngineError
 */
export async function collectedHosts(
  engine: Engine,
  { name, subjects, at }: TagRequest,
  options: QueryOptions,
): Promise<DomainHosts[]> {
  const domains = [...new Set(subjects.map(({ domain }) => reverseName(domain)))];
  const answers = new Map<string, Set<string>>();
  const recordKey = ({ rrtype, rrname }: Omit<RecordRow, 'answer'>) => `${rrtype} ${rrname}`;
  const of = (rrtype: RecordRow['rrtype'], rrname: string) => [...(answers.get(recordKey({ rrtype, rrname })) ?? [])];
  const note = (row: RecordRow) =>
    answers.set(recordKey(row), (answers.get(recordKey(row)) ?? new Set()).add(row.answer));
  const asked = new Set<string>();
  const readHosts = async (): Promise<void> => {
    let hosts = [...new Set(subjects.map(({ query }) => query))];
    for (let step = 0; step <= maxAliases && hosts.length > 0; step += 1) {
      const reversed = hosts.map(reverseName);
      const rows = await engine.query(
        at ? recordsAt(name, ['A', 'CNAME'], reversed, at) : newestHosts(name, reversed),
        options,
      );
      for (const row of rows) note(row);
      for (const host of hosts) asked.add(host);
      hosts = [...new Set(hosts.flatMap((host) => of('CNAME', host)))].filter((host) => !asked.has(host));
    }
  };
  const readServers = async (): Promise<void> => {
    if (at) {
      for (const row of await engine.query(recordsAt(name, ['NS', 'MX'], domains, at), options)) note(row);
      return;
    }
    const sets = await engine.query(newestSets(name, ['NS', 'MX'], domains), options);
    for (const [key, ofName] of groupBy(sets, recordKey)) answers.set(key, new Set(newestServers(ofName)));
  };
  await Promise.all([readHosts(), readServers()]);
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

/**
 * Addresses and aliases are not stored as sets, so those last seen within a day of the newest count as one answer; a host that
 * became an alias loses its old addresses.
 * @param hosts reversed
 */
function newestHosts(name: string, hosts: readonly string[]): Query<RecordRow> {
  return {
    name,
    sql: `
      SELECT reverse(rname) AS rrname, toString(type) AS rrtype, answer
      FROM (
        SELECT rname, fwd.rrtype AS type, answer, last_seen, max(last_seen) OVER (PARTITION BY rname) AS newest
        FROM fwd FINAL WHERE rname IN {hosts:Array(String)} AND fwd.rrtype IN ('A', 'CNAME')
      ) WHERE last_seen >= newest - INTERVAL 1 DAY`,
    params: { hosts },
    settings: { max_threads: 1 },
  };
}

/**
 * C5: every record whose first_seen <= as_of <= last_seen.
 * @param types of records
 * @param names reversed
 */
function recordsAt(
  name: string,
  types: readonly RecordRow['rrtype'][],
  names: readonly string[],
  { from, to }: Moment,
): Query<RecordRow> {
  return {
    name,
    sql: `
      SELECT reverse(rname) AS rrname, toString(fwd.rrtype) AS rrtype, answer
      FROM fwd FINAL
      WHERE rname IN {names:Array(String)} AND fwd.rrtype IN {types:Array(String)}
        AND first_seen <= toDateTime({to:UInt32}, 'UTC') AND last_seen >= toDateTime({from:UInt32}, 'UTC')`,
    params: { names, types, from, to },
    settings: { max_threads: 1 },
  };
}
