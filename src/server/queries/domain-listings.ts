import { parentDomains, reverseName } from '#model/domain-name.ts';
import type { ListingSpan } from '#model/listing-history.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { mergeParams } from './condition.ts';
import { domainsOfRname, rangeSettings, readRanges } from './domain-facts.ts';
import type { DomainSubject } from './domain-subject.ts';
import { countsToday } from './listing-spans.ts';

/** The listings that are under one name. */
interface HostRow {
  readonly host: string;
  /** Those that have not run out. */
  readonly spans: readonly ListingSpan[];
  /** Different URLs that were listed. */
  readonly urls: number;
  /** Names of the sources that listed it. */
  readonly feeds: readonly string[];
}

export interface DomainListings {
  /** Those that have not run out, each with the name it is under. */
  readonly spans: readonly (readonly [...ListingSpan, host: string])[];
  readonly urls: number;
  /** Sorted. */
  readonly feeds: readonly string[];
}

interface ListingsRequest {
  readonly name: string;
  readonly subjects: readonly DomainSubject[];
  /** 'yyyy-mm-dd' */
  readonly today: string;
}

/**
 * The listings of subjects: of the domain, of names below it that passive DNS has seen, and of the queried name; undefined
 * without any. Two statements, and a third when names below are listed.
 * @returns what takes a subject and whether its domain gives subdomains to anyone: names below such a domain count
 * their holders, not for the domain
 * @throws EngineError
 */
export async function readDomainListings(
  engine: Engine,
  { name, subjects, today }: ListingsRequest,
  options: QueryOptions,
): Promise<(subject: DomainSubject, isDynamic: boolean) => DomainListings | undefined> {
  const domains = [...new Set(subjects.map(({ domain }) => domain))];
  const names = [...new Set([...domains, ...subjects.map(({ query }) => query)])];
  const [ofNames, below] = await Promise.all([
    engine.query(hostsQuery(name, names, today), options),
    engine.query(listedBelowQuery(name, domains, today), options),
  ]);
  const asked = new Set(names);
  const others = below.map(({ host }) => host).filter((host) => !asked.has(host));
  const ofOthers = others.length === 0 ? [] : await engine.query(hostsQuery(name, others, today), options);
  const rowOf = new Map([...ofNames, ...ofOthers].map((row) => [row.host, row]));
  const belowOf = new Map<string, string[]>(domains.map((domain) => [domain, []]));
  for (const { host } of below) for (const parent of parentDomains(host)) belowOf.get(parent)?.push(host);
  return ({ query, domain }, isDynamic) => {
    const hosts = [domain, query, ...(isDynamic ? [] : (belowOf.get(domain) ?? []))];
    return joined([...new Set(hosts)].flatMap((host) => rowOf.get(host) ?? []));
  };
}

function joined(rows: readonly HostRow[]): DomainListings | undefined {
  if (rows.length === 0) return undefined;
  return {
    spans: rows.flatMap(({ host, spans }) => spans.map((span) => [...span, host] as const)),
    // a URL is under one host
    urls: rows.reduce((sum, { urls }) => sum + urls, 0),
    feeds: [...new Set(rows.flatMap(({ feeds }) => feeds))].toSorted(),
  };
}

/** Names below domains that passive DNS has seen and that a list names; none below one that hands out sub-domains. */
function listedBelowQuery(name: string, domains: readonly string[], today: string): Query<{ readonly host: string }> {
  const below = readRanges(domains, 'DISTINCT rname');
  return {
    name,
    sql: `
      SELECT DISTINCT host FROM listings
      WHERE kind = 'host' AND first_listed <= {today:Date32} AND host IN (
        SELECT host FROM (SELECT ${domainsOfRname(domains)} AS domain, reverse(rname) AS host FROM (${below.sql}))
        WHERE domain NOT IN (
          SELECT key FROM facts FINAL
          WHERE subject_type = 'domain' AND first = toIPv6('::') AND key IN {domains:Array(String)}
            AND kind = 'dynamic_dns' AND valid_from <= {today:Date32} AND valid_to >= {today:Date32}
        )
      )`,
    params: mergeParams(below.params, { domains, reversed: domains.map(reverseName), today }),
    settings: rangeSettings,
  };
}

function hostsQuery(name: string, hosts: readonly string[], today: string): Query<HostRow> {
  return {
    name,
    sql: `
      SELECT host, groupArrayIf((toUInt32(first_listed), toUInt32(last_listed), toString(source)), ${countsToday}) AS spans,
        toUInt32(uniqExactIf(indicator, position(indicator, '/') > 0)) AS urls, groupUniqArray(toString(source)) AS feeds
      FROM listings FINAL
      WHERE host IN {hosts:Array(String)} AND kind = 'host' AND first_listed <= {today:Date32}
      GROUP BY host`,
    params: { hosts, today },
    settings: { max_threads: 1 },
  };
}
