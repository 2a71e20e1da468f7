import { Checkbox } from '#web/ui/Checkbox.tsx';
import { FilterRow } from './FilterRow.tsx';
import { HeaderCell } from './HeaderCell.tsx';
import type { SelectionExtent } from './row-selection.ts';
import type { TableState } from './table-state.ts';
import type { ShownColumn } from './use-column-model.ts';

interface GridHeaderProps<Row> {
  shown: readonly ShownColumn<Row>[];
  state: TableState;
  hasFilterRow: boolean;
  /** The column of the grid that holds the tab stop, when it is in the header. */
  activeColumn: number | null;
  extent: SelectionExtent;
  onToggleAll: () => void;
  onSort: (columnId: string, isAdded: boolean) => void;
  onFilter: (columnId: string, expression: string) => void;
}

export function GridHeader<Row>({ shown, state, hasFilterRow, activeColumn, extent, ...on }: GridHeaderProps<Row>) {
  return (
    <thead>
      <tr data-row={0} aria-rowindex={1} className="rest-cell-head after:top-0">
        <th data-column={0} className="sticky top-0 z-2 h-row border-b border-border-strong bg-raised p-0">
          <Checkbox
            isChecked={extent === 'all'}
            isPartial={extent === 'some'}
            onChange={on.onToggleAll}
            label="Select all rows shown"
            isTabStop={activeColumn === 0}
            className="align-middle"
          />
        </th>
        {shown.map((one, index) => (
          <HeaderCell
            key={one.column.id}
            shown={one}
            place={index + 1}
            sort={state.sort}
            isActive={activeColumn === index + 1}
            isFiltered={state.filters[one.column.id] !== undefined}
            onSort={on.onSort}
          />
        ))}
      </tr>
      {hasFilterRow && (
        <FilterRow columns={shown.map(({ column }) => column)} filters={state.filters} onFilter={on.onFilter} />
      )}
    </thead>
  );
}
