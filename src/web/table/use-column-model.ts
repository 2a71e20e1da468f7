import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type RefObject, useMemo, useState } from 'react';
import { type Column, columnWidth, isFlexible, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from './column.ts';
import { type TableState, visibleColumnIds } from './table-state.ts';

// TanStack Table keeps the columns (order, visibility, widths, the resize gesture). The rows are ours: see row-sort.ts.
const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
});

const NO_ROWS: never[] = [];

export interface ShownColumn<Row> {
  column: Column<Row>;
  width: number;
  /** It may take some of the room that the columns leave: nobody chose its width. */
  canGrow: boolean;
  isResizing: boolean;
  onResizeStart: (event: unknown) => void;
}

interface ColumnModel<Row> {
  shown: readonly ShownColumn<Row>[];
  /** The same array as long as the choice is the same, so that rows need not be drawn anew while a width changes. */
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

/** How much wider a column is drawn than it asks for. */
interface Growth {
  columnId: string;
  pixels: number;
}

/** The shown columns in their order. A dragged border shows its width at once; letting go hands it to `onStateChange`. */
export function useColumnModel<Row>(
  gridRef: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  state: TableState,
  onStateChange: (state: TableState) => void,
): ColumnModel<Row> {
  const [growth, setGrowth] = useState<Growth | null>(null);
  const grown = (columnId: string) => (growth?.columnId === columnId ? growth.pixels : 0);
  const drawnWidth = (columnId: string) =>
    gridRef.current?.querySelector<HTMLElement>(`th:has([data-resize="${CSS.escape(columnId)}"])`)?.offsetWidth;
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: columnWidth(column),
        minSize: MIN_COLUMN_WIDTH,
        maxSize: MAX_COLUMN_WIDTH,
      })),
    [columns],
  );
  const ids = visibleColumnIds(state, columns);
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    columnResizeMode: 'onEnd',
    state: {
      columnOrder: [...ids],
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, ids.includes(id)])),
      columnSizing: { ...state.widths },
    },
    onColumnSizingChange: (updater) => {
      const widths = functionalUpdate(updater, { ...state.widths });
      for (const id of Object.keys(widths)) if (widths[id] !== state.widths[id]) widths[id]! += grown(id);
      onStateChange({ ...state, widths: changedWidths(widths, columns) });
    },
  });
  const { isResizingColumn, deltaOffset } = table.state.columnResizing;
  const idKey = ids.join(',');
  const shownColumns = useMemo(
    () => idKey.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [idKey, columns],
  );
  const headers = new Map(table.getHeaderGroups()[0]?.headers.map((header) => [header.column.id, header]));
  const shown = shownColumns.flatMap((column): ShownColumn<Row>[] => {
    const header = headers.get(column.id);
    if (!header) return [];
    const isResizing = isResizingColumn === column.id;
    const width = limitWidth(header.getSize() + (isResizing ? (deltaOffset ?? 0) + grown(column.id) : 0));
    const canGrow = !isResizing && state.widths[column.id] === undefined && isFlexible(column);
    const onResizeStart = (event: unknown) => {
      setGrowth({ columnId: column.id, pixels: (drawnWidth(column.id) ?? width) - width });
      header.getResizeHandler()(event);
    };
    return [{ column, width, canGrow, isResizing, onResizeStart }];
  });
  const resizeBy = (columnId: string, pixels: number) => {
    const width = drawnWidth(columnId) ?? 0;
    onStateChange({ ...state, widths: changedWidths({ ...state.widths, [columnId]: width + pixels }, columns) });
  };
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
