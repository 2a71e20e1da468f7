import { useEffect, useMemo } from 'react';
import type { Column } from './column.ts';
import { filterIndexes, warmFilter } from './row-filter.ts';
import { sortIndexes } from './row-sort.ts';
import type { TableState } from './table-state.ts';

export interface GridRows<Row> {
  /** Keys of all loaded rows, by their place in `rows`. */
  keys: readonly string[];
  /** Places in `rows` of what is shown, in the order shown. */
  order: readonly number[];
  shownKeys: readonly string[];
  shownRows: readonly Row[];
}

/** The rows that pass the filters, in the chosen order. */
export function useGridRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  rowKey: (row: Row, index: number) => string,
  { filters, search, sort }: TableState,
): GridRows<Row> {
  useEffect(() => {
    const handle = setTimeout(() => warmFilter(rows, columns), 500);
    return () => clearTimeout(handle);
  }, [rows, columns]);
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const passing = useMemo(() => filterIndexes(rows, columns, { filters, search }), [rows, columns, filters, search]);
  const order = useMemo(() => sortIndexes(rows, passing, columns, sort), [rows, passing, columns, sort]);
  const shownKeys = useMemo(() => order.map((index) => keys[index]!), [order, keys]);
  const shownRows = useMemo(() => order.map((index) => rows[index]!), [order, rows]);
  return { keys, order, shownKeys, shownRows };
}
