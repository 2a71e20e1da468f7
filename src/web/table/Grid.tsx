import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import { textScale } from '#web/kit/ui/text-scale.ts';
import { useLatest } from '#web/kit/ui/use-latest.ts';
import type { RowData } from './column-def.ts';
import { columnLengths, limitWidth, sizedColumns } from './column-width.ts';
import { gridActions, type GridActions, type GridContext } from './grid-actions.ts';
import { focusTarget, focusTargets, isTextInput, placeOf, useGridCursor } from './grid-focus.ts';
import { gridCommand } from './grid-keys.ts';
import { GridHeader } from './GridHeader.tsx';
import type { Density } from './table-url.ts';
import { type TableView, TableViewContext } from './table-view.ts';
import { formatNumber } from '#model/format.ts';
import { useIsPrinting } from '#web/kit/ui/use-is-printing.ts';
import { BodyRow, type GridBodyProps } from './GridRow.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

export interface GridProps<Row extends RowData> extends Omit<GridContext<Row>, 'view' | 'moveTo' | 'resizeBy'> {
  caption: string;
  density: Density;
  hasFilterRow: boolean;
  maxHeight: string;
  highlightedKey: string | null;
  onHighlight: ((key: string | null) => void) | undefined;
  onShowValue: TableView['showValue'];
}

// rounded, because rows of a table have whole pixels
const ROW_HEIGHT_PX: Record<Density, number> = {
  compact: Math.round(28 * textScale),
  comfortable: Math.round(36 * textScale),
};
const FILTER_ROW_PX = 36 * textScale;

/** The grid: sticky header, rows, keyboard navigation, menus. */
export function Grid<Row extends RowData>(props: GridProps<Row>) {
  const { table, hasFilterRow, onShowValue } = props;
  const { rows } = table.getRowModel();
  const gridRef = useRef<HTMLTableElement>(null);
  const scrollRef = useRef<HTMLDivElement>(null);
  const shown = table.getVisibleLeafColumns();
  const lengths = columnLengths(sizedColumns(table));
  const size = { rows: rows.length, columns: shown.length + 1 };
  const { place, moveTo, onFocus, onBlur } = useGridCursor(gridRef, size);
  const latestKeepFocus = useLatest(() => moveTo(place));
  const view = useMemo<TableView>(
    () => ({ showValue: onShowValue, keepFocus: () => latestKeepFocus.current() }),
    [onShowValue, latestKeepFocus],
  );
  const drawnWidth = (columnId: string) =>
    gridRef.current?.querySelector<HTMLElement>(`th:has([data-resize="${CSS.escape(columnId)}"])`)?.offsetWidth;
  const resizeBy = (columnId: string, pixels: number) => {
    const width = limitWidth((drawnWidth(columnId) ?? 0) + pixels);
    table.setColumnSizing((old) => ({ ...old, [columnId]: width }));
  };
  const rowHeightPx = ROW_HEIGHT_PX[props.density];
  const headerPx = rowHeightPx + (hasFilterRow ? FILTER_ROW_PX : 0);

  const actions = gridActions({ ...props, view, moveTo, resizeBy });
  const onKeyDown = (event: KeyboardEvent) => {
    const command = gridCommand(event, {
      place,
      size: () => ({
        ...size,
        pageRows: Math.max(1, Math.floor(((scrollRef.current?.clientHeight ?? 0) - headerPx) / rowHeightPx) - 1),
      }),
      commands: actions,
    });
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  const highlight = (event: { target: EventTarget }) => {
    const at = placeOf(event.target);
    props.onHighlight?.((at && rows[at.row - 1]?.id) ?? null);
  };
  return (
    <div
      ref={scrollRef}
      data-scroll=""
      className="@container relative min-w-0 overflow-auto overscroll-x-contain rounded-lg border border-border bg-surface"
      style={
        {
          maxHeight: props.maxHeight,
          '--row': `${rowHeightPx}px`,
          '--row-pad': props.density === 'compact' ? '8px' : '12px',
          scrollPaddingTop: headerPx,
          scrollPaddingLeft: lengths.sticky,
        } as CSSProperties
      }
    >
      <table
        ref={gridRef}
        role="grid"
        aria-rowcount={rows.length + (hasFilterRow ? 2 : 1)}
        aria-colcount={size.columns}
        aria-multiselectable
        aria-label={props.caption}
        className="table-fixed border-separate border-spacing-0 text-base"
        style={{ width: `max(100%, ${lengths.asked})`, '--spare': lengths.spare } as CSSProperties}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          onFocus(event);
          if (props.onHighlight) highlight(event);
        }}
        onBlur={onBlur}
        onClick={onGridClick}
        onContextMenu={(event) => onGridContextMenu(event, actions)}
        onDoubleClick={(event) => onGridDoubleClick(event, actions)}
        {...(props.onHighlight ? { onPointerOver: highlight, onPointerLeave: () => props.onHighlight?.(null) } : {})}
      >
        <caption className="sr-only">{props.caption}</caption>
        <ColumnWidths widths={lengths.columns} keys={shown.map(({ id }) => id)} />
        <GridHeader
          table={table}
          hasFilterRow={hasFilterRow}
          activeColumn={place.row === 0 ? place.column : null}
          drawnWidth={drawnWidth}
        />
        <TableViewContext value={view}>
          <GridBody
            table={table}
            place={place}
            headerRows={hasFilterRow ? 2 : 1}
            rowHeightPx={rowHeightPx}
            scrollRef={scrollRef}
            highlightedKey={props.highlightedKey}
          />
        </TableViewContext>
      </table>
    </div>
  );
}

interface ColumnWidthsProps {
  /** CSS lengths; the first column selects rows. */
  readonly widths: readonly string[];
  readonly keys: readonly string[];
}

function ColumnWidths({ widths, keys }: ColumnWidthsProps) {
  return (
    <colgroup>
      {widths.map((width, index) => (
        <col key={keys[index - 1] ?? ''} style={{ width }} />
      ))}
      {/* What is left over: a cell that every row draws itself. */}
      <col />
    </colgroup>
  );
}

const bodyCellOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('td[data-column]') : null;

/** Right-click and the context-menu key. With Shift held, a right-click still gets the browser's own menu. */
function onGridContextMenu(event: MouseEvent<HTMLElement>, { openMenu }: GridActions): void {
  const place = placeOf(event.target);
  if (!place || place.column === 0 || isTextInput(event.target) || event.defaultPrevented) return;
  const byMouse = event.button === 2;
  if ((byMouse && event.shiftKey) || !(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  openMenu(place, event.target, byMouse ? { x: event.clientX, y: event.clientY } : undefined);
}

/** A double click opens a cell without a control. */
function onGridDoubleClick(event: MouseEvent, { open }: GridActions): void {
  const cell = bodyCellOf(event.target);
  const place = placeOf(event.target);
  if (cell && place && place.column > 0 && focusTargets(cell).length === 0) open(place);
}

/** A click on plain text moves the tab stop there, unless it ends a text selection. */
function onGridClick(event: MouseEvent): void {
  const cell = bodyCellOf(event.target);
  if (!cell || document.getSelection()?.isCollapsed === false || cell.contains(document.activeElement)) return;
  focusTarget(cell)?.focus({ preventScroll: true });
}

/** Up to this number every row is in the document, so that the browser's find works; above it, only visible rows. */
const MAX_PLAIN_ROWS = 200;

/** More are for an export. */
const MAX_PRINTED_ROWS = 1000;

// lazyPart forgets type parameters; the cast gives them back
const VirtualBody = lazyPart(async () => (await import('./VirtualBody.tsx')).VirtualBody) as unknown as <
  Row extends RowData,
>(
  props: GridBodyProps<Row> & { readonly fallback: ReactNode },
) => ReactNode;

function PlainBody<Row extends RowData>({ atMost, ...props }: GridBodyProps<Row> & { atMost: number }) {
  return (
    <tbody>
      {props.table
        .getRowModel()
        .rows.slice(0, atMost)
        .map((row, position) => (
          <BodyRow key={row.id} {...props} row={row} position={position} />
        ))}
    </tbody>
  );
}

function PrintedBody<Row extends RowData>(props: GridBodyProps<Row>) {
  const { table } = props;
  const rest = table.getRowModel().rows.length - MAX_PRINTED_ROWS;
  return (
    <>
      <PlainBody {...props} atMost={MAX_PRINTED_ROWS} />
      {rest > 0 && (
        <tfoot>
          <tr>
            <td />
            <td colSpan={table.getVisibleLeafColumns().length} className="px-row-pad py-1">
              and {formatNumber(rest)} more rows, which are not printed
            </td>
          </tr>
        </tfoot>
      )}
    </>
  );
}

function GridBody<Row extends RowData>(props: GridBodyProps<Row>) {
  if (useIsPrinting()) return <PrintedBody {...props} />;
  const firstRows = <PlainBody {...props} atMost={MAX_PLAIN_ROWS} />;
  if (props.table.getRowModel().rows.length <= MAX_PLAIN_ROWS) return firstRows;
  return (
    // the key remounts it for another row height
    <VirtualBody key={props.rowHeightPx} {...props} fallback={firstRows} />
  );
}
