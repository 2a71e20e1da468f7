import { reverseName } from '#model/domain-name.ts';
import { benignToplistRank, type FactKind } from '#model/fact-kind.ts';
import type { ListingSpan } from '#model/listing-history.ts';
import { sourceBit } from '#model/record-source.ts';
import type { NsEpisode } from '#model/ns-timeline.ts';
import type { Query } from '#server/engine/engine.ts';
import { allOf, condition, mergeParams, type Condition } from './condition.ts';
import type { DomainSubject } from './domain-subject.ts';
import type { FactRow } from './fact-rows.ts';
import { countsToday } from './listing-spans.ts';

export interface SightingRow {
  readonly domain: string;
  /** Epoch seconds, over all records of the domain and of names below it. */
  readonly first: number;
  readonly last: number;
  /**
   * The first sighting that can tell how old the domain is; null without one. That own sensors or a live look-up met it for the first
   * time says nothing about its age.
   */
  readonly born: number | null;
}

const ownSources = sourceBit('live') + sourceBit('logs');

/** When passive DNS first and last saw each domain; no row for one that it never saw. */
export function sightingsQuery(name: string, domains: readonly string[]): Query<SightingRow> {
  const range = domainRanges(domains);
  return {
    name,
    sql: `SELECT ${domainsOfRname(domains)} AS domain, toUnixTimestamp(min(first_seen)) AS first,
                 toUnixTimestamp(max(last_seen)) AS last,
                 minOrNullIf(toUnixTimestamp(fwd.first_seen), sources = 0 OR bitAnd(sources, bitNot(toUInt64(${ownSources}))) != 0) AS born
          FROM fwd WHERE ${range.sql} GROUP BY domain`,
    params: mergeParams(range.params, keys(domains)),
    settings: { max_threads: 1 },
  };
}

export interface ZoneRow {
  readonly zone: string;
}

/** The zones with a name that passive DNS has seen; of each only whether there is one is read. */
export function seenZonesQuery(name: string, zones: readonly string[]): Query<ZoneRow> {
  const parts = zones.map((zone, at) => ({
    sql: `(SELECT {z${at}:String} AS zone FROM fwd
           WHERE rname = {r${at}:String} OR startsWith(rname, {b${at}:String}) LIMIT 1)`,
    params: { [`z${at}`]: zone, [`r${at}`]: reverseName(zone), [`b${at}`]: `${reverseName(zone)}.` },
  }));
  return {
    name,
    sql: parts.map(({ sql }) => sql).join(' UNION ALL '),
    params: mergeParams(...parts.map(({ params }) => params)),
    settings: { max_threads: 1 },
  };
}

/** The zones of which a registration, a fact or a listing tells. No key leads there: only for zones that DNS never saw. */
export function toldZonesQuery(name: string, zones: readonly string[]): Query<ZoneRow> {
  const zoneOf = (column: string) => `substringIndex(${column}, '.', -1)`;
  return {
    name,
    sql: `SELECT DISTINCT zone FROM (
            SELECT ${zoneOf('domain')} AS zone FROM whois UNION ALL SELECT ${zoneOf('key')} AS zone FROM facts WHERE subject_type = 'domain'
            UNION ALL SELECT ${zoneOf('host')} AS zone FROM listings WHERE kind = 'host'
          ) WHERE zone IN {zones:Array(String)}`,
    params: { zones },
    settings: { max_threads: 1 },
  };
}

export interface LatestWhoisRow {
  readonly domain: string;
  /** Epoch seconds; null when the record does not say. */
  readonly created: number | null;
  readonly registrar: string;
}

/** What the newest whois record of each domain says; the newest of those up to a day 'yyyy-mm-dd' when one is given. */
export function latestWhoisQuery(name: string, domains: readonly string[], until?: string): Query<LatestWhoisRow> {
  return {
    name,
    sql: `SELECT domain, if(created > toDateTime64(0, 0, 'UTC'), toUnixTimestamp64Second(created), NULL) AS created,
                 registrar
          FROM whois FINAL WHERE domain IN {domains:Array(String)} AND date <= {until:Date}
          ORDER BY date DESC LIMIT 1 BY domain`,
    params: { domains, until: until ?? lastDay },
  };
}

/** The last one that the store holds. */
const lastDay = '2149-06-06';

/** What sources say of one domain, put together. */
export interface DomainFacts {
  /** The best rank that a list gives it today; 0: on none. */
  readonly toplistRank: number;
  readonly isUrlShortener: boolean;
  readonly isDynamic: boolean;
  readonly isExpired: boolean;
  /** Whether any source says anything. */
  readonly hasAny: boolean;
}

/** @param rows those that hold today, of the domain itself */
export function domainFacts(rows: readonly FactRow[]): DomainFacts {
  const has = (kind: FactKind) => rows.some((row) => row.kind === kind);
  const ranks = rows
    .filter((row) => row.kind === 'toplist')
    .map(({ value }) => Number(value))
    .filter((rank) => rank > 0);
  return {
    toplistRank: ranks.length > 0 ? Math.min(...ranks) : 0,
    isUrlShortener: has('url_shortener'),
    isDynamic: has('dynamic_dns'),
    isExpired: has('expired'),
    hasAny: rows.length > 0,
  };
}

/** A name is known benign: its own listings count in no score. @param rows those that hold today, of this very name */
export function isBenignName(rows: readonly FactRow[]): boolean {
  const isTop = (rank: number) => rank > 0 && rank <= benignToplistRank;
  return rows.some(({ kind, value }) => kind === 'known_benign' || (kind === 'toplist' && isTop(Number(value))));
}

export interface DomainListingsRow {
  /** The name asked for. */
  readonly query: string;
  /** Those that have not run out, each with the name it stands under. */
  readonly spans: readonly (readonly [...ListingSpan, host: string])[];
  /** Different URLs that were listed. */
  readonly urls: number;
  /** Names of the sources that listed it. */
  readonly feeds: readonly string[];
}

/**
 * The listings of each subject: of its domain, of names below it that passive DNS has seen, and of the name asked for.
 * Names below a domain that hands out sub-domains to anybody speak for their holders, not for the domain.
 */
export function domainListingsQuery(
  name: string,
  subjects: readonly DomainSubject[],
  today: string,
): Query<DomainListingsRow> {
  const domains = [...new Set(subjects.map(({ domain }) => domain))];
  const range = domainRanges(domains);
  return {
    name,
    sql: `
      WITH
        subjects AS (
          SELECT pair.1 AS query, pair.2 AS domain
          FROM (SELECT arrayJoin(arrayZip({queries:Array(String)}, {domainsOfQueries:Array(String)})) AS pair)
        ),
        below AS (
          SELECT DISTINCT ${domainsOfRname(domains)} AS domain, reverse(rname) AS host FROM fwd WHERE ${range.sql}
        ),
        hosts AS (
          SELECT query, domain AS host FROM subjects
          UNION DISTINCT SELECT query, query AS host FROM subjects
          UNION DISTINCT
          SELECT subjects.query AS query, below.host AS host FROM subjects INNER JOIN below ON subjects.domain = below.domain
          WHERE subjects.domain NOT IN (
            SELECT key FROM facts FINAL
            WHERE subject_type = 'domain' AND first = toIPv6('::') AND key IN {domainsOfQueries:Array(String)}
              AND kind = 'dynamic_dns' AND valid_from <= {today:Date32} AND valid_to >= {today:Date32}
          )
        )
      SELECT hosts.query AS query,
             groupArrayIf((toUInt32(first_listed), toUInt32(last_listed), toString(source), listed.host), counts) AS spans,
             uniqExactIf(indicator, position(indicator, '/') > 0) AS urls,
             arraySort(groupUniqArray(source)) AS feeds
      FROM hosts INNER JOIN (
        SELECT host, indicator, source, first_listed, last_listed, ${countsToday} AS counts
        FROM listings FINAL
        WHERE host IN (SELECT host FROM hosts) AND kind = 'host' AND first_listed <= {today:Date32}
      ) AS listed ON hosts.host = listed.host
      GROUP BY hosts.query`,
    params: {
      ...range.params,
      ...keys(domains),
      queries: subjects.map(({ query }) => query),
      domainsOfQueries: subjects.map(({ domain }) => domain),
      today,
    },
    settings: { join_algorithm: 'hash' },
  };
}

export interface NsEpisodeRow extends NsEpisode {
  readonly domain: string;
}

/** Sets of name servers that each domain was seen with: the newest 2000 observations of each. */
export function nsEpisodesQuery(name: string, domains: readonly string[]): Query<NsEpisodeRow> {
  return {
    name,
    sql: `SELECT reverse(rname) AS domain, members, toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last
          FROM rrsets FINAL WHERE rrtype = 'NS' AND rname IN {reversed:Array(String)}
          ORDER BY rname, last_seen DESC LIMIT 2000 BY rname`,
    params: keys(domains),
    settings: { max_threads: 1 },
  };
}

/**
 * A row for each of the domains asked for that the name of a record lies in: two, when one domain lies below the other. Needs
 * {reversed:Array(String)}. The work per record grows with the numbers of labels that the domains have, not with their count.
 */
function domainsOfRname(domains: readonly string[]): string {
  const labelCounts = [...new Set(domains.map((domain) => domain.split('.').length))];
  const beginnings = labelCounts.map((count) => `substringIndex(rname, '.', ${count})`);
  const matches = beginnings.map((each) => `if(${each} IN {reversed:Array(String)}, ${each}, '')`);
  return `reverse(arrayJoin(arrayDistinct(arrayFilter(each -> each != '', [${matches.join(', ')}]))))`;
}

function keys(domains: readonly string[]): { reversed: string[] } {
  return { reversed: domains.map(reverseName) };
}

/** Key ranges of names at or below each domain: two placeholders for every domain, so that the key decides. */
export function domainRanges(domains: readonly string[]): Condition {
  const parts = domains.map((domain, at) =>
    condition(`rname = {d${at}:String} OR startsWith(rname, {b${at}:String})`, {
      [`d${at}`]: reverseName(domain),
      [`b${at}`]: `${reverseName(domain)}.`,
    }),
  );
  return { sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`, params: allOf(parts).params };
}
