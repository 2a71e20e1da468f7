import type { Query } from '#server/engine/engine.ts';
import { addressKey, askedAddresses } from './address-key.ts';

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

/** Addresses with more names than this are asked about in another way (address-listings.ts). */
export const crowd = 200;

export interface PresenceRow {
  readonly key: string;
  /** Names that ever pointed to the address. */
  readonly density: number;
  /** Those of the last 30 days. */
  readonly active: number;
  /** The first of these, at most `crowd`. */
  readonly names: readonly string[];
}

/** Which names point to each address; no row for an address that none ever did. */
export function presenceQuery(name: string, ips: readonly string[], today: string): Query<PresenceRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, count() AS density,
        countIf(toDate(last_seen) >= {today:Date} - 29) AS active,
        groupArrayIf(${crowd})(reverse(rname), toDate(last_seen) >= {today:Date} - 29) AS names
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
