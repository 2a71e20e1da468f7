import { textScale } from '#web/kit/ui/text-scale.ts';
import { type Column, isFlexible, type RowData } from './column-def.ts';
import type { Table } from './table-features.ts';

export const minColumnPixels = 56;
export const maxColumnPixels = 1200;

const CHECK_COLUMN_PX = 36 * textScale;

/** A flexible column grows by at most this share of its width: beyond that, related values are too far apart. */
const MAX_GROWTH = 0.5;

interface SizedColumn {
  readonly width: number;
  /** Whether it may grow: the analyst did not set its width. */
  readonly canGrow: boolean;
}

export interface ColumnLengths {
  /** The column of the check boxes, then those shown, as CSS lengths. */
  readonly columns: readonly string[];
  /** The sum of their widths. */
  readonly asked: string;
  /** The room beyond that, which the flexible columns share: goes into the property `--spare`. */
  readonly spare: string;
  /** The first data column, which sticks at the left, when nothing is spare. */
  readonly sticky: string;
}

/** The columns shown; the one whose border is dragged has the width that is aimed at. */
export function sizedColumns<Row extends RowData>(table: Table<Row>): readonly SizedColumn[] {
  return table.getVisibleLeafColumns().map((column) => {
    const chosen = draggedWidth(table, column) ?? table.atoms.columnSizing.get()[column.id];
    return {
      width: limitWidth(chosen ?? column.getSize() * textScale),
      canGrow: chosen === undefined && isFlexible(column.columnDef),
    };
  });
}

function draggedWidth<Row extends RowData>(
  table: Table<Row>,
  column: Pick<Column<Row>, 'getIsResizing'>,
): number | undefined {
  const { startSize, deltaOffset } = table.atoms.columnResizing.get();
  return column.getIsResizing() && startSize !== null ? startSize + (deltaOffset ?? 0) : undefined;
}

export function limitWidth(pixels: number): number {
  return Math.min(maxColumnPixels, Math.max(minColumnPixels, Math.round(pixels)));
}

/**
 * The column widths of a grid inside a size container. Flexible columns share spare space equally, each up to a limit, and the last
 * column without one; the rest stays empty at the end, so that a number stays near its name.
 */
export function columnLengths(shown: readonly SizedColumn[]): ColumnLengths {
  const flexible = shown.filter(({ canGrow }) => canGrow).length;
  // on a phone the sticky column leaves the next one in view, or half of the width
  const next = CHECK_COLUMN_PX + (shown[1]?.width ?? 0);
  const asked = shown.map(({ width }, index) =>
    index === 0 ? `min(${width}px, max(50cqw, 100cqw - ${next}px))` : `${width}px`,
  );
  const sum = `calc(${[`${CHECK_COLUMN_PX}px`, ...asked].join(' + ')})`;
  return {
    columns: [
      `${CHECK_COLUMN_PX}px`,
      ...shown.map(({ width, canGrow }, index) => {
        if (!canGrow) return asked[index]!;
        const share = `var(--spare) / ${flexible}`;
        const isLast = index === shown.length - 1;
        return `calc(${asked[index]} + ${isLast ? share : `min(${share}, ${Math.round(width * MAX_GROWTH)}px)`})`;
      }),
    ],
    asked: sum,
    spare: `max(0px, 100cqw - ${sum})`,
    sticky: asked[0] ?? '0px',
  };
}
