import type { RecordType } from '#model/record-type.ts';
import { allOf, condition, type Condition } from './condition.ts';
import type { SortColumn, SortTerm } from '#model/padns-sort.ts';
import type { Query, Settings } from '#server/engine/engine.ts';
import type { Page } from './page.ts';

/** Inclusive bounds in epoch seconds. */
export interface TimeBounds {
  readonly firstSeenAfter?: number | undefined;
  readonly firstSeenBefore?: number | undefined;
  readonly lastSeenAfter?: number | undefined;
  readonly lastSeenBefore?: number | undefined;
}

/** Parameters shared by E1 and E2: bounds, order and page. */
export interface Selection extends Page {
  readonly bounds: TimeBounds;
  /** Empty: last_seen descending, for several types grouped by type. */
  readonly sort: readonly SortTerm[];
  /** True when records are only counted: the engine then stops at the limit instead of sorting all. */
  readonly isUnordered?: boolean;
}

/** One passive DNS record as stored; times are epoch seconds. `rname` is its key: reversed name or address in hex. */
export interface PadnsRow {
  readonly rname: string;
  readonly query: string;
  readonly type: RecordType;
  readonly answer: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly ttl: number;
  /** Hash of the value (SOA, TXT) or of the set it belongs to (NS, MX); empty for other types. */
  readonly hash: string;
  /** Positions of the bits of its sources (model/record-source.ts). */
  readonly sources: readonly number[];
}

/** How the newest records of a key or a pattern are found when there may be very many. */
export interface NewestFirst {
  /** Reads all of them; fails as `too-large` when there are very many. */
  readonly few: Query<PadnsRow>;
  /** Follow a stored order, each further than the one before. Only a full page is a valid result. */
  readonly many: readonly Query<PadnsRow>[];
}

/** True for the newest records in the default order, without a time bound that excludes the newest row of a record. */
export function isOfNewest({ sort, bounds }: Pick<Selection, 'sort' | 'bounds'>): boolean {
  const { firstSeenAfter, firstSeenBefore, lastSeenBefore } = bounds;
  const [first = { column: 'last_seen', descending: true }, ...others] = sort;
  // a single row may meet a bound that its record does not, except for a bound on "seen after"
  const isBounded = [firstSeenAfter, firstSeenBefore, lastSeenBefore].some((each) => each !== undefined);
  return first.column === 'last_seen' && first.descending && others.length === 0 && !isBounded;
}

/** SQL of the age of a row since it was last seen, as in the stored orders. */
export const age = '4294967295 - toUnixTimestamp(last_seen)';

/** The query, refused as `too-large` when it would read more rows. */
export function atMost<Row>(rows: number, query: Query<Row>): Query<Row> {
  return { ...query, settings: { ...query.settings, max_rows_to_read: rows } };
}

/** SQL of the column `sources` of a PadnsRow. */
export const sourceBits = 'bitPositionsToArray(sources) AS sources';

/** A text to find among names or answers, in the cheapest form that answers it. Names are lower case. */
export type TextMatch =
  | { readonly kind: 'exact'; readonly text: string; readonly subdomains?: boolean }
  | { readonly kind: 'suffix'; readonly suffix: string }
  | { readonly kind: 'prefix'; readonly prefix: string; readonly subdomains?: boolean }
  | { readonly kind: 'like'; readonly like: string; readonly prefix: string; readonly subdomains?: boolean }
  | { readonly kind: 'regex'; readonly regex: string };

/** Addresses first to last, canonical text, inclusive. */
export interface AddressRange {
  readonly first: string;
  readonly last: string;
}

/**
 * ORDER BY of a page, with these words. The keys at its end make paging stable: no two records share them.
 * @param keys of a record alongside its type, without one that all records of the page have in common
 */
export function orderBy(
  { sort, isUnordered = false }: Selection,
  types: readonly RecordType[],
  keys: readonly string[] = ['rname', 'answer'],
): string {
  if (isUnordered) return '';
  const asked = sort.flatMap(({ column, descending }) =>
    sortKeys(column, types).map((key) => `${key} ${descending ? 'DESC' : 'ASC'}`),
  );
  const grouped = types.length > 1 ? ['rrtype', 'last_seen DESC'] : ['last_seen DESC'];
  const last = types.length > 1 ? keys.toSpliced(-1, 0, 'rrtype') : keys;
  return `ORDER BY ${[...(asked.length > 0 ? asked : grouped), ...last].join(', ')}`;
}

/** Addresses sort by their number; other answers have none and come first. */
function sortKeys(column: SortColumn, types: readonly RecordType[]): string[] {
  if (column === 'answer' && types.some((type) => type === 'A' || type === 'AAAA'))
    return ['toIPv6OrDefault(answer)', 'answer'];
  // the key of a PTR record is its address in hex
  return [column === 'query' && types.some((type) => type === 'PTR4' || type === 'PTR6') ? 'rname' : column];
}

export function timeCondition(bounds: TimeBounds): Condition {
  const { firstSeenAfter, firstSeenBefore, lastSeenAfter, lastSeenBefore } = bounds;
  return allOf([
    ...bound("first_seen >= toDateTime({firstSeenAfter:UInt32}, 'UTC')", { firstSeenAfter }),
    ...bound("first_seen <= toDateTime({firstSeenBefore:UInt32}, 'UTC')", { firstSeenBefore }),
    ...bound("last_seen >= toDateTime({lastSeenAfter:UInt32}, 'UTC')", { lastSeenAfter }),
    ...bound("last_seen <= toDateTime({lastSeenBefore:UInt32}, 'UTC')", { lastSeenBefore }),
  ]);
}

/** A condition with one value; none without a value. */
export function bound(sql: string, params: Readonly<Record<string, number | string | undefined>>): Condition[] {
  const [[name, value] = []] = Object.entries(params);
  return name === undefined || value === undefined ? [] : [condition(sql, { [name]: value })];
}

/** Of one type, or of several: one is planned faster as an equation. */
export function typeCondition(types: readonly RecordType[]): Condition {
  const [type, ...others] = types;
  if (type !== undefined && others.length === 0) return condition('rrtype = {type:String}', { type });
  return condition('rrtype IN {types:Array(String)}', { types });
}

/** Name of the record: PTR owners are stored as 32 hex digits of the IPv6 form, all other names reversed. */
export function queryText(types: readonly RecordType[]): string {
  const address = 'IPv6NumToString(toFixedString(unhex(rname), 16))';
  if (types.includes('PTR4')) return `substring(${address}, 8)`; // without ::ffff:
  return types.includes('PTR6') ? address : 'reverse(rname)';
}

// Measured: a look-up by key is faster on one thread and without the read optimizations for scans. Most of
// its time is planning, and the older analyzer saves an eighth of the whole; these statements mean the same to both.
export const pointSettings: Settings = {
  enable_analyzer: 0,
  max_threads: 1,
  query_plan_optimize_lazy_materialization: 0,
  optimize_move_to_prewhere: 0,
};

/** Number of look-ups that one statement may answer, so that their pages together stay small. */
export function maxKeysPerBatch({ limit }: Selection): number {
  return Math.min(64, Math.floor(10_000 / limit));
}

/**
 * The key of a name, as the engine's `reverse` makes it byte by byte; null for a name whose reversed bytes are not valid
 * text.
 */
export function reversedName(name: string): string | null {
  return /^[\0-\x7f]*$/.test(name) ? [...name].reverse().join('') : null;
}
