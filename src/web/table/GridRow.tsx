import { flexRender } from '@tanstack/react-table';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { textOf } from './cell-text.ts';
import { type Column, columnAlign, type RowData } from './column-def.ts';
import { focusTarget, focusTargets, type GridPlace } from './grid-focus.ts';
import { selectRow, type Table, type GridRow as TableRow } from './table-features.ts';

interface GridRowProps<Row extends RowData> {
  row: TableRow<Row>;
  /** Row of the grid: 1 is the first data row. */
  place: number;
  ariaRowIndex: number;
  /** The visible columns: the row is redrawn when they change. */
  columns: readonly Column<Row>[];
  /** The column of the grid that holds the tab stop, when it is in this row. */
  activeColumn: number | null;
  isSelected: boolean;
  isHighlighted: boolean;
}

/** The whole grid is one tab stop: everything focusable in a row is taken out of the tab order but the active cell. */
function useSingleTabStop(activeColumn: number | null) {
  const ref = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return;
    for (const element of focusTargets(row)) element.tabIndex = -1;
    const active = activeColumn === null ? undefined : row.children[activeColumn];
    if (!active) return;
    // A cell may hold several links (a list of name servers): Tab walks through those, then leaves the grid.
    const controls = focusTargets(active);
    for (const control of controls) control.tabIndex = 0;
    if (controls.length === 0) focusTarget(active)?.setAttribute('tabindex', '0');
  });
  return ref;
}

const stickyCell = 'sticky left-0 z-1 [background-color:inherit] border-r border-r-border';

/** On a phone a name or a time takes two lines before it is cut. */
const stickyText =
  'max-sm:line-clamp-2 max-sm:leading-4 max-sm:wrap-anywhere max-sm:whitespace-normal max-sm:[&_time]:whitespace-normal';

// on the cells: the sticky cell would hide an outline of the row
const highlightedCells =
  'forced-colors:outline-1 forced-colors:-outline-offset-1 *:shadow-[inset_0_1px_var(--accent),inset_0_-1px_var(--accent)] ' +
  'after:shadow-[inset_0_1px_var(--accent),inset_0_-1px_var(--accent)]';

function GridRowView<Row extends RowData>(props: GridRowProps<Row>) {
  const { row, place, isSelected, isHighlighted } = props;
  const ref = useSingleTabStop(props.activeColumn);
  const isShiftHeld = useRef(false);
  const cells = row.getVisibleCells();
  const firstText = cells[0] ? textOf(cells[0]) : '';
  return (
    <tr
      ref={ref}
      data-row={place}
      aria-rowindex={props.ariaRowIndex}
      aria-selected={isSelected}
      className={classNames(
        'rest-cell group h-row last:*:border-b-0 last:after:border-b-0',
        isSelected ? 'bg-selected' : isHighlighted ? 'bg-hover' : 'bg-surface hover:bg-hover',
        isHighlighted && highlightedCells,
      )}
    >
      <td
        data-column={0}
        tabIndex={-1}
        className="h-row border-b border-border p-0 text-center"
        onClickCapture={(event) => {
          isShiftHeld.current = event.shiftKey;
        }}
      >
        <Checkbox
          isChecked={isSelected}
          onChange={() => selectRow(row, isShiftHeld.current)}
          label={`Select ${firstText || `row ${place}`}`}
          className="align-middle"
        />
      </td>
      {cells.map((cell, index) => (
        <td
          key={cell.column.id}
          data-column={index + 1}
          tabIndex={-1}
          className={classNames(
            'h-row overflow-hidden border-b border-border px-row-pad py-0 text-ellipsis whitespace-nowrap',
            'focus-visible:outline-2! focus-visible:-outline-offset-2 focus-visible:outline-focus',
            columnAlign(cell.column.columnDef) === 'end' && 'text-end',
            cell.column.getIsPinned() && stickyCell,
          )}
        >
          {cell.column.getIsPinned() ? (
            <span className={stickyText}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</span>
          ) : (
            flexRender(cell.column.columnDef.cell, cell.getContext())
          )}
        </td>
      ))}
    </tr>
  );
}

// memo() forgets type parameters; the cast gives them back.
const GridRow = memo(GridRowView) as typeof GridRowView;

export interface GridBodyProps<Row extends RowData> {
  table: Table<Row>;
  place: GridPlace;
  /** Rows of the header, which come first in aria-rowindex. */
  headerRows: number;
  rowHeightPx: number;
  scrollRef: RefObject<HTMLElement | null>;
  highlightedKey: string | null;
}

interface BodyRowProps<Row extends RowData> extends GridBodyProps<Row> {
  row: TableRow<Row>;
  /** Place among the rows shown. */
  position: number;
}

/** A row of the grid, with its part of the table's state. */
export function BodyRow<Row extends RowData>({ table, row, position, place, ...props }: BodyRowProps<Row>) {
  return (
    <GridRow
      row={row}
      place={position + 1}
      ariaRowIndex={position + 1 + props.headerRows}
      columns={table.getVisibleLeafColumns()}
      activeColumn={place.row === position + 1 ? place.column : null}
      isSelected={row.getIsSelected()}
      isHighlighted={props.highlightedKey === row.id}
    />
  );
}
