import { timeText } from '#model/dates.ts';
import type { Indicator } from '#model/indicator-of.ts';
import type { CellValue, ColumnDef, ColumnKind, RowData } from './column-def.ts';

function partText(value: string | number, kind: ColumnKind): string {
  return kind === 'time' ? timeText(value) : String(value);
}

/** The canonical text of a value: what is filtered, sorted and copied; '' when there is none. */
export function cellText(value: CellValue, kind: ColumnKind): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.map((part) => partText(part, kind)).join(', ');
  return partText(value, kind);
}

/** The part of a cell's context that its text comes from. */
export interface TextSource {
  readonly getValue: () => unknown;
  readonly column: { readonly columnDef: { readonly meta?: { readonly kind: ColumnKind } | undefined } };
}

/** The canonical text of a cell. */
export function textOf(cell: TextSource): string {
  return cellText(cell.getValue() as CellValue, cell.column.columnDef.meta?.kind ?? 'text');
}

/** The texts of a row's values in a column, one for each item of a list; empty without a value. */
export function valueTexts<Row extends RowData>(row: Row, column: ColumnDef<Row>): readonly string[] {
  const value = column.accessorFn(row);
  const values = Array.isArray(value) ? (value as readonly CellValue[]) : [value];
  return values.map((each) => cellText(each, column.meta.kind)).filter((text) => text !== '');
}

/** The indicators among these values; none in a column without indicators. */
export function indicatorsIn<Row extends RowData>(row: Row, column: ColumnDef<Row>): readonly Indicator[] {
  const { indicatorOf } = column.meta;
  return indicatorOf ? valueTexts(row, column).flatMap((text) => indicatorOf(text, row) ?? []) : [];
}

/** How often each value of a column occurs. */
export function countValues<Row extends RowData>(
  rows: readonly Row[],
  column: ColumnDef<Row> | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  if (column)
    for (const row of rows) for (const text of valueTexts(row, column)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
