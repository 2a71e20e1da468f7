import { useCallback } from 'react';
import type { Cell, CellActions, Column } from './column.ts';
import { copyText, rowsAsText } from './copy-text.ts';
import { excludeValue, filterByValue } from './filter-expression.ts';
import { type TableState, withFilter } from './table-state.ts';
import { useLatest } from './use-latest.ts';
import type { FullValue } from './ValueDialog.tsx';

interface CellActionsContext<Row> {
  state: TableState;
  onStateChange: (state: TableState) => void;
  shownColumns: readonly Column<Row>[];
  onShowValue: (value: FullValue) => void;
  /** After a filter was set from a cell, which may be gone with it. */
  onFiltered: () => void;
}

/** Makes the actions of a cell. The maker never changes; what it makes looks at the state of the moment it is used. */
export function useCellActions<Row>(
  context: CellActionsContext<Row>,
): (cell: Omit<Cell<Row>, 'actions'>) => CellActions {
  const latest = useLatest(context);
  return useCallback(
    ({ row, column, text }) => {
      const refilter = (change: typeof filterByValue) => {
        const { state, onStateChange } = latest.current;
        const expression = change(state.filters[column.id] ?? '', column.kind, text);
        onStateChange({ ...state, filters: withFilter(state.filters, column.id, expression) });
        latest.current.onFiltered();
      };
      return {
        filterByValue: () => refilter(filterByValue),
        excludeValue: () => refilter(excludeValue),
        copyCell: () => void copyText(text, column.header),
        copyRow: () => void copyText(rowsAsText([row], latest.current.shownColumns), 'Row'),
        showValue: () => latest.current.onShowValue({ header: column.header, text }),
      };
    },
    [latest],
  );
}
