import { type CSSProperties, type KeyboardEvent, type MouseEvent, useCallback, useRef } from 'react';
import type { MenuEntry } from '#web/ui/menu-entry.ts';
import { cellMenuEntries } from './cell-menu.ts';
import { cellText } from './cell-text.ts';
import type { Cell, CellRenderers, Column } from './column.ts';
import { copyText, rowsAsText } from './copy-text.ts';
import { GridBody } from './GridBody.tsx';
import { focusTarget, isTextInput, placeOf } from './grid-focus.ts';
import { GridHeader } from './GridHeader.tsx';
import { type GridCommands, gridCommand } from './grid-keys.ts';
import type { GridPlace } from './grid-walk.ts';
import { headerMenuEntries, RESIZE_STEP_PX } from './header-menu.ts';
import { type RowSelection, selectionExtent, selectRange, toggleAll, toggleRow } from './row-selection.ts';
import { chosenColumns, type Density, moveColumn, type TableState, toggleSort, withFilter } from './table-state.ts';
import { useCellActions } from './use-cell-actions.ts';
import { useColumnModel } from './use-column-model.ts';
import { useGridCursor } from './use-grid-cursor.ts';
import type { GridRows } from './use-grid-rows.ts';
import { useLatest } from './use-latest.ts';
import type { FullValue } from './ValueDialog.tsx';

export interface OpenMenu {
  label: string;
  entries: readonly MenuEntry[];
  anchor: HTMLElement;
  /** A point of the viewport in CSS pixels, when it was opened by the mouse. */
  point?: { x: number; y: number };
}

interface GridProps<Row> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  gridRows: GridRows<Row>;
  state: TableState;
  onStateChange: (state: TableState) => void;
  selection: RowSelection;
  onSelect: (selection: RowSelection) => void;
  density: Density;
  hasFilterRow: boolean;
  onShowFilters: () => void;
  hasSingleKeys: boolean;
  maxHeight: string;
  renderers: CellRenderers<Row>;
  highlightedKey: string | null;
  onHighlight: ((key: string | null) => void) | undefined;
  onOpen: ((cell: Cell<Row>) => void) | undefined;
  onShowValue: (value: FullValue) => void;
  onMenu: (menu: OpenMenu) => void;
  cellMenu: ((cell: Cell<Row>) => readonly MenuEntry[]) | undefined;
}

const ROW_HEIGHT_PX: Record<Density, number> = { compact: 28, comfortable: 36 };
const CHECK_COLUMN_PX = 36;
const FILTER_ROW_PX = 36;

/** The first data column sticks at the left; on a phone it leaves more than half of the width to the others. */
const columnLength = ({ width }: { width: number }, index: number) =>
  index === 0 ? `min(${width}px, 45cqw)` : `${width}px`;

/** The grid itself: sticky header, rows, the walk with the keyboard, menus. */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, columns, gridRows, state, onStateChange, selection, onSelect, hasFilterRow } = props;
  const { order, keys, shownKeys } = gridRows;
  const gridRef = useRef<HTMLTableElement>(null);
  const scrollRef = useRef<HTMLDivElement>(null);
  const { shown, shownColumns, resizeBy } = useColumnModel(columns, state, onStateChange);
  const size = { rows: order.length, columns: shown.length + 1 };
  const { place, moveTo, onFocus } = useGridCursor(gridRef, size);
  const actionsOf = useCellActions({ state, onStateChange, shownColumns, onShowValue: props.onShowValue });
  const rowHeightPx = ROW_HEIGHT_PX[props.density];
  const headerPx = rowHeightPx + (hasFilterRow ? FILTER_ROW_PX : 0);

  const selectKey = (rowKey: string, isRange: boolean) =>
    onSelect(isRange ? selectRange(selection, rowKey, shownKeys) : toggleRow(selection, rowKey));
  const latestSelectKey = useLatest(selectKey);
  const onSelectKey = useCallback(
    (rowKey: string, isRange: boolean) => latestSelectKey.current(rowKey, isRange),
    [latestSelectKey],
  );

  const cellOf = ({ row: rowPlace, column: columnPlace }: GridPlace): Cell<Row> | null => {
    const index = order[rowPlace - 1];
    const column = shownColumns[columnPlace - 1];
    if (index === undefined || column === undefined) return null;
    const row = rows[index]!;
    const value = column.value(row);
    const bare = { row, rowKey: keys[index]!, column, value, text: cellText(value, column.kind) };
    return { ...bare, actions: actionsOf(bare) };
  };
  const copyRows = (at: GridPlace) => {
    const index = order[at.row - 1];
    const chosen = gridRows.shownRows.filter((_, position) => selection.keys.has(shownKeys[position]!));
    if (chosen.length > 0) void copyText(rowsAsText(chosen, shownColumns), `${chosen.length} selected rows`);
    else if (index !== undefined) void copyText(rowsAsText([rows[index]!], shownColumns), 'Row');
  };
  const openMenu = (at: GridPlace, anchor: HTMLElement, point?: { x: number; y: number }) => {
    const header = at.row === 0 ? shownColumns[at.column - 1] : undefined;
    const cell = cellOf(at);
    const where = { anchor, ...(point ? { point } : {}) };
    if (header) {
      const entries = headerMenuEntries(header, {
        columns,
        state,
        onStateChange,
        resizeBy,
        onShowFilters: props.onShowFilters,
      });
      props.onMenu({ label: `Column ${header.header}`, entries, ...where });
    } else if (cell) {
      props.onMenu({
        label: cell.column.header,
        entries: [...(props.cellMenu?.(cell) ?? []), ...cellMenuEntries(cell)],
        ...where,
      });
    }
  };
  const open = (at: GridPlace) => {
    const cell = cellOf(at);
    if (cell) (props.onOpen ?? cell.actions.showValue)(cell);
  };
  const commands: GridCommands = {
    moveTo,
    open,
    openMenu,
    select: ({ row }, isRange) => onSelectKey(shownKeys[row - 1]!, isRange),
    selectAll: () => onSelect(toggleAll(selection, shownKeys)),
    copyCell: (at) => cellOf(at)?.actions.copyCell(),
    copyRow: copyRows,
    resize: ({ column }, steps) => resizeBy(shownColumns[column - 1]!.id, steps * RESIZE_STEP_PX),
    moveColumn: (at, places) => {
      const ids = shownColumns.map(({ id }) => id);
      onStateChange({ ...state, columns: chosenColumns(moveColumn(ids, ids[at.column - 1]!, places), columns) });
      moveTo({ row: 0, column: Math.max(1, Math.min(ids.length, at.column + places)) });
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = gridCommand(event, {
      place,
      size: () => ({
        ...size,
        pageRows: Math.max(1, Math.floor(((scrollRef.current?.clientHeight ?? 0) - headerPx) / rowHeightPx) - 1),
      }),
      hasSingleKeys: props.hasSingleKeys,
      commands,
    });
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const at = placeOf(event.target);
    // With Shift held, a right-click still gets the browser's own menu, as everywhere in the dashboard.
    if (!at || at.column === 0 || isTextInput(event.target) || event.defaultPrevented || event.shiftKey) return;
    event.preventDefault();
    const byMouse = event.button === 2 ? { x: event.clientX, y: event.clientY } : undefined;
    if (event.target instanceof HTMLElement) openMenu(at, event.target, byMouse);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const at = placeOf(event.target);
    if (at && at.row > 0 && at.column > 0 && event.target instanceof HTMLTableCellElement) open(at);
  };
  const onClick = (event: MouseEvent) => {
    // A press on plain text moves the tab stop there without taking a text selection away.
    const cell = event.target instanceof Element ? event.target.closest('td[data-column]') : null;
    if (cell && document.getSelection()?.isCollapsed !== false && !cell.contains(document.activeElement)) {
      focusTarget(cell)?.focus({ preventScroll: true });
    }
  };
  const highlight = (event: { target: EventTarget }) => {
    const at = placeOf(event.target);
    props.onHighlight?.((at && shownKeys[at.row - 1]) ?? null);
  };
  return (
    <div
      ref={scrollRef}
      className="@container relative min-w-0 overflow-auto overscroll-x-contain rounded-lg border border-border bg-surface"
      style={
        {
          maxHeight: props.maxHeight,
          '--row': `${rowHeightPx}px`,
          '--row-pad': props.density === 'compact' ? '8px' : '12px',
          scrollPaddingTop: headerPx,
          scrollPaddingLeft: `min(${shown[0]?.width ?? 0}px, 45cqw)`,
        } as CSSProperties
      }
    >
      <table
        ref={gridRef}
        role="grid"
        aria-rowcount={order.length + (hasFilterRow ? 2 : 1)}
        aria-colcount={size.columns}
        aria-multiselectable
        aria-label={props.caption}
        className="table-fixed border-separate border-spacing-0 text-base"
        style={{ width: `max(100%, calc(${CHECK_COLUMN_PX}px + ${shown.map(columnLength).join(' + ')}))` }}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          onFocus(event);
          if (props.onHighlight) highlight(event);
        }}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onDoubleClick={onDoubleClick}
        {...(props.onHighlight ? { onPointerOver: highlight, onPointerLeave: () => props.onHighlight?.(null) } : {})}
      >
        <caption className="sr-only">{props.caption}</caption>
        <colgroup>
          <col style={{ width: CHECK_COLUMN_PX }} />
          {shown.map((one, index) => (
            // The last column takes what the others leave.
            <col
              key={one.column.id}
              style={index === shown.length - 1 && index > 0 ? {} : { width: columnLength(one, index) }}
            />
          ))}
        </colgroup>
        <GridHeader
          shown={shown}
          state={state}
          hasFilterRow={hasFilterRow}
          activeColumn={place.row === 0 ? place.column : null}
          extent={selectionExtent(selection, shownKeys)}
          onToggleAll={commands.selectAll}
          onSort={(columnId, isAdded) => onStateChange({ ...state, sort: toggleSort(state.sort, columnId, isAdded) })}
          onFilter={(columnId, expression) =>
            onStateChange({ ...state, filters: withFilter(state.filters, columnId, expression) })
          }
        />
        <GridBody
          rows={rows}
          order={order}
          keys={keys}
          columns={shownColumns}
          place={place}
          headerRows={hasFilterRow ? 2 : 1}
          rowHeightPx={rowHeightPx}
          scrollRef={scrollRef}
          selection={selection}
          highlightedKey={props.highlightedKey}
          renderers={props.renderers}
          actionsOf={actionsOf}
          onSelect={onSelectKey}
        />
      </table>
    </div>
  );
}
