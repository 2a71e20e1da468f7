/** A place in the grid. Row 0 is the header, rows from 1 on hold data; column 0 holds the check boxes. */
export interface GridPlace {
  row: number;
  column: number;
}

export interface GridSize {
  /** Data rows, without the header. */
  rows: number;
  /** Columns, with the one of the check boxes. */
  columns: number;
  /** Data rows that fit on screen: the step of PageUp and PageDown. */
  pageRows: number;
}

interface Keystroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  k: [-1, 0],
  j: [1, 0],
};

const clamp = (value: number, last: number) => Math.max(0, Math.min(last, value));

/**
 * Where a key leads from a place, as the ARIA grid pattern has it (Home and End in the row, with Ctrl in the whole grid)
 * with j and k beside the arrows; null when the key is none of the walk.
 */
export function walk(from: GridPlace, { key, ctrlKey, metaKey }: Keystroke, size: GridSize): GridPlace | null {
  const toEdge = ctrlKey || metaKey;
  const to = (row: number, column: number) => ({ row: clamp(row, size.rows), column: clamp(column, size.columns - 1) });
  if (key === 'Home') return to(toEdge ? 0 : from.row, 0);
  if (key === 'End') return to(toEdge ? size.rows : from.row, size.columns - 1);
  if (toEdge) return null;
  if (key === 'PageDown') return to(from.row + size.pageRows, from.column);
  if (key === 'PageUp') return to(Math.max(from.row - size.pageRows, Math.min(1, from.row)), from.column);
  const step = STEPS[key];
  return step ? to(from.row + step[0], from.column + step[1]) : null;
}
