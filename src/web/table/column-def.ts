import type {
  AccessorFnColumnDef,
  CellContext as TableCellContext,
  CellData,
  Column as TableColumn,
  ColumnMeta,
  RowData,
  RowSelectionState,
  TableFeatures,
} from '@tanstack/react-table';
import type { Indicator } from '#model/indicator-of.ts';
import type { Features } from './table-features.ts';

export type { RowData, RowSelectionState };

/**
 * The kind of a column's values. It decides default rendering, sorting and filter terms:
 * `indicator` sorts addresses by number, `number` and `score` take comparisons, `time` compares by the digits given.
 */
export type ColumnKind = 'text' | 'number' | 'time' | 'indicator' | 'score' | 'flag';

/** What an accessor may return; a list is one cell with several values. `null`, `undefined` and '' are "no value". */
export type CellValue = string | number | boolean | null | undefined | readonly (string | number)[];

declare module '@tanstack/react-table' {
  // the parameters repeat those of the library, which merging requires
  interface ColumnMeta<in out TFeatures extends TableFeatures, in out TData extends RowData, TValue extends CellData> {
    kind: ColumnKind;
    /** Not shown until chosen. */
    isHidden?: boolean;
    /** Its values arrive after the rows. */
    isLate?: boolean;
    /** Comes right after the subject in a narrow window, as scores do. */
    isKey?: boolean;
    /** In a file exactly when one of its rows has a value, whether the column is shown or not. */
    isInFilesWithValue?: boolean;
    /** A sentence for the header's tooltip: meaning and unit. */
    description?: string;
    /** By kind unless given. */
    align?: 'start' | 'end';
    /** The indicator of a value of the column; null for plain text. */
    indicatorOf?: (value: string, row: TData) => Indicator | null;
    /** The relation of the row's indicator to the subject of the page, for the investigation: "resolved to, 2026-10-02". */
    why?: (row: TData) => string;
    /** The value in exports, if different, for example an object in JSON. */
    exportValue?: (row: TData) => unknown;
  }
}

/** One column, defined at module scope. `id` is the wire field name: it is in the URL and in exports. */
export type ColumnDef<Row extends RowData> = AccessorFnColumnDef<Features, Row, CellValue> & {
  id: string;
  header: string;
  /** A function of the row alone, so that exports can read it without the table. */
  accessorFn: (row: Row) => CellValue;
  meta: ColumnMeta<Features, Row, CellValue>;
};

export type Column<Row extends RowData> = TableColumn<Features, Row>;

/** The argument of a cell renderer. */
export type CellContext<Row extends RowData> = TableCellContext<Features, Row, CellValue>;

/** The optional parts of a definition. */
export type ColumnOptions<Row extends RowData> = Partial<Omit<ColumnDef<Row>, 'id' | 'header' | 'meta'>> & {
  readonly meta?: Partial<Omit<ColumnDef<Row>['meta'], 'kind'>>;
};

const defaultSizes: Readonly<Record<ColumnKind, number>> = {
  text: 200,
  number: 104,
  time: 168,
  indicator: 220,
  score: 104,
  flag: 88,
};

/** Scores, counts and times sort in descending order first. */
const descFirst: readonly ColumnKind[] = ['number', 'score', 'time'];

/** A column of one kind: `id` is the wire field, whose value it has unless `accessorFn` is given. */
export function defineColumn<Row extends RowData>(
  kind: ColumnKind,
  id: string,
  header: string,
  options: ColumnOptions<Row> = {},
): ColumnDef<Row> {
  return {
    accessorFn: (row) => (row as Record<string, CellValue>)[id],
    size: defaultSizes[kind],
    sortDescFirst: descFirst.includes(kind),
    ...options,
    id,
    header,
    meta: { ...options.meta, kind },
  };
}

/** The part of a definition that decides its layout. */
interface KindedDef {
  readonly size?: number;
  readonly meta?: { readonly kind: ColumnKind; readonly align?: 'start' | 'end' } | undefined;
}

const minFlexiblePixels = 160;

/** Names and texts may grow; numbers, times and short words would only move apart. */
export function isFlexible({ size = 0, meta }: KindedDef): boolean {
  return (meta?.kind === 'text' || meta?.kind === 'indicator') && size >= minFlexiblePixels;
}

/** Numbers line up on their last digit unless the column says otherwise. */
export function columnAlign({ meta }: KindedDef): 'start' | 'end' {
  return meta?.align ?? (meta?.kind === 'number' ? 'end' : 'start');
}
