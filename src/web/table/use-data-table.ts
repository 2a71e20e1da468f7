import { type TableOptions, tableFeatures, useTable } from '@tanstack/react-table';
import { useEffect } from 'react';
import { pause } from '#web/api/pause.ts';
import { untilQuiet } from '#web/api/quiet.ts';
import type { ColumnDef, RowData } from './column-def.ts';
import { maxColumnPixels, minColumnPixels } from './column-width.ts';
import { DefaultCell } from './DefaultCell.tsx';
import { warmFilter } from './row-filter.ts';
import { coreRowModel, facetedUniqueValues, filteredRowModel, sortedRowModel } from './row-models.ts';
import { warmSort } from './row-sort.ts';
import { type Features, stockFeatures, type Table } from './table-features.ts';

const features: Features = tableFeatures({
  ...stockFeatures,
  coreRowModel,
  facetedUniqueValues,
  filteredRowModel,
  sortedRowModel,
});

const defaultColumn = { minSize: minColumnPixels, maxSize: maxColumnPixels, cell: DefaultCell };

export { functionalUpdate } from '@tanstack/react-table';

export type DataTableOptions<Row extends RowData> = Omit<TableOptions<Features, Row>, 'features' | 'columns'> & {
  /** Defined at module scope. */
  readonly columns: readonly ColumnDef<Row>[];
};

/** From this number of rows a first sort or search is noticeably slow, so the work is done in advance, a column at a time. */
const warmedRows = 5_000;
/** For the rest of the page, between two of these tasks. */
const betweenMilliseconds = 50;

async function warm<Row extends RowData>(
  data: readonly Row[],
  columns: readonly ColumnDef<Row>[],
  signal: AbortSignal,
): Promise<void> {
  const tasks = [() => warmFilter(data, columns), ...columns.map((column) => () => warmSort(data, column))];
  for (const task of tasks) {
    await pause(betweenMilliseconds, signal);
    await untilQuiet({ signal });
    if (signal.aborted) return;
    task();
  }
}

/** TanStack's table, with our row models. `data` is never changed in place: a new array when anything changes. */
export function useDataTable<Row extends RowData>(options: DataTableOptions<Row>): Table<Row> {
  const { data, columns } = options;
  useEffect(() => {
    if (data.length < warmedRows) return;
    const stopping = new AbortController();
    void warm(data, columns, stopping.signal);
    return () => stopping.abort();
  }, [data, columns]);
  return useTable({
    defaultColumn,
    ...options,
    // the library's list is of columns with any value
    columns: columns as TableOptions<Features, Row>['columns'],
    features,
  });
}
