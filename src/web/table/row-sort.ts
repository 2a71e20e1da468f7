import type { SortingState } from '@tanstack/react-table';
import { parseIpv4 } from '#model/ip-address.ts';
import { cellText } from './cell-text.ts';
import type { CellValue, ColumnDef, ColumnKind, RowData } from './column-def.ts';
import { perColumn } from './row-cache.ts';

/*
 * Why not the table library's own sorting: measured at 100,000 rows it needs 280 to 550 ms, because every comparison reads
 * two row objects. Here each column becomes one array of ranks, kept as long as the rows are the same, and rows are counted
 * into the places of their ranks, without comparing any two.
 */

/** The rank of every row in one column: 0 and up without gaps, equal for ties; -1 without a value. */
interface Ranks {
  readonly ofRow: Int32Array;
  /** Number of different ranks. */
  readonly count: number;
}

/** The index of the number in the ascending numbers, or where it would be inserted. */
function placeOf(ascending: Float64Array, wanted: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isNumberKey = (key: number | string): key is number => typeof key === 'number' && !Number.isNaN(key);

/** Ranks the rows whose key is a number. @returns how many different ranks there are */
function rankNumbers(keys: readonly (number | string)[], ofRow: Int32Array): number {
  const found = new Float64Array(keys.length);
  let count = 0;
  for (const key of keys) if (isNumberKey(key)) found[count++] = key;
  const ascending = found.subarray(0, count).sort();
  let distinct = 0;
  for (const key of ascending) if (distinct === 0 || key !== ascending[distinct - 1]) ascending[distinct++] = key;
  const ranked = ascending.subarray(0, distinct);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row]!;
    if (isNumberKey(key)) ofRow[row] = placeOf(ranked, key);
  }
  return distinct;
}

/** Ranks the rows whose key is a text, from `first` on. @returns how many different ranks there are then */
function rankTexts(keys: readonly (number | string)[], ofRow: Int32Array, first: number): number {
  const rankOf = new Map<string, number>();
  for (const key of keys) if (typeof key === 'string' && key !== '') rankOf.set(key, first);
  const ascending = [...rankOf.keys()].sort();
  for (const [place, text] of ascending.entries()) rankOf.set(text, first + place);
  for (let row = 0; row < keys.length; row += 1) {
    const rank = rankOf.get(keys[row] as string);
    if (rank !== undefined) ofRow[row] = rank;
  }
  return first + ascending.length;
}

/** A column may hold both: texts then sort after all numbers. */
function columnRanks<Row extends RowData>(rows: readonly Row[], { accessorFn, meta }: ColumnDef<Row>): Ranks {
  const keys = rows.map((row) => sortKey(accessorFn(row), meta.kind));
  const ofRow = new Int32Array(rows.length).fill(-1);
  return { ofRow, count: rankTexts(keys, ofRow, rankNumbers(keys, ofRow)) };
}

const ranksByRows = perColumn(columnRanks);

/** Ranks a column ahead of the first sort: at 100,000 rows that is most of its time. */
export function warmSort<Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>): void {
  ranksByRows(rows, column);
}

interface RankedTerm extends Ranks {
  readonly desc: boolean;
}

/** Rows without a value come last in either direction. */
function placeIn({ ofRow, count, desc }: RankedTerm, row: number): number {
  const rank = ofRow[row]!;
  if (rank < 0) return count;
  return desc ? count - 1 - rank : rank;
}

/** The rows counted into their places (counting sort): linear, and rows that tie keep their order. */
function sortByTerm(indexes: readonly number[], term: RankedTerm): readonly number[] {
  const ends = new Int32Array(term.count + 2);
  for (const row of indexes) ends[placeIn(term, row) + 1]! += 1;
  for (let place = 1; place < ends.length; place += 1) ends[place]! += ends[place - 1]!;
  const sorted = indexes.slice();
  for (const row of indexes) {
    const place = placeIn(term, row);
    sorted[ends[place]!] = row;
    ends[place]! += 1;
  }
  return sorted;
}

/**
 * The places of all rows in the order of the sort terms. Stable: rows that tie keep the order they came in. Rows without a
 * value are last in either direction.
 */
export function sortIndexes<Row extends RowData>(
  rows: readonly Row[],
  columns: readonly ColumnDef<Row>[],
  sorting: SortingState,
): readonly number[] {
  const terms = sorting.flatMap(({ id, desc }) => {
    const column = columns.find((candidate) => candidate.id === id);
    return column ? [{ ...ranksByRows(rows, column), desc }] : [];
  });
  // from the last term to the first: each sort is stable and keeps the order of the one before
  return terms.reduceRight<readonly number[]>(sortByTerm, [...rows.keys()]);
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

/**
 * The eight groups of an IPv6 text, only good enough to put addresses in order: model/ip-address.ts checks them in full,
 * which at 100,000 rows takes longer than the whole sort may.
 */
function ipv6Groups(address: string): number[] | null {
  const groups: number[] = [];
  let gapAt = -1;
  let group = 0;
  let digits = 0;
  for (let index = 0; index <= address.length; index += 1) {
    const code = index < address.length ? address.charCodeAt(index) : 58;
    if (code === 58) {
      if (digits > 0) groups.push(group);
      else if (index > 0 && address.charCodeAt(index - 1) === 58) gapAt = groups.length;
      group = 0;
      digits = 0;
    } else {
      const digit = hexDigit(code);
      if (digit < 0 || digits === 4) return null;
      group = group * 16 + digit;
      digits += 1;
    }
  }
  if (gapAt < 0) return groups.length === 8 ? groups : null;
  return groups.length < 8 ? groups.toSpliced(gapAt, 0, ...Array<number>(8 - groups.length).fill(0)) : null;
}

/** Room for the length of an IPv4 prefix, and for none. */
const PREFIX_LENGTHS = 64;

function addressKey(text: string): number | string | null {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const prefixLength = slash < 0 ? 0 : Number(text.slice(slash + 1));
  if (address.includes(':')) {
    const groups = ipv6Groups(address);
    return groups && String.fromCharCode(1, ...groups, prefixLength);
  }
  const value = parseIpv4(address);
  return value === null || !(prefixLength < PREFIX_LENGTHS) ? null : value * PREFIX_LENGTHS + prefixLength;
}

/**
 * 192.0.2.9 before 192.0.2.10, IPv4 (numbers) before IPv6 before names (texts); an address before the subnet that begins
 * with it.
 */
export function indicatorKey(text: string): number | string {
  const lower = text.toLowerCase();
  return addressKey(lower) ?? lower;
}

/** 'yyyy-mm-dd' and 'yyyy-mm-dd hh:mm:ss' as the number of their digits; null for other texts. */
function timeKey(text: string): number | null {
  if (text.length !== 10 && text.length !== 19) return null;
  let value = 0;
  for (let index = 0; index < 19; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : 48;
    const isBetween = index === 4 || index === 7 || index === 10 || index === 13 || index === 16;
    if (isBetween) {
      if (code >= 48 && code <= 57 && index < text.length) return null;
    } else if (code < 48 || code > 57) return null;
    else value = value * 10 + code - 48;
  }
  return value;
}

/** The key that orders a cell, numbers before texts; NaN and '' mean "no value", which always sorts last. */
export function sortKey(value: CellValue, kind: ColumnKind): number | string {
  if (typeof value === 'number' && kind !== 'time') return value;
  if (typeof value === 'boolean') return Number(value);
  const text = cellText(value, kind);
  // an allocation date or age may be UNKNOWN
  if ((text === '' || text === 'UNKNOWN') && kind !== 'text' && kind !== 'indicator') return NaN;
  if (kind === 'indicator') return indicatorKey(text);
  return (kind === 'time' ? timeKey(text) : null) ?? text.toLowerCase();
}
