import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { Column } from '#web/table/column.ts';
import { decodeTableState, encodeTableState, tableKeys } from '#web/table/table-state-url.ts';
import type { TableState } from '#web/table/table-state.ts';

/**
 * What an analyst chose about a table, in the URL. `prefix` keeps two tables of one page apart. Replaces the history entry:
 * every letter of a filter would be a step back otherwise.
 */
export function useTableUrl<Row>(
  columns: readonly Column<Row>[],
  prefix: string,
): [state: TableState, setState: (state: TableState) => void] {
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
