import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { LRUCache } from 'lru-cache';
import { type Engine, EngineError, type Query, type QueryOptions } from '#server/engine/engine.ts';
import type { JobResult } from '#server/jobs/job-store.ts';
import { answerOf, padnsRecord, queryOf } from '#server/serializers/padns-record.ts';
import type { NewestFirst, PadnsRow, Selection } from '#server/queries/padns-selection.ts';
import { setHashes, setTtls } from '#server/queries/padns-sets.ts';
import { dnsOwner } from '#model/ip-address.ts';
import { mapInSlices } from '#server/timing/slices.ts';
import { totalOf } from './count-total.ts';

type Complete<Row> = (engine: Engine, rows: Row[], options: QueryOptions) => Promise<Row[]>;

interface PageStyle<L, Row> {
  readonly cof: boolean;
  /** Adds fields that the table of the look-up does not store. */
  readonly complete?: Complete<Row> | undefined;
  /** The service's own format; that of E1 to E3 by default. */
  readonly record?: (row: Row) => PadnsRecord;
  /** Reads a page that needs more than one statement. */
  readonly ask?: ((lookup: L) => Promise<Row[]>) | undefined;
  /** with_metadata: counts all results. */
  readonly isCounted: boolean;
  readonly options: QueryOptions;
}

/** The page options from the parameters that all passive DNS searches share. */
export function pageStyleOf({
  query,
}: {
  readonly query: { readonly output_format?: string; readonly with_metadata?: number };
}): Pick<PageStyle<never, never>, 'cof' | 'isCounted'> {
  return { cof: query.output_format === 'cof', isCounted: query.with_metadata === 1 };
}

/** Reads one page and serializes it. One extra record shows whether there are more. */
export async function answerPage<L extends Selection, Row extends PadnsRow>(
  engine: Engine,
  lookup: L,
  find: (lookup: L) => Query<Row>,
  { cof, complete, ask, record = (row) => padnsRecord(row, false), isCounted, options }: PageStyle<L, Row>,
): Promise<JobResult> {
  const { limit, skip } = lookup;
  const oneMore = { ...lookup, limit: limit + 1 };
  const found = await (ask ? ask(oneMore) : engine.query(find(oneMore), options));
  const page = found.slice(0, limit);
  // the common output format has no fields for hashes and ttl
  const rows = complete && !cof && page.length > 0 ? await complete(engine, page, options) : page;
  const records = await mapInSlices(rows, cof ? cofRecord : record);
  const search = (other: Pick<Selection, 'limit' | 'skip'>) => find({ ...lookup, ...other, isUnordered: true });
  const total = await totalOf(engine, { limit, skip, found: found.length, search, isWanted: isCounted }, options);
  return { response: { records }, returned: records.length, ...total };
}

/** Keys and patterns with very many records, remembered because detecting this takes as long as a look-up. */
const keysOfMany = new LRUCache<string, true>({ max: 1000 });

/**
 * Reads a page of the newest records. A key or pattern with very many records is read in stored order.
 * @param newest null when the page is not one of the newest
 * @param key the key or pattern
 * @param whole finds the page among all records
 */
export async function askNewest(
  engine: Engine,
  newest: NewestFirst | null,
  { key, limit, whole }: { readonly key: string; readonly limit: number; readonly whole: Query<PadnsRow> },
  options: QueryOptions,
): Promise<PadnsRow[]> {
  if (!newest) return engine.query(whole, options);
  if (!keysOfMany.has(key)) {
    try {
      return await engine.query(newest.few, options);
    } catch (error) {
      if (!(error instanceof EngineError && error.fault === 'too-large')) throw error;
      keysOfMany.set(key, true);
    }
  }
  for (const page of newest.many) {
    const rows = await engine.query(page, options);
    if (rows.length === limit) return rows;
  }
  return engine.query(whole, options);
}

/** Adds nshash and mxhash to NS and MX records without them: those of `fwd`, and of a `rev` that was rebuilt after damage. */
export const withSetHashes: Complete<PadnsRow> = async (engine, rows, options) => {
  const type = rows[0]?.type;
  if (type !== 'NS' && type !== 'MX') return rows;
  const without = rows.filter(({ hash }) => hash === '');
  if (without.length === 0) return rows;
  const sets = await engine.query(setHashes(type, without), options);
  const hashes = new Map(sets.map((set) => [keyOf(set), set.hash]));
  return rows.map((row) => (row.hash === '' ? { ...row, hash: hashes.get(keyOf(row)) ?? '' } : row));
};

/** Adds TTL and sources to records found by their set. */
export const withTtls: Complete<PadnsRow> = async (engine, rows, options) => {
  const type = rows[0]?.type ?? 'NS';
  const ttls = new Map((await engine.query(setTtls(type, rows), options)).map((row) => [keyOf(row), row]));
  return rows.map((row) => {
    const { ttl, sources } = ttls.get(keyOf(row)) ?? row;
    return { ...row, ttl, sources };
  });
};

function keyOf({ rname, answer }: { readonly rname: string; readonly answer: string }): string {
  return `${rname}\n${answer}`;
}

/**
 * A record in the passive DNS common output format (draft-dulaunoy-dnsop-passive-dns-cof), for DNS tools. A record has one value, written
 * as a string.
 */
function cofRecord(row: PadnsRow): PadnsRecord {
  const { type, first, last, count } = row;
  return {
    ...dnsOwner(type, queryOf(row)),
    rdata: answerOf(row),
    time_first: first,
    time_last: last,
    count,
  };
}
