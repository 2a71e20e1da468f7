import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { indicatorOf } from '#model/indicator-of.ts';
import { ScoreBadge } from '#web/kit/score/ScoreBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { usePreferences } from '#web/stores/preferences.ts';
import type { Cell, CellValue, Column } from '#web/table/column.ts';
import { DataTable, type DataTableProps, type TableSelection } from '#web/table/DataTable.tsx';
import { decodeTableState, encodeTableState, tableKeys } from '#web/table/table-state-url.ts';
import type { TableState } from '#web/table/table-state.ts';
import { IndicatorCell } from './record-columns.tsx';
import { SelectionActions } from './SelectionActions.tsx';

export type RecordTableProps<Row> = Omit<DataTableProps<Row>, 'state' | 'onStateChange' | 'density' | 'renderers'> & {
  /** Keeps the URL keys of two tables of one page apart: `a.` -> `a.sort`. */
  readonly urlPrefix?: string;
};

/**
 * The table of records of the interface: its state is in the URL, indicators are links, times are in the chosen zone, scores
 * have their band, and everything else is shown as text that an attacker may have written. Columns: record-columns.tsx.
 */
export function RecordTable<Row>({ urlPrefix = '', ...props }: RecordTableProps<Row>) {
  const [state, setState] = useTableUrl(props.columns, urlPrefix);
  const { density } = usePreferences();
  return (
    <DataTable
      // who follows the selection has actions of its own for it
      {...(!props.onSelectionChange && {
        selectionActions: (selection: TableSelection<Row>) => <SelectionActions {...selection} />,
      })}
      {...props}
      state={state}
      onStateChange={setState}
      density={density}
      renderers={renderers}
    />
  );
}

const renderers = {
  indicator: <Row,>(cell: Cell<Row>) => <IndicatorCell cell={cell} indicator={indicatorOf} />,
  time: ({ value, text }: { value: CellValue; text: string }) => (
    <TimeText value={typeof value === 'number' ? value : text} />
  ),
  score: ({ value }: { value: CellValue }) => <ScoreBadge score={typeof value === 'number' ? value : undefined} />,
};

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
