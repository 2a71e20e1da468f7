import { describe, expect, it } from 'vitest';
import { chosenColumns, moveColumn, toggleSort, visibleColumnIds, withFilter } from './table-state.ts';

const up = (column: string) => ({ column, desc: false });
const down = (column: string) => ({ column, desc: true });

describe('toggleSort', () => {
  const press = (sort: Parameters<typeof toggleSort>[0], column: string, isAdded: boolean, isDescFirst = false) =>
    toggleSort(sort, { column, isAdded, isDescFirst });

  it('goes ascending, descending, none', () => {
    expect(press([], 'a', false)).toEqual([up('a')]);
    expect(press([up('a')], 'a', false)).toEqual([down('a')]);
    expect(press([down('a')], 'a', false)).toEqual([]);
  });

  it('goes descending, ascending, none where the most comes first', () => {
    expect(press([], 'a', false, true)).toEqual([down('a')]);
    expect(press([down('a')], 'a', false, true)).toEqual([up('a')]);
    expect(press([up('a')], 'a', false, true)).toEqual([]);
  });

  it('replaces the other columns, or keeps them and their place when adding', () => {
    expect(press([up('a'), up('b')], 'c', false)).toEqual([up('c')]);
    expect(press([up('a')], 'b', true)).toEqual([up('a'), up('b')]);
    expect(press([up('a'), up('b')], 'a', true)).toEqual([down('a'), up('b')]);
    expect(press([down('a'), up('b')], 'a', true)).toEqual([up('b')]);
  });
});

describe('withFilter', () => {
  it('sets, replaces and removes', () => {
    expect(withFilter({ a: 'x' }, 'b', 'y')).toEqual({ a: 'x', b: 'y' });
    expect(withFilter({ a: 'x' }, 'a', 'y')).toEqual({ a: 'y' });
    expect(withFilter({ a: 'x' }, 'a', '')).toEqual({});
  });
});

describe('columns', () => {
  const columns = [{ id: 'a' }, { id: 'b', hidden: true }, { id: 'c' }];

  it('shows the default until something else is chosen', () => {
    expect(visibleColumnIds({ columns: null }, columns)).toEqual(['a', 'c']);
    expect(visibleColumnIds({ columns: ['b'] }, columns)).toEqual(['b']);
    expect(chosenColumns(['a', 'c'], columns)).toBeNull();
    expect(chosenColumns([], columns)).toBeNull();
    expect(chosenColumns(['c', 'a'], columns)).toEqual(['c', 'a']);
  });

  it('moves a column inside the list', () => {
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(moveColumn(['a'], 'x', 1)).toEqual(['a']);
  });
});
