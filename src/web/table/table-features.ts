import {
  columnFacetingFeature,
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  type Row as TableRow,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  type Table as CoreTable,
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
