import { useEffect, useMemo } from 'react';
import type { Column } from './column.ts';
import { filterIndexes, warmFilter } from './row-filter.ts';
import { sortIndexes, warmSort } from './row-sort.ts';
import type { TableState } from './table-state.ts';

export interface GridRows<Row> {
  /** Keys of all loaded rows, by their place in `rows`. */
  keys: readonly string[];
  /** Places in `rows` of what is shown, in the order shown. */
  order: readonly number[];
  shownKeys: readonly string[];
  shownRows: readonly Row[];
}

/** From here on a first sort or search is slow enough to be felt, so the work is done ahead, a column at a time. */
const WARMED_ROWS = 5_000;

/** The rows that pass the filters, in the chosen order. */
export function useGridRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  rowKey: (row: Row, index: number) => string,
  { filters, search, sort }: TableState,
): GridRows<Row> {
  useEffect(() => {
    if (rows.length < WARMED_ROWS) return;
    const tasks = [() => warmFilter(rows, columns), ...columns.map((column) => () => warmSort(rows, column))];
    let timer = setTimeout(function next() {
      tasks.shift()?.();
      if (tasks.length > 0) timer = setTimeout(next, 50);
    }, 500);
    return () => clearTimeout(timer);
  }, [rows, columns]);
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const passing = useMemo(() => filterIndexes(rows, columns, { filters, search }), [rows, columns, filters, search]);
  // all rows are sorted once per sort terms (compared as text, since the URL yields a new array with every letter of a
  // search): a search then only leaves some rows out
  const sortText = JSON.stringify(sort);
  const sorted = useMemo(() => {
    const terms = JSON.parse(sortText) as TableState['sort'];
    return terms.length === 0 ? null : sortIndexes(rows, [...rows.keys()], columns, terms);
  }, [rows, columns, sortText]);
  const order = useMemo(() => (sorted ? inOrder(sorted, passing) : passing), [sorted, passing]);
  const shownKeys = useMemo(() => order.map((index) => keys[index]!), [order, keys]);
  const shownRows = useMemo(() => order.map((index) => rows[index]!), [order, rows]);
  return { keys, order, shownKeys, shownRows };
}

/** The places that are among `passing`, in the order of `sorted`. */
function inOrder(sorted: readonly number[], passing: readonly number[]): readonly number[] {
  if (passing.length === sorted.length) return sorted;
  const isPassing = new Uint8Array(sorted.length);
  for (const index of passing) isPassing[index] = 1;
  const order: number[] = [];
  for (const index of sorted) if (isPassing[index] === 1) order.push(index);
  return order;
}
