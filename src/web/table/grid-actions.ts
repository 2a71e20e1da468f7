import { useCallback } from 'react';
import { copyText } from '#web/kit/ui/copy-text.ts';
import { ColumnsIcon, FilterIcon, SortDownIcon, SortUpIcon } from '#web/kit/ui/icons.ts';
import type { MenuAction, MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { useLatest } from '#web/kit/ui/use-latest.ts';
import { cellMenuEntries, cellText } from './cell-menu.ts';
import type { Cell, CellActions, Column } from './column.ts';
import { rowsAsText } from './export-scope.ts';
import { excludeValue, filterByValue } from './filter-expression.ts';
import type { GridCommands } from './grid-keys.ts';
import type { GridPlace } from './grid-walk.ts';
import type { GridProps } from './grid-props.ts';
import { selectRange, toggleAll, toggleRow } from './row-selection.ts';
import { chosenColumns, moveColumn, type TableState, visibleColumnIds, withFilter } from './table-state.ts';
import type { FullValue } from './ValueDialog.tsx';

interface CommandContext<Row> {
  props: GridProps<Row>;
  shownColumns: readonly Column<Row>[];
  resizeBy: (columnId: string, pixels: number) => void;
  moveTo: (place: GridPlace) => void;
  actionsOf: (cell: Omit<Cell<Row>, 'actions'>) => CellActions;
}

function cellAt<Row>({ props, shownColumns, actionsOf }: CommandContext<Row>, place: GridPlace): Cell<Row> | null {
  const { rows, gridRows } = props;
  const index = gridRows.order[place.row - 1];
  const column = shownColumns[place.column - 1];
  if (index === undefined || column === undefined) return null;
  const row = rows[index]!;
  const value = column.value(row);
  const bare = { row, rowKey: gridRows.keys[index]!, column, value, text: cellText(value, column.kind) };
  return { ...bare, actions: actionsOf(bare) };
}

/** Copies the selected rows, or the row of the place when none is selected. */
function copyRows<Row>({ props, shownColumns }: CommandContext<Row>, place: GridPlace): void {
  const { shownRows, shownKeys } = props.gridRows;
  const chosen = shownRows.filter((_, position) => props.selection.keys.has(shownKeys[position]!));
  const row = shownRows[place.row - 1];
  if (chosen.length > 0) void copyText(rowsAsText(chosen, shownColumns), `${chosen.length} selected rows`);
  else if (row !== undefined) void copyText(rowsAsText([row], shownColumns), 'Row');
}

function openMenu<Row>(
  context: CommandContext<Row>,
  place: GridPlace,
  anchor: HTMLElement,
  point?: { x: number; y: number },
): void {
  const { props, shownColumns, resizeBy } = context;
  const where = { anchor, ...(point ? { point } : {}) };
  const header = place.row === 0 ? shownColumns[place.column - 1] : undefined;
  const cell = cellAt(context, place);
  if (header) {
    const { columns, state, onStateChange, onShowFilters } = props;
    // the neighbour takes the place of a column that was hidden, and the focus with it
    const onHidden = () => context.moveTo(place);
    const entries = headerMenuEntries(header, { columns, state, onStateChange, resizeBy, onShowFilters, onHidden });
    props.onMenu({ label: `Column ${header.header}`, entries, ...where });
  } else if (cell) {
    const entries = [...(props.cellMenu?.(cell) ?? []), ...cellMenuEntries(cell)];
    props.onMenu({ label: cell.column.header, entries, ...where });
  }
}

function moveColumnAt<Row>(
  { props, shownColumns, moveTo }: CommandContext<Row>,
  place: GridPlace,
  places: number,
): void {
  const ids = shownColumns.map(({ id }) => id);
  const moved = moveColumn(ids, ids[place.column - 1]!, places);
  props.onStateChange({ ...props.state, columns: chosenColumns(moved, props.columns) });
  moveTo({ row: 0, column: Math.max(1, Math.min(ids.length, place.column + places)) });
}

export interface GridActions extends GridCommands {
  selectKey: (rowKey: string, isRange: boolean) => void;
  openMenu: (place: GridPlace, anchor: HTMLElement, point?: { x: number; y: number }) => void;
}

/** What keys, presses and menus do in the grid. */
export function gridActions<Row>(context: CommandContext<Row>): GridActions {
  const { props, shownColumns, resizeBy, moveTo } = context;
  const { selection, onSelect } = props;
  const { shownKeys } = props.gridRows;
  const selectKey = (rowKey: string, isRange: boolean) =>
    onSelect(isRange ? selectRange(selection, rowKey, shownKeys) : toggleRow(selection, rowKey));
  return {
    moveTo,
    selectKey,
    select: ({ row }, isRange) => selectKey(shownKeys[row - 1]!, isRange),
    selectAll: () => onSelect(toggleAll(selection, shownKeys)),
    open: (place) => {
      const cell = cellAt(context, place);
      if (cell && props.onOpen) props.onOpen(cell);
      else cell?.actions.showValue();
    },
    openMenu: (place, anchor, point) => openMenu(context, place, anchor, point),
    copyCell: (place) => cellAt(context, place)?.actions.copyCell(),
    copyRow: (place) => copyRows(context, place),
    resize: ({ column }, steps) => resizeBy(shownColumns[column - 1]!.id, steps * RESIZE_STEP_PX),
    moveColumn: (place, places) => moveColumnAt(context, place, places),
  };
}

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

const RESIZE_STEP_PX = 16;

interface HeaderMenuContext<Row> {
  columns: readonly Column<Row>[];
  state: TableState;
  onStateChange: (state: TableState) => void;
  resizeBy: (columnId: string, pixels: number) => void;
  onShowFilters: () => void;
  /** After the column is gone from the table. */
  onHidden: () => void;
}

/** What can be done with a column, for those who do not drag: everything the header offers to the mouse, and more. */
function headerMenuEntries<Row>(column: Column<Row>, context: HeaderMenuContext<Row>): readonly MenuEntry[] {
  const { columns, state, onStateChange, resizeBy } = context;
  const { id } = column;
  const shown = visibleColumnIds(state, columns);
  const others = state.sort.filter((term) => term.column !== id);
  const choose = (ids: readonly string[]) => onStateChange({ ...state, columns: chosenColumns(ids, columns) });
  const hide = () => {
    choose(shown.filter((other) => other !== id));
    context.onHidden();
  };
  const action = (key: string, label: string, onAction: () => void, rest?: Partial<MenuAction>): MenuAction => ({
    kind: 'action',
    id: key,
    label,
    onAction,
    ...rest,
  });
  const sortBy = (desc: boolean, kept: TableState['sort']) => () =>
    onStateChange({ ...state, sort: [...kept, { column: id, desc }] });
  return [
    {
      kind: 'group',
      id: 'sort',
      label: 'Sort',
      entries: [
        action('up', 'Ascending', sortBy(false, []), { icon: SortUpIcon, shortcut: 'Enter' }),
        action('down', 'Descending', sortBy(true, []), { icon: SortDownIcon }),
        ...(others.length > 0
          ? [action('add', 'Then by this column', sortBy(false, others), { shortcut: 'Shift Enter' })]
          : []),
        action('unsort', 'Remove from sort', () => onStateChange({ ...state, sort: others })),
      ],
    },
    {
      kind: 'group',
      id: 'column',
      label: 'Column',
      entries: [
        action('filter', 'Filter…', context.onShowFilters, { icon: FilterIcon }),
        action('hide', 'Hide', hide, { icon: ColumnsIcon, isDisabled: shown.length === 1 }),
        action('forward', 'Move left', () => choose(moveColumn(shown, id, -1)), { shortcut: 'Ctrl ←' }),
        action('back', 'Move right', () => choose(moveColumn(shown, id, 1)), { shortcut: 'Ctrl →' }),
        action('wider', 'Wider', () => resizeBy(id, 4 * RESIZE_STEP_PX), { shortcut: 'Shift →' }),
        action('narrower', 'Narrower', () => resizeBy(id, -4 * RESIZE_STEP_PX), { shortcut: 'Shift ←' }),
      ],
    },
  ];
}
