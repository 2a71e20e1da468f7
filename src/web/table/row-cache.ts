import type { Column } from './column.ts';

/**
 * Remembers what was computed for a column of an array of rows. Rows are never changed in place (they come from the
 * server cache), so the array itself is the key and everything is let go with it.
 */
export function perColumn<Result>(
  compute: <Row>(rows: readonly Row[], column: Column<Row>) => Result,
): <Row>(rows: readonly Row[], column: Column<Row>) => Result {
  const cache = new WeakMap<readonly unknown[], WeakMap<object, Result>>();
  return (rows, column) => {
    const ofRows = cache.get(rows) ?? new WeakMap<object, Result>();
    cache.set(rows, ofRows);
    const known = ofRows.get(column);
    if (known !== undefined) return known;
    const result = compute(rows, column);
    ofRows.set(column, result);
    return result;
  };
}
