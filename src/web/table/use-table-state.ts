import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { Column } from './column.ts';
import type { TableState } from './table-state.ts';
import { decodeTableState, encodeTableState, tableKeys } from './table-state-url.ts';

/**
 * The state of a table in the URL. `columns` at module scope; `prefix` keeps two tables of one page apart (`a.`). Changes
 * replace the history entry: going back leads to the view before, not through every sort.
 */
export function useTableState<Row>(
  columns: readonly Column<Row>[],
  prefix = '',
): [TableState, (state: TableState) => void] {
  const parsers = useMemo(
    () => Object.fromEntries(tableKeys(columns, prefix).map((key) => [key, parseAsString])),
    [columns, prefix],
  );
  const [params, setParams] = useQueryStates(parsers, { history: 'replace' });
  const state = useMemo(() => decodeTableState(params, columns, prefix), [params, columns, prefix]);
  const setState = useCallback(
    (next: TableState) => void setParams(encodeTableState(next, columns, prefix)),
    [setParams, columns, prefix],
  );
  return [state, setState];
}
