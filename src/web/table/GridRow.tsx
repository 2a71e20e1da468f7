import { memo, useLayoutEffect, useRef } from 'react';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { cellText } from './cell-menu.ts';
import { type Cell, type CellActions, type CellRenderers, type Column, columnAlign } from './column.ts';
import { focusTarget, focusTargets } from './grid-focus.ts';

export interface GridRowProps<Row> {
  row: Row;
  rowKey: string;
  /** Row of the grid: 1 is the first data row. */
  place: number;
  ariaRowIndex: number;
  columns: readonly Column<Row>[];
  /** The column of the grid that holds the tab stop, when it is in this row. */
  activeColumn: number | null;
  isSelected: boolean;
  isHighlighted: boolean;
  renderers: CellRenderers<Row>;
  actionsOf: (cell: Omit<Cell<Row>, 'actions'>) => CellActions;
  onSelect: (rowKey: string, isRange: boolean) => void;
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

// on the cells: the one that sticks would hide a line around the row
const highlightedCells =
  'forced-colors:outline-1 forced-colors:-outline-offset-1 *:shadow-[inset_0_1px_var(--accent),inset_0_-1px_var(--accent)] ' +
  'after:shadow-[inset_0_1px_var(--accent),inset_0_-1px_var(--accent)]';

function GridRowView<Row>(props: GridRowProps<Row>) {
  const { row, rowKey, place, columns, isSelected, isHighlighted } = props;
  const ref = useSingleTabStop(props.activeColumn);
  const isShiftHeld = useRef(false);
  const firstText = columns[0] ? cellText(columns[0].value(row), columns[0].kind) : '';
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
          onChange={() => props.onSelect(rowKey, isShiftHeld.current)}
          label={`Select ${firstText || `row ${place}`}`}
          className="align-middle"
        />
      </td>
      {columns.map((column, index) => {
        const value = column.value(row);
        const bare = { row, rowKey, column, value, text: cellText(value, column.kind) };
        return (
          <td
            key={column.id}
            data-column={index + 1}
            tabIndex={-1}
            className={classNames(
              'h-row overflow-hidden border-b border-border px-row-pad py-0 text-ellipsis whitespace-nowrap',
              'focus-visible:outline-2! focus-visible:-outline-offset-2 focus-visible:outline-focus',
              columnAlign(column) === 'end' && 'text-end',
              index === 0 && stickyCell,
            )}
          >
            <CellContent cell={{ ...bare, actions: props.actionsOf(bare) }} renderers={props.renderers} />
          </td>
        );
      })}
    </tr>
  );
}

// memo() forgets type parameters; the cast gives them back.
export const GridRow = memo(GridRowView) as typeof GridRowView;

/** A cell shows one line; what is longer is cut here and shown in full on request, so a 64 kB TXT record costs no layout. */
const MAX_SHOWN = 300;

const numberFormat = new Intl.NumberFormat('en');

function DefaultContent<Row>({ cell }: { cell: Cell<Row> }) {
  if (cell.text === '') return <span className="text-faint">–</span>;
  if (cell.column.kind === 'number' && typeof cell.value === 'number') return numberFormat.format(cell.value);
  if (cell.column.kind === 'flag')
    return <span className={cell.value === true ? undefined : 'text-faint'}>{cell.text}</span>;
  const shown = cell.text.length > MAX_SHOWN ? `${cell.text.slice(0, MAX_SHOWN)}…` : cell.text;
  return <VisibleText text={shown} className={cell.column.kind === 'indicator' ? 'font-mono' : undefined} />;
}

interface CellContentProps<Row> {
  cell: Cell<Row>;
  renderers: CellRenderers<Row>;
}

/** What a cell shows: by its column, else by its kind, else its text, which an attacker may have written. */
function CellContent<Row>({ cell, renderers }: CellContentProps<Row>) {
  const render = cell.column.cell ?? (cell.text === '' ? undefined : renderers[cell.column.kind]);
  return render ? render(cell) : <DefaultContent cell={cell} />;
}
