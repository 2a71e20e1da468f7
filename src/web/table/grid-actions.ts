import { formatCount } from '#model/format.ts';
import { copyText } from '#web/kit/ui/copy-text.ts';
import { ColumnsIcon, FilterIcon, SortDownIcon, SortUpIcon } from '#web/kit/ui/icons.ts';
import type { MenuAction, MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { cellMenuEntries, copyCell, showValue, visibleDefs } from './cell-menu.ts';
import { headerText, moveColumn } from './table-url.ts';
import type { CellContext, Column, RowData } from './column-def.ts';
import { rowsAsText } from './export-scope.ts';
import type { GridCommands } from './grid-keys.ts';
import type { GridPlace } from './grid-focus.ts';
import { selectRow, type Table } from './table-features.ts';
import type { TableView } from './table-view.ts';

export interface OpenMenu {
  label: string;
  entries: readonly MenuEntry[];
  anchor: HTMLElement;
  /** A point of the viewport in CSS pixels, when it was opened by the mouse. */
  point?: { x: number; y: number };
}

export interface GridContext<Row extends RowData> {
  table: Table<Row>;
  view: TableView;
  onOpen: ((cell: CellContext<Row>) => void) | undefined;
  cellMenu: ((cell: CellContext<Row>) => readonly MenuEntry[]) | undefined;
  onMenu: (menu: OpenMenu) => void;
  onShowFilters: () => void;
  moveTo: (place: GridPlace) => void;
  /** Widens a column by a number of pixels. */
  resizeBy: (columnId: string, pixels: number) => void;
}

function cellAt<Row extends RowData>(table: Table<Row>, place: GridPlace): CellContext<Row> | undefined {
  const cell = table.getRowModel().rows[place.row - 1]?.getVisibleCells()[place.column - 1];
  return cell?.getContext() as CellContext<Row> | undefined;
}

function columnAt<Row extends RowData>(table: Table<Row>, place: GridPlace): Column<Row> | undefined {
  return table.getVisibleLeafColumns()[place.column - 1];
}

/** Copies the selected rows, or the row of the place when none is selected. */
function copyRows<Row extends RowData>(table: Table<Row>, place: GridPlace): void {
  const selected = table.getGroupedSelectedRowModel().rows;
  const row = table.getRowModel().rows[place.row - 1];
  const textOfRows = (rows: typeof selected) =>
    rowsAsText(
      rows.map(({ original }) => original),
      visibleDefs(table),
    );
  if (selected.length > 0) void copyText(textOfRows(selected), formatCount(selected.length, 'selected row'));
  else if (row) void copyText(textOfRows([row]), 'Row');
}

function openMenu<Row extends RowData>(
  context: GridContext<Row>,
  place: GridPlace,
  anchor: HTMLElement,
  point?: { x: number; y: number },
): void {
  const { table, view, cellMenu, onMenu } = context;
  const where = { anchor, ...(point ? { point } : {}) };
  const column = columnAt(table, place);
  const cell = cellAt(table, place);
  if (place.row === 0 && column)
    onMenu({ label: `Column ${headerText(column)}`, entries: headerMenuEntries(column, place, context), ...where });
  else if (cell) {
    const entries = [...(cellMenu?.(cell) ?? []), ...cellMenuEntries(cell, view)];
    onMenu({ label: headerText(cell.column), entries, ...where });
  }
}

export interface GridActions extends GridCommands {
  openMenu: (place: GridPlace, anchor: HTMLElement, point?: { x: number; y: number }) => void;
}

/** The actions of keys, clicks and menus in the grid. */
export function gridActions<Row extends RowData>(context: GridContext<Row>): GridActions {
  const { table, view, moveTo, resizeBy } = context;
  return {
    moveTo,
    select: ({ row }, isRange) => selectRow(table.getRowModel().rows[row - 1]!, isRange),
    selectAll: () => table.toggleAllRowsSelected(),
    open: (place) => {
      const cell = cellAt(table, place);
      if (cell && context.onOpen) context.onOpen(cell);
      else if (cell) showValue(cell, view);
    },
    openMenu: (place, anchor, point) => openMenu(context, place, anchor, point),
    copyCell: (place) => {
      const cell = cellAt(table, place);
      if (cell) copyCell(cell);
    },
    copyRow: (place) => copyRows(table, place),
    resize: (place, steps) => resizeBy(columnAt(table, place)!.id, steps * RESIZE_STEP_PX),
    moveColumn: (place, places) => {
      moveColumn(table, columnAt(table, place)!.id, places);
      const last = table.getVisibleLeafColumns().length;
      moveTo({ row: 0, column: Math.max(1, Math.min(last, place.column + places)) });
    },
  };
}

const RESIZE_STEP_PX = 16;

/** The menu of a column: everything that the header offers to the mouse, and more. */
function headerMenuEntries<Row extends RowData>(
  column: Column<Row>,
  place: GridPlace,
  { table, moveTo, onShowFilters, resizeBy }: GridContext<Row>,
): readonly MenuEntry[] {
  const { id } = column;
  const isThenBy = table.atoms.sorting.get().length > 0 && !column.getIsSorted();
  const next = column.getNextSortingOrder();
  /** The shortcut of what a press on the header does now. */
  const ifNext = (order: typeof next) => next === order && { shortcut: 'Enter' };
  const hide = () => {
    column.toggleVisibility(false);
    // when a column is hidden, its neighbour gets the focus
    moveTo(place);
  };
  const action = (key: string, label: string, onAction: () => void, rest?: Partial<MenuAction>): MenuAction => ({
    kind: 'action',
    id: key,
    label,
    onAction,
    ...rest,
  });
  return [
    {
      kind: 'group',
      id: 'sort',
      label: 'Sort',
      entries: [
        action('up', 'Ascending', () => table.setSorting([{ id, desc: false }]), {
          icon: SortUpIcon,
          ...ifNext('asc'),
        }),
        action('down', 'Descending', () => table.setSorting([{ id, desc: true }]), {
          icon: SortDownIcon,
          ...ifNext('desc'),
        }),
        ...(isThenBy
          ? [
              action('add', 'Then by this column', () => column.toggleSorting(undefined, true), {
                shortcut: 'Shift Enter',
              }),
            ]
          : []),
        action('unsort', 'Remove from sort', () => column.clearSorting(), { ...ifNext(false) }),
      ],
    },
    {
      kind: 'group',
      id: 'column',
      label: 'Column',
      entries: [
        action('filter', 'Filter…', onShowFilters, { icon: FilterIcon }),
        action('hide', 'Hide', hide, {
          icon: ColumnsIcon,
          isDisabled: table.getVisibleLeafColumns().length === 1,
        }),
        action('forward', 'Move left', () => moveColumn(table, id, -1), { shortcut: 'Ctrl ←' }),
        action('back', 'Move right', () => moveColumn(table, id, 1), { shortcut: 'Ctrl →' }),
        action('wider', 'Wider', () => resizeBy(id, 4 * RESIZE_STEP_PX), { shortcut: 'Shift →' }),
        action('narrower', 'Narrower', () => resizeBy(id, -4 * RESIZE_STEP_PX), { shortcut: 'Shift ←' }),
      ],
    },
  ];
}
