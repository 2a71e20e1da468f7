import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  areColumnsChosen,
  columnChoice,
  exportedColumnIds,
  moveColumn,
  resetColumns,
  showAllColumns,
} from './table-url.ts';
import type { MenuAction } from '#web/kit/ui/menu-entry.ts';
import { defineColumn } from './column-def.ts';
import { gridActions, type GridContext, type OpenMenu } from './grid-actions.ts';
import { selectedRows, selectionExtent, selectRow, type Table } from './table-features.ts';
import { useDataTable } from './use-data-table.ts';

interface Row {
  readonly name: string;
  readonly count: number | null;
  readonly tags?: readonly string[];
}

const columns = [
  defineColumn<Row>('text', 'name', 'Name'),
  defineColumn<Row>('number', 'count', 'Count'),
  defineColumn<Row>('text', 'tags', 'Tags', { meta: { isHidden: true } }),
];
const data: readonly Row[] = [
  { name: 'b.example', count: 5, tags: ['x', 'y'] },
  { name: 'a.example', count: 50, tags: ['x'] },
  { name: 'c.test', count: null },
  { name: 'd.test', count: 7 },
];

/** The table of a component that was rendered once: its state is TanStack's own, and is changed through its API. */
function tableOf(): Table<Row> {
  const made: Table<Row>[] = [];
  function Component() {
    made.push(
      useDataTable<Row>({
        data,
        columns,
        getRowId: ({ name }) => name,
        initialState: columnChoice([], columns),
      }),
    );
    return null;
  }
  renderToStaticMarkup(<Component />);
  return made[0]!;
}

const namesIn = (table: Table<Row>) =>
  table
    .getRowModel()
    .rows.map(({ id }) => id[0])
    .join('');
const press = (table: Table<Row>, id: string, shiftKey = false) =>
  table.getColumn(id)!.getToggleSortingHandler()!({ shiftKey });
const sorting = (table: Table<Row>) =>
  table.atoms.sorting
    .get()
    .map(({ id, desc }) => (desc ? `-${id}` : id))
    .join();

describe('sorting', () => {
  it('goes ascending, descending, none; where the most comes first the other way round', () => {
    const table = tableOf();
    const orders = (id: string) =>
      [1, 2, 3].map(() => {
        press(table, id);
        return namesIn(table);
      });
    expect(orders('name')).toEqual(['abcd', 'dcba', 'bacd']);
    expect(orders('count')).toEqual(['adbc', 'bdac', 'bacd']);
  });

  it('replaces the other columns, or keeps them and their place when adding', () => {
    const table = tableOf();
    press(table, 'name');
    press(table, 'count', true);
    expect(sorting(table)).toBe('name,-count');
    press(table, 'name', true);
    expect(sorting(table)).toBe('-name,-count');
    press(table, 'name', true);
    expect(sorting(table)).toBe('-count');
    press(table, 'name');
    expect(sorting(table)).toBe('name');
  });
});

describe('the menu of a header', () => {
  /** The entries about sorting, each with its shortcut. */
  const entriesOf = (table: Table<Row>, id: string) => {
    const menus: OpenMenu[] = [];
    const column = columns.findIndex((each) => each.id === id) + 1;
    const context = { table, onMenu: (menu: OpenMenu) => menus.push(menu) } as unknown as GridContext<Row>;
    gridActions(context).openMenu({ row: 0, column }, {} as HTMLElement);
    const [sort] = menus.flatMap(({ entries }) => entries) as { entries: readonly MenuAction[] }[];
    return sort!.entries;
  };
  const wordsOf = (table: Table<Row>, id: string) =>
    entriesOf(table, id).map(({ label, shortcut }) => [label, shortcut].filter(Boolean).join(': '));

  it('has Enter beside what a press does, which depends on the column and its sort', () => {
    const table = tableOf();
    expect(wordsOf(table, 'name')).toEqual(['Ascending: Enter', 'Descending', 'Remove from sort']);
    expect(wordsOf(table, 'count')).toEqual(['Ascending', 'Descending: Enter', 'Remove from sort']);
    press(table, 'count');
    expect(wordsOf(table, 'count')).toEqual(['Ascending: Enter', 'Descending', 'Remove from sort']);
    press(table, 'count');
    expect(wordsOf(table, 'count')).toEqual(['Ascending', 'Descending', 'Remove from sort: Enter']);
  });

  it('adds a column to the sort as Shift and Enter do', () => {
    const table = tableOf();
    press(table, 'name');
    const [add] = entriesOf(table, 'count').filter(({ shortcut }) => shortcut === 'Shift Enter');
    add!.onAction();
    expect(sorting(table)).toBe('name,-count');
    expect(wordsOf(table, 'count').join()).not.toContain('Shift');
  });
});

describe('filters', () => {
  it('of a column are expressions, and leave rows out in the chosen order', () => {
    const table = tableOf();
    press(table, 'name');
    table.getColumn('count')!.setFilterValue('>=7');
    expect(namesIn(table)).toBe('ad');
    table.getColumn('name')!.setFilterValue('!=d.test');
    expect(namesIn(table)).toBe('a');
    table.getColumn('count')!.setFilterValue('');
    expect(table.atoms.columnFilters.get()).toEqual([{ id: 'name', value: '!=d.test' }]);
    expect(namesIn(table)).toBe('abc');
  });

  it('of the whole table are words that all must occur, also in hidden columns', () => {
    const table = tableOf();
    table.setGlobalFilter('example Y');
    expect(namesIn(table)).toBe('b');
  });

  it('are offered with the counts of the values of all loaded rows, those of a list one by one', () => {
    const table = tableOf();
    table.setGlobalFilter('test');
    expect(table.getColumn('tags')!.getFacetedUniqueValues()).toEqual(
      new Map([
        ['x', 2],
        ['y', 1],
      ]),
    );
  });
});

describe('columns', () => {
  const shown = (table: Table<Row>) =>
    table
      .getVisibleLeafColumns()
      .map(({ id }) => id)
      .join();

  it('are those not hidden until others are chosen', () => {
    const table = tableOf();
    expect(shown(table)).toBe('name,count');
    expect(areColumnsChosen(table)).toBe(false);
    table.getColumn('name')!.toggleVisibility(false);
    expect(shown(table)).toBe('count');
    expect(areColumnsChosen(table)).toBe(true);
    resetColumns(table);
    expect(shown(table)).toBe('name,count');
    showAllColumns(table);
    expect(shown(table)).toBe('name,count,tags');
  });

  it('move inside those shown', () => {
    const table = tableOf();
    // the first column sticks where the URL says; here none does
    table.setColumnPinning({ start: [], end: [] });
    moveColumn(table, 'count', -1);
    expect(shown(table)).toBe('count,name');
    moveColumn(table, 'count', -1);
    expect(shown(table)).toBe('count,name');
    moveColumn(table, 'count', 9);
    expect(shown(table)).toBe('name,count');
    expect(areColumnsChosen(table)).toBe(false);
  });

  it('are exported in the order of a wide window until one is moved', () => {
    const table = tableOf();
    const wide = [columns[1]!, columns[2]!, columns[0]!];
    expect(exportedColumnIds(table, wide)).toEqual(['count', 'name']);
    table.getColumn('count')!.toggleVisibility(false);
    expect(exportedColumnIds(table, wide)).toEqual(['name']);
    showAllColumns(table);
    expect(exportedColumnIds(table, wide)).toEqual(['count', 'tags', 'name']);
    moveColumn(table, 'tags', -1);
    expect(exportedColumnIds(table, wide)).toEqual(['name', 'tags', 'count']);
  });

  it('have the width of their definition inside the limits', () => {
    const table = tableOf();
    table.setColumnSizing({ count: 5, name: 5000 });
    expect(['name', 'count', 'tags'].map((id) => table.getColumn(id)!.getSize())).toEqual([1200, 56, 200]);
  });
});

describe('row selection', () => {
  const row = (table: Table<Row>, letter: string) =>
    table.getCoreRowModel().rows.find(({ id }) => id.startsWith(letter))!;
  const selected = (table: Table<Row>) =>
    selectedRows(table)
      .map(({ id }) => id[0])
      .join('');

  it('toggles a row', () => {
    const table = tableOf();
    selectRow(row(table, 'b'), false);
    expect(table.atoms.rowSelection.get()).toEqual({ 'b.example': true });
    selectRow(row(table, 'b'), false);
    expect(selected(table)).toBe('');
  });

  it('adds a range in either direction, in the order on screen', () => {
    const table = tableOf();
    press(table, 'name');
    selectRow(row(table, 'b'), false);
    selectRow(row(table, 'd'), true);
    expect(selected(table)).toBe('bcd');
    selectRow(row(table, 'a'), true);
    expect(selected(table)).toBe('abcd');
  });

  it('selects one row where the start of a range is missing or filtered away', () => {
    const table = tableOf();
    selectRow(row(table, 'c'), true);
    expect(selected(table)).toBe('c');
    table.getColumn('name')!.setFilterValue('example');
    selectRow(row(table, 'a'), true);
    expect(selected(table)).toBe('ac');
  });

  it('takes all shown rows and lets them go again, leaving hidden ones alone', () => {
    const table = tableOf();
    expect(selectionExtent(table)).toBe('none');
    selectRow(row(table, 'd'), false);
    table.getColumn('name')!.setFilterValue('example');
    expect(selectionExtent(table)).toBe('none');
    selectRow(row(table, 'a'), false);
    expect(selectionExtent(table)).toBe('some');
    table.toggleAllRowsSelected();
    expect(selectionExtent(table)).toBe('all');
    expect(selected(table)).toBe('bad');
    table.toggleAllRowsSelected();
    expect(selected(table)).toBe('d');
  });
});

describe('rows', () => {
  it('make their maps when those are first read', () => {
    const table = tableOf();
    const [first] = table.getRowModel().rows;
    expect(Object.keys(first!)).not.toContain('_valuesCache');
    expect(first!.getValue('name')).toBe('b.example');
    expect(first!.getValue('name')).toBe('b.example');
    expect(table.getRow('d.test').original).toBe(data[3]);
    expect(table.getRow('d.test').getDisplayIndex()).toBe(3);
    expect(first!.getVisibleCells().map((cell) => cell.getValue())).toEqual(['b.example', 5]);
  });

  it('keep their object when others are added or change', () => {
    const table = tableOf();
    const before = table.getRowModel().rows;
    table.setOptions((old) => ({ ...old, data: [data[0]!, { ...data[1]!, count: 51 }, ...data.slice(2), ...data] }));
    const after = table.getRowModel().rows;
    expect(after).toHaveLength(8);
    expect(after.map((row, index) => row === before[index])).toEqual([
      true,
      false,
      true,
      true,
      ...Array(4).fill(false),
    ]);
  });
});
