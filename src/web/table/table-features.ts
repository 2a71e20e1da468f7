import {
  columnFacetingFeature,
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type Table as CoreTable,
  globalFilteringFeature,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  type Row as TableRow,
} from '@tanstack/react-table';

/** What TanStack Table does for every table of the dashboard; use-data-table.ts adds the row models. */
export const stockFeatures = {
  columnFacetingFeature,
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowSelectionFeature,
  rowSortingFeature,
};

export type Features = typeof stockFeatures;
export type Table<Row extends RowData> = CoreTable<Features, Row>;
export type GridRow<Row extends RowData> = TableRow<Features, Row>;

/** Selects or deselects a row; as a range, adds all rows between the last selected one and this one. */
export function selectRow<Row extends RowData>(row: GridRow<Row>, isRange: boolean): void {
  row.getToggleSelectedHandler()({ target: { checked: isRange || !row.getIsSelected() }, shiftKey: isRange });
}

/** The selected rows in the order on screen; rows hidden by filters follow in their original order. */
export function selectedRows<Row extends RowData>(table: Table<Row>): readonly GridRow<Row>[] {
  const shown = table.getGroupedSelectedRowModel().rows;
  const all = table.getSelectedRowModel().rows;
  return shown.length === all.length ? shown : [...new Set([...shown, ...all])];
}

/** Whether none, some or all visible rows are selected. */
export function selectionExtent<Row extends RowData>(table: Table<Row>): 'none' | 'some' | 'all' {
  if (table.getIsAllRowsSelected()) return 'all';
  return table.getFilteredSelectedRowModel().rows.length > 0 ? 'some' : 'none';
}
