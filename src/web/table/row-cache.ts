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

/** Caches a result for a column of an array of rows. */
export function perColumn<Result>(
  compute: <Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>) => Result,
): <Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>) => Result {
  const cached = rowCache<Result>();
  return (rows, column) => cached(rows, column, () => compute(rows, column));
}
