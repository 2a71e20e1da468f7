import type { Query } from '#server/engine/engine.ts';
import { isBenign } from './listing-spans.ts';

/** One entry of a list, as stored. Days are 'yyyy-mm-dd'. */
export interface ListingRow {
  /** What the entry is kept under: a name, an address, CIDR or AS64500; URLs under their host. */
  readonly host: string;
  readonly category: string;
  readonly source: string;
  /** What the list names: as the host, or a URL. */
  readonly subject: string;
  readonly first: string;
  readonly last: string;
  /** The last day on which it counts. */
  readonly expires: string;
  readonly tags: readonly string[];
  readonly reference: string;
  readonly confidence: number;
  /** 1: the host is a name that is known benign today. */
  readonly isBenignName: number;
  /** Whom the listings are counted and cut off for. */
  readonly owner: string;
  /** Of the owner, also of those beyond the limit. */
  readonly total: number;
}

/** The most listings that one record carries. */
export const listingLimit = 100;

interface ListingsQuery {
  readonly hosts: readonly string[];
  /** 'yyyy-mm-dd' */
  readonly today: string;
  /** Whom the listings of each host are counted and cut off for, in the order of the hosts; each for itself by default. */
  readonly owners?: readonly string[];
  /** None of the hosts is a name, so that none is known benign as one. */
  readonly areNetworks?: boolean;
}

/** The listings that are under hosts, of each owner the current ones first, then the last listed. */
export function listingRowsQuery(
  name: string,
  { hosts, today, owners, areNetworks }: ListingsQuery,
): Query<ListingRow> {
  const owner = owners ? "transform(host, {hosts:Array(String)}, {owners:Array(String)}, '')" : 'host';
  const benign = areNetworks ? '0' : isBenign('host', '{hosts:Array(String)}');
  return {
    name,
    sql: `
      SELECT host, toString(category) AS category, toString(source) AS source, indicator AS subject, toString(first_listed) AS first,
        toString(last_listed) AS last, toString(until) AS expires, tags, reference, confidence, isBenignName, owner,
        toUInt32(count() OVER (PARTITION BY owner)) AS total
      FROM (
        SELECT host, category, source, indicator, first_listed, last_listed, expires AS until, tags, reference, confidence,
          ${benign} AS isBenignName, ${owner} AS owner
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

export function byOwner(rows: readonly ListingRow[]): ReadonlyMap<string, readonly ListingRow[]> {
  const owners = new Map<string, ListingRow[]>();
  for (const row of rows) {
    const own = owners.get(row.owner);
    if (own) own.push(row);
    else owners.set(row.owner, [row]);
  }
  return owners;
}
