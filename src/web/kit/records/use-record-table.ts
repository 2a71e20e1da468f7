import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { ColumnDef, RowData } from '#web/table/column-def.ts';
import type { Table } from '#web/table/table-features.ts';
import { type Density, decodeTable, encodeTable, tableKeys, type TableChoices } from '#web/table/table-url.ts';
import { type DataTableOptions, functionalUpdate, useDataTable } from '#web/table/use-data-table.ts';

export interface RecordTableOptions<Row extends RowData> extends Pick<
  DataTableOptions<Row>,
  'state' | 'onRowSelectionChange'
> {
  /** Never changed in place: a new array when anything changes. */
  readonly rows: readonly Row[];
  /** Defined at module scope. */
  readonly columns: readonly ColumnDef<Row>[];
  /** A key that identifies the row even when other rows are added or removed. A stable function. */
  readonly rowKey: (row: Row, index: number) => string;
  /** Distinguishes the URL keys of two tables on one page: `a.` -> `a.sort`. */
  readonly urlPrefix?: string | undefined;
}

interface RecordTableState<Row extends RowData> {
  readonly table: Table<Row>;
  /** The row height the analyst chose for this table. */
  readonly density: Density | null;
  readonly setDensity: (density: Density) => void;
}

/** A table whose state is in the URL, except for the selected rows. */
export function useRecordTable<Row extends RowData>(options: RecordTableOptions<Row>): RecordTableState<Row> {
  const { rows, columns, rowKey, urlPrefix = '', state, ...rest } = options;
  const { choices, onChange } = useTableUrl(columns, urlPrefix);
  const { density, ...urlState } = choices;
  const table = useDataTable<Row>({
    data: rows,
    columns,
    getRowId: rowKey,
    ...rest,
    state: { ...urlState, ...state },
    onSortingChange: onChange('sorting'),
    onColumnFiltersChange: onChange('columnFilters'),
    onGlobalFilterChange: onChange('globalFilter'),
    onColumnVisibilityChange: onChange('columnVisibility'),
    onColumnOrderChange: onChange('columnOrder'),
    onColumnSizingChange: onChange('columnSizing'),
  });
  return { table, density, setDensity: onChange('density') };
}

type OnChange = <Slice extends keyof TableChoices>(
  slice: Slice,
) => (updater: TableChoices[Slice] | ((old: TableChoices[Slice]) => TableChoices[Slice])) => void;

/**
 * The state of a table in the URL. Replaces the history entry: otherwise every letter typed in a filter would need its own Back.
 */
function useTableUrl<Row extends RowData>(
  columns: readonly ColumnDef<Row>[],
  prefix: string,
): { choices: TableChoices; onChange: OnChange } {
  const parsers = useMemo(
    () => Object.fromEntries(tableKeys(columns, prefix).map((key) => [key, parseAsString])),
    [columns, prefix],
  );
  const [params, setParams] = useQueryStates(parsers, { history: 'replace' });
  const choices = decodeTable(params, columns, prefix);
  // reads the latest parameters, since one press may change several slices
  const onChange: OnChange = (slice) => (updater) =>
    void setParams((latest) => {
      const old = decodeTable(latest, columns, prefix);
      return encodeTable({ ...old, [slice]: functionalUpdate(updater, old[slice]) }, columns, prefix);
    });
  return {
    choices: {
      sorting: useStable(choices.sorting),
      columnFilters: useStable(choices.columnFilters),
      globalFilter: choices.globalFilter,
      columnVisibility: useStable(choices.columnVisibility),
      columnOrder: useStable(choices.columnOrder),
      columnPinning: useStable(choices.columnPinning),
      columnSizing: useStable(choices.columnSizing),
      density: choices.density,
    },
    onChange,
  };
}

/** Returns the same object while its text is equal, so that typing in the search does not sort again. */
function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as Value, [text]);
}
