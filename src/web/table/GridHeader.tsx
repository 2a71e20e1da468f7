import type { Header } from '@tanstack/react-table';
import type { MouseEvent, TouchEvent } from 'react';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { controlClass } from '#web/kit/ui/Field.tsx';
import { SortDownIcon, SortUpIcon } from '#web/kit/ui/icons.ts';
import { type Column, columnAlign, type ColumnKind, type RowData } from './column-def.ts';
import { headerText } from './table-url.ts';
import { type Features, selectionExtent, type Table } from './table-features.ts';

interface GridHeaderProps<Row extends RowData> {
  table: Table<Row>;
  hasFilterRow: boolean;
  /** The column of the grid that holds the tab stop, when it is in the header. */
  activeColumn: number | null;
  /** Drawn width of a column in pixels, which may be more than its size. */
  drawnWidth: (columnId: string) => number | undefined;
}

export function GridHeader<Row extends RowData>(props: GridHeaderProps<Row>) {
  const { table, hasFilterRow, activeColumn, drawnWidth } = props;
  const extent = selectionExtent(table);
  return (
    <thead>
      <tr data-row={0} aria-rowindex={1} className="rest-cell-head after:top-0">
        <th data-column={0} className="sticky top-0 z-2 h-row border-b border-border-strong bg-raised p-0">
          <Checkbox
            isChecked={extent === 'all'}
            isPartial={extent === 'some'}
            onChange={() => table.toggleAllRowsSelected()}
            label="Select all rows shown"
            isTabStop={activeColumn === 0}
            className="align-middle"
          />
        </th>
        {table.getLeafHeaders().map((header, index) => (
          <HeaderCell
            key={header.column.id}
            table={table}
            header={header}
            place={index + 1}
            isActive={activeColumn === index + 1}
            drawnWidth={drawnWidth}
          />
        ))}
      </tr>
      {hasFilterRow && <FilterRow columns={table.getVisibleLeafColumns()} />}
    </thead>
  );
}

const HINTS: Record<ColumnKind, string> = {
  text: 'contains, !not, =exact',
  indicator: 'contains, !not, =exact',
  flag: 'yes, no',
  number: '>5, <=10',
  score: '>=70',
  time: '>=2026-01',
};

/** One filter field above each column. The fields are separate tab stops. */
function FilterRow<Row extends RowData>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr aria-rowindex={2} className="rest-cell-head h-9 after:top-(--row)">
      <td className="sticky top-(--row) z-2 border-b border-border-strong bg-raised" />
      {columns.map((column) => {
        const expression = (column.getFilterValue() as string | undefined) ?? '';
        return (
          <td
            key={column.id}
            className={classNames(
              'sticky top-(--row) border-b border-border-strong bg-raised px-1 py-0',
              column.getIsPinned() ? 'left-0 z-3 border-r border-r-border' : 'z-2',
            )}
          >
            <input
              type="search"
              aria-label={`Filter ${headerText(column)}`}
              value={expression}
              placeholder={HINTS[column.columnDef.meta?.kind ?? 'text']}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              onChange={(event) => column.setFilterValue(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && expression) {
                  event.stopPropagation();
                  column.setFilterValue('');
                }
              }}
              className={classNames(controlClass, 'font-mono text-sm')}
            />
          </td>
        );
      })}
    </tr>
  );
}

interface HeaderCellProps<Row extends RowData> {
  table: Table<Row>;
  header: Header<Features, Row>;
  /** Column of the grid. */
  place: number;
  isActive: boolean;
  drawnWidth: (columnId: string) => number | undefined;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** A column's header: a click sorts, with Shift it adds to the sort; its end border resizes the column by dragging. */
function HeaderCell<Row extends RowData>({ table, header, place, isActive, drawnWidth }: HeaderCellProps<Row>) {
  const { column } = header;
  const direction = column.getIsSorted();
  const SortMark = direction === 'asc' ? SortUpIcon : SortDownIcon;
  const startResize = (event: MouseEvent | TouchEvent) => {
    if ('button' in event && event.button !== 0) return;
    header.getResizeHandler()(event);
    // from the drawn width: a flexible column may be wider than its size
    const startSize = drawnWidth(column.id) ?? column.getSize();
    table.setColumnResizing((old) => ({ ...old, startSize, columnSizingStart: [[column.id, startSize]] }));
  };
  return (
    <th
      scope="col"
      data-column={place}
      aria-sort={direction ? ARIA_SORT[direction] : 'none'}
      className={classNames(
        'sticky top-0 h-row border-b border-border-strong bg-raised p-0 text-start font-medium text-muted',
        column.getIsPinned() ? 'left-0 z-3 border-r border-r-border' : 'z-2',
      )}
    >
      <button
        type="button"
        data-print=""
        tabIndex={isActive ? 0 : -1}
        title={column.columnDef.meta?.description}
        onClick={column.getToggleSortingHandler()}
        className={classNames(
          'flex h-row w-full items-center gap-1 overflow-hidden px-row-pad hover:text-text',
          'focus-visible:outline-2! focus-visible:-outline-offset-2 focus-visible:outline-focus',
          columnAlign(column.columnDef) === 'end' && 'justify-end',
          (direction || column.getIsFiltered()) && 'text-text',
        )}
      >
        <span className="truncate">{headerText(column)}</span>
        {direction && (
          <span className="inline-flex items-center text-accent">
            <SortMark />
            {table.atoms.sorting.get().length > 1 && <span className="text-xs">{column.getSortIndex() + 1}</span>}
          </span>
        )}
      </button>
      <span
        aria-hidden
        data-resize={column.id}
        onMouseDown={startResize}
        onTouchStart={startResize}
        className={classNames(
          'absolute inset-y-0 right-0 z-1 w-2 cursor-col-resize touch-none',
          'after:absolute after:inset-y-1 after:right-0 after:w-px after:bg-border-strong hover:after:w-0.5 hover:after:bg-accent',
          column.getIsResizing() && 'after:w-0.5 after:bg-accent',
        )}
      />
    </th>
  );
}
