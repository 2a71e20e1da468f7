import type { ReactNode } from 'react';
import type { Indicator } from '#model/indicator-of.ts';

/**
 * What a column holds. It decides the default rendering, how the column sorts and which filter terms it understands:
 * `indicator` sorts addresses by number, `number` and `score` take comparisons, `time` compares by the digits given.
 */
export type ColumnKind = 'text' | 'number' | 'time' | 'indicator' | 'score' | 'flag';

/** What an accessor may answer; a list is one cell with several values. `null`, `undefined` and '' are "no value". */
export type CellValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** What may be done with one cell; given to every renderer, to `onOpen` and to `onCellMenu`. */
export interface CellActions {
  filterByValue: () => void;
  excludeValue: () => void;
  copyCell: () => void;
  copyRow: () => void;
  /** Opens the whole value in a dialog, where the cell shows one line of it. */
  showValue: () => void;
}

export interface Cell<Row> {
  row: Row;
  rowKey: string;
  column: Column<Row>;
  value: CellValue;
  /** The canonical text of the value: what is filtered, sorted and copied. */
  text: string;
  actions: CellActions;
}

type CellRenderer<Row> = (cell: Cell<Row>) => ReactNode;

/** How a kind of cell is drawn, for kinds whose parts live above this folder (links, badges, the chosen time zone). */
export type CellRenderers<Row> = Partial<Record<ColumnKind, CellRenderer<Row>>>;

/** One column, defined at module scope. `id` is the wire field name: it stands in the URL and in exports. */
export interface Column<Row> {
  id: string;
  header: string;
  kind: ColumnKind;
  value: (row: Row) => CellValue;
  /** Overrides the renderer of the kind. */
  cell?: CellRenderer<Row>;
  /** What a value of the column is, for what is done with selected rows; null for plain text. */
  indicatorOf?: (value: string, row: Row) => Indicator | null;
  /** What exports hold instead of `value`, for example an object in JSON. */
  exportValue?: (row: Row) => unknown;
  /** Pixels; default by kind. */
  width?: number;
  align?: 'start' | 'end';
  /** Not shown until chosen. */
  hidden?: boolean;
  /** A sentence for the header's tooltip: meaning and unit. */
  description?: string;
}

const DEFAULT_WIDTHS: Record<ColumnKind, number> = {
  text: 200,
  number: 104,
  time: 168,
  indicator: 220,
  score: 104,
  flag: 88,
};

export const MIN_COLUMN_WIDTH = 56;
export const MAX_COLUMN_WIDTH = 1200;

export function columnWidth(column: Pick<Column<never>, 'kind' | 'width'>): number {
  return column.width ?? DEFAULT_WIDTHS[column.kind];
}

const MIN_FLEXIBLE_WIDTH = 160;

/** Names and texts use more room than they ask for; numbers, times and short words would only move apart. */
export function isFlexible(column: Pick<Column<never>, 'kind' | 'width' | 'align'>): boolean {
  return ['text', 'indicator'].includes(column.kind) && columnWidth(column) >= MIN_FLEXIBLE_WIDTH;
}

/** Numbers line up on their last digit unless the column says otherwise. */
export function columnAlign(column: Pick<Column<never>, 'kind' | 'align'>): 'start' | 'end' {
  return column.align ?? (column.kind === 'number' ? 'end' : 'start');
}
