import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { controlClass } from '#web/kit/ui/Field.tsx';
import { SortDownIcon, SortUpIcon } from '#web/kit/ui/icons.ts';
import { type Column, columnAlign } from './column.ts';
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

interface FilterRowProps<Row> {
  columns: readonly Column<Row>[];
  filters: TableState['filters'];
  onFilter: (columnId: string, expression: string) => void;
}

const HINTS: Record<Column<never>['kind'], string> = {
  text: 'contains, !not, =exact',
  indicator: 'contains, !not, =exact',
  flag: 'yes, no',
  number: '>5, <=10',
  score: '>=70',
  time: '>=2026-01',
};

/** One field per column, in line with it. The fields are tab stops of their own, beside the walk through the cells. */
function FilterRow<Row>({ columns, filters, onFilter }: FilterRowProps<Row>) {
  return (
    <tr aria-rowindex={2} className="rest-cell-head h-9 after:top-(--row)">
      <td className="sticky top-(--row) z-2 border-b border-border-strong bg-raised" />
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={classNames(
            'sticky top-(--row) border-b border-border-strong bg-raised px-1 py-0',
            index === 0 ? 'left-0 z-3 border-r border-r-border' : 'z-2',
          )}
        >
          <input
            type="search"
            aria-label={`Filter ${column.header}`}
            value={filters[column.id] ?? ''}
            placeholder={HINTS[column.kind]}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => onFilter(column.id, event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && filters[column.id]) {
                event.stopPropagation();
                onFilter(column.id, '');
              }
            }}
            className={classNames(controlClass, 'font-mono text-sm')}
          />
        </td>
      ))}
    </tr>
  );
}

interface HeaderCellProps<Row> {
  shown: ShownColumn<Row>;
  /** Column of the grid. */
  place: number;
  sort: TableState['sort'];
  isActive: boolean;
  isFiltered: boolean;
  onSort: (columnId: string, isAdded: boolean) => void;
}

const ARIA_SORT = { none: 'none', up: 'ascending', down: 'descending' } as const;

/** A column's header: press sorts, with Shift added to the sort; the border at its end is dragged to resize. */
function HeaderCell<Row>({ shown, place, sort, isActive, isFiltered, onSort }: HeaderCellProps<Row>) {
  const { column } = shown;
  const position = sort.findIndex((term) => term.column === column.id);
  const direction = position < 0 ? 'none' : sort[position]?.desc ? 'down' : 'up';
  const SortMark = direction === 'up' ? SortUpIcon : SortDownIcon;
  return (
    <th
      scope="col"
      data-column={place}
      aria-sort={ARIA_SORT[direction]}
      className={classNames(
        'sticky top-0 h-row border-b border-border-strong bg-raised p-0 text-start font-medium text-muted',
        place === 1 ? 'left-0 z-3 border-r border-r-border' : 'z-2',
      )}
    >
      <button
        type="button"
        data-print=""
        tabIndex={isActive ? 0 : -1}
        title={column.description}
        onClick={(event) => onSort(column.id, event.shiftKey)}
        className={classNames(
          'flex h-row w-full items-center gap-1 overflow-hidden px-row-pad hover:text-text',
          'focus-visible:outline-2! focus-visible:-outline-offset-2 focus-visible:outline-focus',
          columnAlign(column) === 'end' && 'justify-end',
          (direction !== 'none' || isFiltered) && 'text-text',
        )}
      >
        <span className="truncate">{column.header}</span>
        {direction !== 'none' && (
          <span className="inline-flex items-center text-accent">
            <SortMark />
            {sort.length > 1 && <span className="text-xs">{position + 1}</span>}
          </span>
        )}
      </button>
      <span
        aria-hidden
        data-resize={column.id}
        {...shown.resizeHandlers}
        className={classNames(
          'absolute inset-y-0 right-0 z-1 w-2 cursor-col-resize touch-none',
          'after:absolute after:inset-y-1 after:right-0 after:w-px after:bg-border-strong hover:after:w-0.5 hover:after:bg-accent',
          shown.isResizing && 'after:w-0.5 after:bg-accent',
        )}
      />
    </th>
  );
}
