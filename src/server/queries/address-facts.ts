import type { Query } from '#server/engine/engine.ts';
import type { ListingHistory } from '#model/score-formulas.ts';
import { addressKey, askedAddresses } from './address-key.ts';
import { listingHistory } from './listing-history.ts';

export interface FactsRow {
  readonly key: string;
  readonly ptr: string;
  readonly torExit: number;
  readonly dslDynamic: number;
  readonly ipfsNode: number;
  readonly benignActor: string;
  readonly benignTags: readonly string[];
  readonly sinkholeTags: readonly string[];
  readonly knownBenign: number;
  readonly knownSinkhole: number;
}

/** The row of an address of which nothing is known. */
export function noFacts(key: string): FactsRow {
  const tags = { benignActor: '', benignTags: [], sinkholeTags: [] };
  return { key, ptr: '', torExit: 0, dslDynamic: 0, ipfsNode: 0, ...tags, knownBenign: 0, knownSinkhole: 0 };
}

/** What is known of single addresses; no row for an address of which nothing is. */
export function factsQuery(name: string, ips: readonly string[]): Query<FactsRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, ptr, tor_exit AS torExit, dsl_dynamic AS dslDynamic, ipfs_node AS ipfsNode,
        benign_actor AS benignActor, benign_tags AS benignTags, sinkhole_tags AS sinkholeTags,
        known_benign AS knownBenign, known_sinkhole AS knownSinkhole
      FROM ip_facts FINAL WHERE ip IN (${askedAddresses})`,
    params: { ips },
  };
}

export interface DensityRow {
  readonly key: string;
  readonly density: number;
  /** Those of the last 30 days. */
  readonly active: number;
}

/** How many names point to each address, by all observations and by those of the last 30 days. */
export function densityQuery(name: string, ips: readonly string[], today: string): Query<DensityRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, count() AS density, countIf(toDate(last_seen) >= {today:Date} - 29) AS active
      FROM rev FINAL WHERE rrtype IN ('A', 'AAAA') AND ip IN (${askedAddresses}) GROUP BY ip`,
    params: { ips, today },
    settings: { max_threads: 1, query_plan_optimize_lazy_materialization: 0, optimize_move_to_prewhere: 0 },
  };
}

export interface PointerRow {
  readonly key: string;
  readonly ptr: string;
}

/** The name that reverse DNS last gave for each address. */
export function pointerQuery(name: string, ips: readonly string[]): Query<PointerRow> {
  return {
    name,
    sql: `
      SELECT rname AS key, argMax(answer, (last_seen, answer)) AS ptr
      FROM fwd WHERE rrtype IN ('PTR4', 'PTR6') AND rname IN (SELECT ${addressKey('ip')} FROM (${askedAddresses}))
      GROUP BY rname`,
    params: { ips },
  };
}

export interface ListingsRow {
  readonly key: string;
  /** Listings of the address itself, or of URLs on it. */
  readonly own: ListingHistory;
  /** Malware and c2 listings of the address, and of names that pointed to it within the last 30 days. */
  readonly malware: ListingHistory;
}

/** Both listing histories of each address; no row for an address without any. */
export function listingsQuery(name: string, ips: readonly string[], today: string): Query<ListingsRow> {
  return {
    name,
    sql: `
      WITH
        -- listings stand under their host as text: the address itself, or a name on it
        hosts AS (
          SELECT toIPv6(host) AS ip, arrayJoin({ips:Array(String)}) AS host, true AS is_own
          UNION ALL
          SELECT DISTINCT ip, reverse(rname) AS host, false AS is_own FROM rev
          WHERE rrtype IN ('A', 'AAAA') AND ip IN (${askedAddresses}) AND toDate(last_seen) >= {today:Date} - 29
        )
      SELECT ${addressKey('hosts.ip')} AS key, ${listingHistory('is_own')} AS own,
        ${listingHistory("category IN ('malware', 'c2')")} AS malware
      FROM hosts INNER JOIN (
        SELECT host, category, first_listed, last_listed FROM listings FINAL
        WHERE host IN (SELECT host FROM hosts) AND first_listed <= {today:Date}
      ) AS listed ON hosts.host = listed.host
      GROUP BY hosts.ip`,
    params: { ips, today },
    settings: { max_threads: 1, join_algorithm: 'hash' },
  };
}
