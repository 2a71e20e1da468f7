import type { Query } from '#server/engine/engine.ts';
import { addressKey, keyOf, mapped } from './address-key.ts';

/** Settings that serve look-ups of a few keys best (measured). */
const pointLookup = { max_threads: 1, query_plan_optimize_lazy_materialization: 0, optimize_move_to_prewhere: 0 };

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
      FROM ip_facts FINAL WHERE ip IN {ips:Array(String)}`,
    params: { ips: mapped(ips) },
    settings: pointLookup,
  };
}

/** Of addresses with more names than this, only the listed ones are read (listedNamesQuery). */
export const MAX_NAMES_PER_ADDRESS = 200;

export interface PresenceRow {
  readonly key: string;
  /** Names that ever pointed to the address. */
  readonly density: number;
  /** Those of the last 30 days. */
  readonly active: number;
  /** The first of these, at most `MAX_NAMES_PER_ADDRESS`. */
  readonly names: readonly string[];
}

/** Which names point to each address, and which were seen since a day 'yyyy-mm-dd'; no row for an address that none ever did. */
export function presenceQuery(name: string, ips: readonly string[], since: string): Query<PresenceRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, count() AS density,
        countIf(toDate(last_seen) >= {since:Date}) AS active,
        groupArrayIf(${MAX_NAMES_PER_ADDRESS})(reverse(rname), toDate(last_seen) >= {since:Date}) AS names
      FROM rev FINAL WHERE rrtype IN ('A', 'AAAA') AND ip IN {ips:Array(String)} GROUP BY ip`,
    params: { ips: mapped(ips), since },
    settings: pointLookup,
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
      FROM fwd WHERE rrtype IN ('PTR4', 'PTR6') AND rname IN {keys:Array(String)} GROUP BY rname`,
    params: { keys: ips.map(keyOf) },
    settings: pointLookup,
  };
}

export interface ListedNameRow {
  readonly key: string;
  readonly host: string;
}

/**
 * Names seen since a day 'yyyy-mm-dd' with malware or c2 listings, on addresses with too many names to read them all: there are more names on one
 * content network than malware listings in the world, so these are looked for among the names and not the other way.
 */
export function listedNamesQuery(name: string, ips: readonly string[], since: string): Query<ListedNameRow> {
  return {
    name,
    sql: `
      SELECT DISTINCT ${addressKey('ip')} AS key, reverse(rname) AS host FROM rev
      WHERE rrtype IN ('A', 'AAAA') AND ip IN {ips:Array(String)} AND toDate(last_seen) >= {since:Date}
        AND rname IN (SELECT reverse(host) FROM listings WHERE category IN ('malware', 'c2'))`,
    params: { ips: mapped(ips), since },
  };
}
