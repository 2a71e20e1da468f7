import { type PointerEvent, type RefObject, useMemo, useState } from 'react';
import { type Column, columnWidth, isFlexible, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from './column.ts';
import { type TableState, visibleColumnIds } from './table-state.ts';

type ResizeHandlers = Readonly<
  Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent<HTMLElement>) => void
  >
>;

export interface ShownColumn<Row> {
  column: Column<Row>;
  width: number;
  /** It may take some of the spare room: its width was not chosen by hand. */
  canGrow: boolean;
  isResizing: boolean;
  /** For the border that is dragged. */
  resizeHandlers: ResizeHandlers;
}

interface ColumnModel<Row> {
  shown: readonly ShownColumn<Row>[];
  /** The same array as long as the choice is the same, so that rows need not re-render while a width changes. */
  shownColumns: readonly Column<Row>[];
  resizeBy: (columnId: string, pixels: number) => void;
}

const limitWidth = (pixels: number) => Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, Math.round(pixels)));

/** The widths that differ from what the columns ask for, as whole pixels inside the limits. */
function changedWidths<Row>(
  widths: Readonly<Record<string, number>>,
  columns: readonly Column<Row>[],
): Record<string, number> {
  const changed = columns.flatMap((column): [string, number][] => {
    const width = limitWidth(widths[column.id] ?? 0);
    return widths[column.id] === undefined || width === columnWidth(column) ? [] : [[column.id, width]];
  });
  return Object.fromEntries(changed);
}

/** A border that is being dragged. */
interface Drag {
  readonly columnId: string;
  /** Where the pointer went down. */
  readonly startX: number;
  /** The column as it was drawn then, which may be wider than it asks for. */
  readonly startWidth: number;
  readonly width: number;
}

/** The shown columns in their order. A dragged border shows its width at once; letting go hands it to `onStateChange`. */
export function useColumnModel<Row>(
  gridRef: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  state: TableState,
  onStateChange: (state: TableState) => void,
): ColumnModel<Row> {
  const [drag, setDrag] = useState<Drag | null>(null);
  const idKey = visibleColumnIds(state, columns).join(',');
  const shownColumns = useMemo(
    () => idKey.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [idKey, columns],
  );
  const drawnWidth = (columnId: string) =>
    gridRef.current?.querySelector<HTMLElement>(`th:has([data-resize="${CSS.escape(columnId)}"])`)?.offsetWidth;
  const chooseWidth = (columnId: string, width: number) =>
    onStateChange({ ...state, widths: changedWidths({ ...state.widths, [columnId]: width }, columns) });

  const shown = shownColumns.map((column): ShownColumn<Row> => {
    const chosen = state.widths[column.id];
    const own = drag?.columnId === column.id ? drag : null;
    const width = limitWidth(own?.width ?? chosen ?? columnWidth(column));
    const end = (finalWidth: number) => {
      setDrag(null);
      chooseWidth(column.id, finalWidth);
    };
    return {
      column,
      width,
      canGrow: !own && chosen === undefined && isFlexible(column),
      isResizing: own !== null,
      resizeHandlers: {
        onPointerDown: ({ currentTarget, pointerId, isPrimary, button, clientX }) => {
          if (!isPrimary || button !== 0) return;
          currentTarget.setPointerCapture(pointerId);
          const startWidth = drawnWidth(column.id) ?? width;
          setDrag({ columnId: column.id, startX: clientX, startWidth, width: startWidth });
        },
        onPointerMove: ({ clientX }) => own && setDrag({ ...own, width: own.startWidth + clientX - own.startX }),
        onPointerUp: ({ clientX }) => own && end(own.startWidth + clientX - own.startX),
        onPointerCancel: () => own && end(own.width),
      },
    };
  });
  const resizeBy = (columnId: string, pixels: number) => chooseWidth(columnId, (drawnWidth(columnId) ?? 0) + pixels);
  return { shown, shownColumns, resizeBy };
}

const CHECK_COLUMN_PX = 36;

/** A flexible column grows by no more than this share of its width: beyond, what belongs together stands too far apart. */
const MAX_GROWTH = 0.5;

interface SizedColumn {
  readonly width: number;
  readonly canGrow: boolean;
}

export interface ColumnLengths {
  /** The column of the check boxes, then those shown, as CSS lengths. */
  readonly columns: readonly string[];
  /** What all of them ask for. */
  readonly asked: string;
  /** The room beyond that, which the flexible columns share: goes into the property `--spare`. */
  readonly spare: string;
  /** The first data column, which sticks at the left, when nothing is spare. */
  readonly sticky: string;
}

/**
 * The columns of a grid inside a size container. Where there is more room than the columns ask for, the flexible ones grow
 * by equal parts, each up to a limit, and the rest stays empty at the end, so that a number stands near its name.
 */
export function columnLengths(shown: readonly SizedColumn[]): ColumnLengths {
  const flexible = shown.filter(({ canGrow }) => canGrow).length;
  // on a phone the sticking column leaves more than half of the width to the others
  const asked = shown.map(({ width }, index) => (index === 0 ? `min(${width}px, 45cqw)` : `${width}px`));
  const sum = `calc(${[`${CHECK_COLUMN_PX}px`, ...asked].join(' + ')})`;
  return {
    columns: [
      `${CHECK_COLUMN_PX}px`,
      ...shown.map(({ width, canGrow }, index) =>
        canGrow
          ? `calc(${asked[index]} + min(var(--spare) / ${flexible}, ${Math.round(width * MAX_GROWTH)}px))`
          : asked[index]!,
      ),
    ],
    asked: sum,
    spare: `max(0px, 100cqw - ${sum})`,
    sticky: asked[0] ?? '0px',
  };
}
