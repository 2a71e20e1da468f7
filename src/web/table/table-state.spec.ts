import { describe, expect, it } from 'vitest';
import { chosenColumns, moveColumn, toggleSort, visibleColumnIds, withFilter } from './table-state.ts';

const up = (column: string) => ({ column, desc: false });
const down = (column: string) => ({ column, desc: true });

describe('toggleSort', () => {
  it('goes ascending, descending, none', () => {
    expect(toggleSort([], 'a', false)).toEqual([up('a')]);
    expect(toggleSort([up('a')], 'a', false)).toEqual([down('a')]);
    expect(toggleSort([down('a')], 'a', false)).toEqual([]);
  });

  it('replaces the other columns, or keeps them and their place when adding', () => {
    expect(toggleSort([up('a'), up('b')], 'c', false)).toEqual([up('c')]);
    expect(toggleSort([up('a')], 'b', true)).toEqual([up('a'), up('b')]);
    expect(toggleSort([up('a'), up('b')], 'a', true)).toEqual([down('a'), up('b')]);
    expect(toggleSort([down('a'), up('b')], 'a', true)).toEqual([up('b')]);
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
