import type { ColumnDef, RowData } from './column-def.ts';

/**
 * Caches a result for an array of rows and a second key. Rows are never changed in place (they come from the
 * query cache), so the array is the key, and its entries are released with it.
 */
export function rowCache<Result>(): (rows: readonly unknown[], key: object, compute: () => Result) => Result {
  const cache = new WeakMap<readonly unknown[], WeakMap<object, Result>>();
  return (rows, key, compute) => {
    const ofRows = cache.get(rows) ?? new WeakMap<object, Result>();
    cache.set(rows, ofRows);
    const known = ofRows.get(key);
    if (known !== undefined) return known;
    const result = compute();
    ofRows.set(key, result);
    return result;
  };
}

const sources = new WeakMap<readonly unknown[], readonly unknown[]>();

/**
 * Rows that are those of another array, in its order, with the values of late columns filled in. What is cached of the other columns
 * stays.
 */
export function filledIn<Row>(source: readonly unknown[], rows: readonly Row[]): readonly Row[] {
  sources.set(rows, source);
  return rows;
}

/** Caches a result for a column of an array of rows. */
export function perColumn<Result>(
  compute: <Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>) => Result,
): <Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>) => Result {
  const cached = rowCache<Result>();
  return (rows, column) => {
    const keptFor = column.meta.isLate ? rows : (sources.get(rows) ?? rows);
    return cached(keptFor, column, () => compute(rows, column));
  };
}
