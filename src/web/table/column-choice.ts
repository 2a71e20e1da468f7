import type { RowData } from './column-def.ts';
import type { Table } from './table-features.ts';
import { columnChoice, defaultColumnIds, type UrlColumn } from './table-url.ts';

/** The text of a column's header: every definition has one. */
export function headerText({ columnDef }: { readonly columnDef: { readonly header?: unknown } }): string {
  return String(columnDef.header);
}

/** Moves a column among those shown, by so many places, staying inside them. */
export function moveColumn<Row extends RowData>(table: Table<Row>, columnId: string, places: number): void {
  const ids = table.getVisibleLeafColumns().map(({ id }) => id);
  const from = ids.indexOf(columnId);
  const to = Math.min(ids.length - 1, Math.max(0, from + places));
  const moved = ids.toSpliced(from, 1).toSpliced(to, 0, columnId);
  table.setColumnOrder((order) => [...moved, ...order.filter((id) => !moved.includes(id))]);
}

/** Shows all columns, in the order they are defined. */
export function showAllColumns<Row extends RowData>(table: Table<Row>): void {
  table.toggleAllColumnsVisible(true);
  table.setColumnOrder(table.options.columns.map(({ id = '' }) => id));
}

/** Shows the columns that are shown unless others are chosen. */
export function resetColumns<Row extends RowData>(table: Table<Row>): void {
  const { columnOrder, columnVisibility } = columnChoice([], table.options.columns as readonly UrlColumn[]);
  table.setColumnVisibility(columnVisibility);
  table.setColumnOrder(columnOrder);
}

/** Other columns than the default ones are shown, or in another order. */
export function areColumnsChosen<Row extends RowData>(table: Table<Row>): boolean {
  const shown = table.getVisibleLeafColumns().map(({ id }) => id);
  return shown.join(',') !== defaultColumnIds(table.options.columns as readonly UrlColumn[]).join(',');
}
