import { cellText } from './cell-text.ts';
import type { CellValue, ColumnDef, RowData } from './column-def.ts';

/** The texts of a row's values in a column: those of a list one by one, none where there is no value. */
export function valueTexts<Row extends RowData>(row: Row, column: ColumnDef<Row>): readonly string[] {
  const value = column.accessorFn(row);
  const values = Array.isArray(value) ? (value as readonly CellValue[]) : [value];
  return values.map((each) => cellText(each, column.meta.kind)).filter((text) => text !== '');
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
