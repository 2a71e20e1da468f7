import { constructRow, memo, type RowModel } from '@tanstack/react-table';
import type { ColumnDef, RowData } from './column-def.ts';
import { countValues } from './cell-text.ts';
import { filterIndexes } from './row-filter.ts';
import { sortIndexes } from './row-sort.ts';
import type { Features, GridRow, Table } from './table-features.ts';

/*
 * The row-model factories of every table. Those of the library take 0.6 to 4.7 s and 92 MB for 100,000 rows: they fill two
 * maps a row and sort by reading two row objects for each comparison. These make the maps of a row when they are first
 * read, filter and sort places in `data`, and count rows into their places (row-sort.ts).
 */

type Model<Row extends RowData> = RowModel<Features, Row>;

export function coreRowModel<Row extends RowData>(table: Table<Row>): () => Model<Row> {
  let makeRow: ReturnType<typeof rowMaker<Row>> | undefined;
  let previous: Model<Row>['rows'] = [];
  return memo({
    memoDeps: () => [table.options.data],
    fn: (data: readonly Row[]) => {
      makeRow ??= rowMaker(table);
      const make = makeRow;
      // an unchanged row keeps its object, so that it is not redrawn when a page is added or a score arrives
      const rows = data.map((original, index) => {
        const known = previous[index];
        return known?.original === original ? known : make(original, index);
      });
      previous = rows;
      return modelOf(rows);
    },
  });
}

export function filteredRowModel<Row extends RowData>(table: Table<Row>): () => Model<Row> {
  return memo({
    memoDeps: () =>
      [
        table.getPreFilteredRowModel(),
        columnsOf(table),
        table.atoms.columnFilters.get(),
        table.atoms.globalFilter.get(),
      ] as const,
    fn: (model, columns, columnFilters, search) => {
      const passing = filterIndexes(table.options.data, columns, columnFilters, (search as string | undefined) ?? '');
      return passing ? modelOf(pick(model.rows, passing)) : model;
    },
  });
}

export function sortedRowModel<Row extends RowData>(table: Table<Row>): () => Model<Row> {
  // all rows are sorted once for each sorting; a filter then only leaves some of them out
  const getAllSorted = memo({
    memoDeps: () => [table.options.data, columnsOf(table), table.atoms.sorting.get()] as const,
    fn: (data, columns, sorting) => sortIndexes(data, columns, sorting),
  });
  return memo({
    memoDeps: () =>
      [table.getPreSortedRowModel(), table.getCoreRowModel(), columnsOf(table), table.atoms.sorting.get()] as const,
    fn: (model, core, _columns, sorting) => {
      if (sorting.length === 0) return model;
      if (model === core) return modelOf(pick(core.rows, getAllSorted()), model);
      const passes = new Uint8Array(core.rows.length);
      for (const { index } of model.rows) passes[index] = 1;
      return modelOf(
        pick(
          core.rows,
          getAllSorted().filter((place) => passes[place] === 1),
        ),
        model,
      );
    },
  });
}

function pick<Item>(items: readonly Item[], places: readonly number[]): Item[] {
  return places.map((place) => items[place]!);
}

/** How often each value of a column occurs in the loaded rows, the values of a list one by one. */
export function facetedUniqueValues<Row extends RowData>(
  table: Table<Row>,
  columnId: string,
): () => Map<string, number> {
  return memo({
    memoDeps: () => [table.options.data, columnsOf(table)] as const,
    fn: (data, columns) =>
      countValues(
        data,
        columns.find(({ id }) => id === columnId),
      ),
  });
}

function columnsOf<Row extends RowData>(table: Table<Row>): readonly ColumnDef<Row>[] {
  return table.options.columns as readonly ColumnDef<Row>[];
}

/** @param sameRows a model of the same rows in another order */
function modelOf<Row extends RowData>(rows: Model<Row>['rows'], sameRows?: Model<Row>): Model<Row> {
  let byId: Model<Row>['rowsById'] | undefined;
  return {
    rows,
    flatRows: rows,
    get rowsById() {
      byId ??= sameRows?.rowsById ?? Object.fromEntries(rows.map((row) => [row.id, row]));
      return byId;
    },
  };
}

/** Maps that the library fills for each row in advance. */
const rowMaps = ['_uniqueValuesCache', '_valuesCache', 'columnFilters', 'columnFiltersMeta'];

/** Makes rows with their data and index only; id and maps are made when first read. */
function rowMaker<Row extends RowData>(table: Table<Row>): (original: Row, index: number) => GridRow<Row> {
  class LazyRow {
    declare depth: number;
    declare subRows: readonly never[];
    _displayIndexCache = -1;
    #id: string | undefined;
    readonly original: Row;
    readonly index: number;
    constructor(original: Row, index: number) {
      this.original = original;
      this.index = index;
    }
    get id(): string {
      this.#id ??= table.getRowId(this.original, this.index);
      return this.#id;
    }
  }
  const rowPrototype = Object.getPrototypeOf(constructRow(table, '', {} as Row, 0, 0)) as object;
  Object.setPrototypeOf(LazyRow.prototype, rowPrototype);
  Object.assign(LazyRow.prototype, { depth: 0, subRows: [] });
  for (const name of rowMaps)
    Object.defineProperty(LazyRow.prototype, name, {
      get(this: object) {
        const value: unknown = Object.create(null);
        Object.defineProperty(this, name, { value, writable: true });
        return value;
      },
    });
  return (original, index) => new LazyRow(original, index) as unknown as GridRow<Row>;
}
