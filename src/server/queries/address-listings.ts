import type { ListingHistory } from '#model/score-formulas.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey, askedAddresses } from './address-key.ts';
import { listingHistory } from './listing-history.ts';

export interface ListingsRow {
  readonly key: string;
  /** Listings of the address itself, or of URLs on it. */
  readonly own: ListingHistory;
  /** Malware and c2 listings of the address, and of names that pointed to it within the last 30 days. */
  readonly malware: ListingHistory;
}

/** A host whose listings count for an address: itself, or a name on it. */
export interface ListedHost {
  readonly ip: string;
  readonly host: string;
}

/** Both listing histories of each address, over hosts that are known; no row for an address without any. */
export function listingsQuery(name: string, hosts: readonly ListedHost[], today: string): Query<ListingsRow> {
  return {
    name,
    sql: historiesOver(`
      SELECT toIPv6(pair.1) AS ip, pair.2 AS host, pair.1 = pair.2 AS is_own
      FROM (SELECT arrayJoin(arrayZip({ips:Array(String)}, {hosts:Array(String)})) AS pair)`),
    params: { ips: hosts.map(({ ip }) => ip), hosts: hosts.map(({ host }) => host), today },
    settings: oneThread,
  };
}

/**
 * The same for addresses that so many names point to that listing them would take longer than looking for the listed
 * ones among them: there are more names on one content network than malware listings in the world.
 */
export function crowdedListingsQuery(name: string, ips: readonly string[], today: string): Query<ListingsRow> {
  return {
    name,
    sql: historiesOver(`
      SELECT toIPv6(host) AS ip, arrayJoin({ips:Array(String)}) AS host, true AS is_own
      UNION ALL
      SELECT DISTINCT ip, reverse(rname) AS host, false AS is_own FROM rev
      WHERE rrtype IN ('A', 'AAAA') AND ip IN (${askedAddresses}) AND toDate(last_seen) >= {today:Date} - 29
        AND rname IN (SELECT reverse(host) FROM listings WHERE category IN ('malware', 'c2'))`),
    params: { ips, today },
    settings: oneThread,
  };
}

const oneThread = { max_threads: 1, join_algorithm: 'hash' } as const;

/** @param hosts SQL of a table (ip, host, is_own): listings stand under their host as text */
function historiesOver(hosts: string): string {
  return `
    WITH hosts AS (${hosts})
    SELECT ${addressKey('hosts.ip')} AS key, ${listingHistory('is_own')} AS own,
      ${listingHistory("category IN ('malware', 'c2')")} AS malware
    FROM hosts INNER JOIN (
      SELECT host, category, first_listed, last_listed FROM listings FINAL
      WHERE host IN (SELECT host FROM hosts) AND first_listed <= {today:Date}
    ) AS listed ON hosts.host = listed.host
    GROUP BY hosts.ip`;
}
