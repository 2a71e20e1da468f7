import { namingKinds } from '#model/fact-kind.ts';
import type { ListingSpan } from '#model/listing-history.ts';
import { namingSites, sharedHosts } from '#model/shared-host.ts';
import type { Query } from '#server/engine/engine.ts';
import { pointSettings } from './padns-selection.ts';

/**
 * SQL: a `listings` row counts in a score of today. It counts until it expires. A listing that ran for the usual 30 days
 * after it was last listed continues to count by its age; one that ended earlier (short-lived or withdrawn) does not. Needs
 * {today:Date32}.
 */
const countsToday = '(expires >= {today:Date32} OR expires >= toDate32(last_listed) + 30)';

/** SQL: a `listings` row names a URL, and its host only as the place where the URL is. */
export const isListedUrl = "position(indicator, '://') > 0";
/** Whether a listed indicator is a URL. */
export const isUrl = (indicator: string): boolean => indicator.includes('://');
/** SQL: a list of the hosts that are shared whatever sources say. */
export const sharedHostNames = listOf(sharedHosts);
/** SQL: a list of the domains that give out names whatever sources say. */
export const namingSiteNames = listOf(namingSites);
/** SQL: others have names below `domain`, one of {domains:Array(String)}, which are judged on their own. Needs {today:Date32}. */
const givesOutNames = `
  (domain IN ${namingSiteNames} OR domain IN (
    SELECT key FROM facts FINAL
    WHERE subject_type = 'domain' AND first = toIPv6('::') AND key IN {domains:Array(String)} AND kind IN ${listOf(namingKinds)}
      AND valid_from <= {today:Date32} AND valid_to >= {today:Date32}
  ))`;

/**
 * SQL: the column `host` of names below domains that passive DNS has seen and that are or were on a list; none below a domain that gives
 * out names. Few names are listed: whether they were seen is asked of these only. Needs {domains:Array(String)} and {today:Date32}.
 */
export const listedNamesBelow = `
  SELECT DISTINCT qname AS host FROM names WHERE qname IN (
    SELECT host FROM listed_below WHERE domain IN {domains:Array(String)} AND NOT ${givesOutNames}
  )`;

/** A listing of a host; `isUrl` is 1 where a URL on the host is listed. */
export type HostSpan = readonly [...ListingSpan, isUrl: number];

/** SQL: an array of `HostSpan` of a group of `listings` rows, of those that count in a score of today. Needs {today:Date32}. */
export const hostSpans = `
  groupArrayIf((toUInt32(first_listed), toUInt32(last_listed), toString(source), ${isListedUrl}), ${countsToday})`;

export interface HostListingsRow {
  readonly host: string;
  /** 1: its malware and c2 listings; 0: all others. */
  readonly isMalware: number;
  readonly spans: readonly HostSpan[];
}

function listOf(texts: readonly string[]): string {
  return `(${texts.map((text) => `'${text}'`).join(', ')})`;
}

/**
 * The listings that are under hosts: names or addresses as text, URLs under their host; also CIDR texts and AS numbers as
 * AS64500. A host without listings has no row.
 * @param today 'yyyy-mm-dd'
 */
export function hostListingsQuery(name: string, hosts: readonly string[], today: string): Query<HostListingsRow> {
  return {
    name,
    sql: `
      SELECT host, category IN ('malware', 'c2') AS isMalware,
        ${hostSpans} AS spans
      FROM listings FINAL WHERE host IN {hosts:Array(String)} GROUP BY host, isMalware`,
    params: { hosts, today },
    settings: pointSettings,
  };
}

/** The hosts that are or were on a list. */
export function listedHosts(name: string, hosts: readonly string[]): Query<{ readonly host: string }> {
  return { name, sql: 'SELECT DISTINCT host FROM listings WHERE host IN {hosts:Array(String)}', params: { hosts } };
}

/** One entry of a list, as stored. Days are 'yyyy-mm-dd'. */
export interface ListingRow {
  /** The host of the entry: a name, an address, CIDR or AS64500; URLs are stored under their host. */
  readonly host: string;
  readonly category: string;
  readonly source: string;
  /** The listed text: the host, or a URL. */
  readonly subject: string;
  readonly first: string;
  readonly last: string;
  /** The last day on which it counts. */
  readonly expires: string;
  readonly tags: readonly string[];
  readonly reference: string;
  readonly confidence: number;
  /** The subject for which the listings are counted and limited. */
  readonly owner: string;
  /** Count of the owner, including listings beyond the limit. */
  readonly total: number;
}

/** The most listings that one record carries. */
export const listingLimit = 100;

interface ListingsQuery {
  readonly hosts: readonly string[];
  /** 'yyyy-mm-dd' */
  readonly today: string;
  /**
   * The owner for which the listings of each host are counted and limited, in the order of the hosts; by default the host
   * itself.
   */
  readonly owners?: readonly string[];
}

/** The listings of hosts; for each owner the current ones first, then the last listed. */
export function listingRowsQuery(name: string, { hosts, today, owners }: ListingsQuery): Query<ListingRow> {
  const owner = owners ? "transform(host, {hosts:Array(String)}, {owners:Array(String)}, '')" : 'host';
  return {
    name,
    sql: `
      SELECT host, toString(category) AS category, toString(source) AS source, indicator AS subject, toString(first_listed) AS first,
        toString(last_listed) AS last, toString(until) AS expires, tags, reference, confidence, owner,
        toUInt32(count() OVER (PARTITION BY owner)) AS total
      FROM (
        SELECT host, category, source, indicator, first_listed, last_listed, expires AS until, tags, reference, confidence,
          ${owner} AS owner
        FROM listings FINAL WHERE host IN {hosts:Array(String)} AND first_listed <= {today:Date32}
      )
      ORDER BY owner, until >= {today:Date32} DESC, last_listed DESC, first_listed DESC, source, subject, category
      LIMIT ${listingLimit} BY owner`,
    params: { hosts, today, ...(owners && { owners }) },
    settings: { max_threads: 1 },
  };
}

/** Listings of several owners in the order of one. @param today 'yyyy-mm-dd' */
export function inListingOrder(rows: readonly ListingRow[], today: string): readonly ListingRow[] {
  const rank = ({ expires, last, first }: ListingRow) => `${Number(expires >= today)} ${last} ${first}`;
  const rest = ({ source, subject, category }: ListingRow) => `${source} ${subject} ${category}`;
  return rows.toSorted((a, b) => rank(b).localeCompare(rank(a)) || rest(a).localeCompare(rest(b)));
}
