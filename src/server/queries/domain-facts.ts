import { chunksOf } from '#model/chunks.ts';
import { groupBy } from '#model/group-by.ts';
import { namingSites, sharedHosts } from '#model/shared-host.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { reverseName } from '#model/domain-name.ts';
import { benignToplistRank, namingKinds, popularToplistRank, type FactKind } from '#model/fact-kind.ts';
import { sourceBit } from '#model/record-source.ts';
import type { NsEpisode } from '#model/ns-timeline.ts';
import { condition, mergeParams, type Condition } from './condition.ts';
import type { FactRow } from './fact-rows.ts';
import { pointSettings } from './padns-selection.ts';

/** A stored whois record; `date` is yyyymmdd, times are 'yyyy-mm-dd hh:mm:ss' or empty when the record does not say. */
export interface WhoisRow {
  readonly date: number;
  readonly created: string;
  readonly updated: string;
  readonly expires: string;
  readonly registrar: string;
  readonly name: string;
  readonly org: string;
  readonly emails: readonly string[];
  readonly address: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
  readonly country: string;
  readonly nameservers: readonly string[];
  readonly whois_server: string;
  /** Number of the import that it came with. */
  readonly import: number;
}

const time = (column: string) => `if(w.${column} > toDateTime64(0, 0, 'UTC'), toString(w.${column}), '') AS ${column}`;

/** C10: the stored records of a domain, newest first. */
export function domainWhois(domain: string): Query<WhoisRow> {
  return {
    name: 'domainWhois',
    sql: `SELECT toYYYYMMDD(w.date) AS date, ${time('created')}, ${time('updated')}, ${time('expires')}, registrar, name,
                 org, emails, address, city, state, zipcode, country, nameservers, whois_server, import
          FROM whois AS w FINAL WHERE domain = {domain:String} ORDER BY w.date DESC LIMIT 1000`,
    params: { domain },
  };
}

export interface SightingRow {
  readonly domain: string;
  /** Epoch seconds, over all records of the domain and of names below it. */
  readonly first: number;
  readonly last: number;
  /**
   * The first sighting that indicates the age of the domain; null without one. First sightings by own sensors or live
   * look-ups do not.
   */
  readonly born: number | null;
}

const ownSources = sourceBit('live') + sourceBit('logs');

/** When passive DNS first and last saw each domain. A domain without records has no row. */
export function sightingsQuery(name: string, domains: readonly string[]): Query<SightingRow> {
  const rows = readRanges(
    domains,
    `${domainsOfRange(domains)} AS domain, min(fwd.first_seen) AS first, max(fwd.last_seen) AS last,
     minOrNullIf(fwd.first_seen, sources = 0 OR bitAnd(sources, bitNot(toUInt64(${ownSources}))) != 0) AS born`,
    'GROUP BY domain',
  );
  return {
    name,
    sql: `SELECT domain, toUnixTimestamp(min(part.first)) AS first, toUnixTimestamp(max(part.last)) AS last,
                 toUnixTimestamp(min(part.born)) AS born
          FROM (${rows.sql}) AS part GROUP BY domain`,
    params: mergeParams(rows.params, keys(domains)),
    settings: rangeSettings,
  };
}

interface ZoneRow {
  readonly zone: string;
}

/** The zones with at least one name in passive DNS. */
export function observedZonesQuery(name: string, zones: readonly string[]): Query<ZoneRow> {
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

/** The zones with a registration, a fact or a listing. Slow, without a key: only for zones that passive DNS does not know. */
export function registeredZonesQuery(name: string, zones: readonly string[]): Query<ZoneRow> {
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

/** The newest whois record of each domain; with a day 'yyyy-mm-dd', the newest up to that day. */
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

/** The facts about one domain, combined. */
export interface DomainFacts {
  /** The best rank that a list gives it today; 0: on none. */
  readonly toplistRank: number;
  readonly isUrlShortener: boolean;
  readonly isDynamic: boolean;
  readonly isExpired: boolean;
  /** Whether any source has a fact. */
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

/** A source knows the name as benign. Being popular is not being judged. @param rows those that hold today, of this very name */
export function isKnownBenign(rows: readonly FactRow[]): boolean {
  return rows.some(({ kind }) => kind === 'known_benign');
}

/** Its own listings count in no score: a known benign or very popular name. @param rows those that hold today, of this very name */
export function isBenignName(rows: readonly FactRow[]): boolean {
  const isTop = (rank: number) => rank > 0 && rank <= benignToplistRank;
  return isKnownBenign(rows) || rows.some(({ kind, value }) => kind === 'toplist' && isTop(Number(value)));
}

/** Listed URLs on the host count little for the host itself: a shortener, a popular site, or a host of many users' content. */
export function isSharedHost(host: string, rows: readonly FactRow[]): boolean {
  const isPopular = (rank: number) => rank > 0 && rank <= popularToplistRank;
  const isShared = ({ kind, value }: FactRow) =>
    kind === 'url_shortener' || kind === 'user_content' || (kind === 'toplist' && isPopular(Number(value)));
  return sharedHosts.includes(host) || rows.some(isShared);
}

/** Others have names below the domain: listings of such names are theirs. @param rows those that hold today, of the domain itself */
export function givesOutNames(domain: string, rows: readonly FactRow[]): boolean {
  const kinds: readonly string[] = namingKinds;
  return namingSites.includes(domain) || rows.some(({ kind }) => kinds.includes(kind));
}

interface NsEpisodeRow extends NsEpisode {
  readonly domain: string;
}

/**
 * SQL of the sets of name servers of names, the newest 2000 of each. Rows of a set and a day are one, also before they are merged.
 * @param names SQL of reversed names
 */
export function nsEpisodes(columns: string, names: string): string {
  return `SELECT ${columns}, toUnixTimestamp(min(first_seen)) AS first, toUnixTimestamp(max(last_seen)) AS last, any(rrsets.members) AS members
          FROM rrsets WHERE rrtype = 'NS' AND rname IN ${names}
          GROUP BY rname, hash, day ORDER BY last DESC LIMIT 2000 BY rname`;
}

/**
 * By domain, the sets of name servers that it was seen with. A domain without any is missing.
 * @throws EngineError
 */
export async function readNsEpisodes(
  engine: Engine,
  { name, domains }: { readonly name: string; readonly domains: readonly string[] },
  options: QueryOptions,
): Promise<ReadonlyMap<string, readonly NsEpisode[]>> {
  const sql = nsEpisodes('reverse(rname) AS domain', '{reversed:Array(String)}');
  const rows = await engine.query<NsEpisodeRow>({ name, sql, params: keys(domains), settings: pointSettings }, options);
  return groupBy(rows, ({ domain }) => domain);
}

/**
 * A row for each requested domain that contains the name of a record: two, when one domain lies below the other. The work per
 * record grows with the numbers of labels that the domains have, not with their count.
 * @param rname SQL of the reversed name
 * @param key the parameter that holds the reversed domains
 */
export function domainsOfRname(domains: readonly string[], rname = 'rname', key = 'reversed'): string {
  const labelCounts = [...new Set(domains.map((domain) => domain.split('.').length))];
  const beginnings = labelCounts.map((count) => `substringIndex(${rname}, '.', ${count})`);
  const matches = beginnings.map((each) => `if(${each} IN {${key}:Array(String)}, ${each}, '')`);
  return `reverse(arrayJoin(arrayDistinct(arrayFilter(each -> each != '', [${matches.join(', ')}]))))`;
}

/** Like `domainsOfRname`, for rows of `readRanges`: where one domain is requested, it contains the name of every row. */
export function domainsOfRange(domains: readonly string[]): string {
  return domains.length === 1 ? 'reverse({reversed:Array(String)}[1])' : domainsOfRname(domains);
}

function keys(domains: readonly string[]): { reversed: string[] } {
  return { reversed: domains.map(reverseName) };
}

/**
 * This many ranges a read: choosing the granules costs the number of ranges squared, and every read costs something too (measured
 * at 20 million records with 100 domains: 12 to 16 are quickest).
 */
const rangesAtOnce = 16;

/** Of statements that read ranges of names: fewer steps of the search for granules are wasted on ranges without any. */
export const rangeSettings = { max_threads: 1, merge_tree_coarse_index_granularity: 3 } as const;

/**
 * SELECT columns of the records of passive DNS whose names are at or below domains. A record that lies below two of them may come twice.
 * The names themselves are one set, which is quicker to test than an equation for each.
 * @param rest GROUP BY and the like
 */
export function readRanges(domains: readonly string[], columns: string, rest = ''): Condition {
  const reads = chunksOf(domains.map(reverseName), rangesAtOnce).map((names, chunk) => {
    const below = names.map((name, at): [string, string] => [`b${chunk}_${at}`, `${name}.`]);
    const starts = below.map(([key]) => `startsWith(rname, {${key}:String})`);
    return condition(
      `SELECT ${columns} FROM fwd WHERE rname IN {d${chunk}:Array(String)} OR ${starts.join(' OR ')} ${rest}`,
      { [`d${chunk}`]: names, ...Object.fromEntries(below) },
    );
  });
  return {
    sql: reads.map(({ sql }) => sql).join(' UNION ALL '),
    params: mergeParams(...reads.map(({ params }) => params)),
  };
}
