import { describe, expect, it } from 'vitest';
import { chosenRows, NO_SELECTION, selectionExtent, selectRange, toggleAll, toggleRow } from './row-selection.ts';

const shown = ['a', 'b', 'c', 'd'];
const keysOf = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].toSorted().join('');

describe('row selection', () => {
  it('toggles one row', () => {
    const once = toggleRow(NO_SELECTION, 'b');
    expect(keysOf(once)).toBe('b');
    expect(keysOf(toggleRow(once, 'b'))).toBe('');
  });

  it('draws a range in either direction from the row toggled last', () => {
    expect(keysOf(selectRange(toggleRow(NO_SELECTION, 'b'), 'd', shown))).toBe('bcd');
    expect(keysOf(selectRange(toggleRow(NO_SELECTION, 'c'), 'a', shown))).toBe('abc');
  });

  it('toggles when the anchor is missing or filtered away', () => {
    expect(keysOf(selectRange(NO_SELECTION, 'c', shown))).toBe('c');
    expect(keysOf(selectRange(toggleRow(NO_SELECTION, 'x'), 'c', shown))).toBe('cx');
  });

  it('chooses all shown rows and lets them go again, leaving hidden ones alone', () => {
    const all = toggleAll(toggleRow(NO_SELECTION, 'x'), shown);
    expect(keysOf(all)).toBe('abcdx');
    expect(keysOf(toggleAll(all, shown))).toBe('x');
  });

  it('gives the chosen rows in the order on screen, then those that filters hide', () => {
    const rows = ['A', 'B', 'C', 'D', 'E'];
    const grid = { keys: ['a', 'b', 'c', 'd', 'e'], order: [3, 1, 0] };
    const selection = { keys: new Set(['a', 'c', 'd']), anchor: null };
    expect(chosenRows(selection, rows, grid)).toEqual(['D', 'A', 'C']);
    expect(chosenRows(NO_SELECTION, rows, grid)).toEqual([]);
  });

  it('says how much of what is shown is chosen', () => {
    expect(selectionExtent(NO_SELECTION, shown)).toBe('none');
    expect(selectionExtent(toggleRow(NO_SELECTION, 'x'), shown)).toBe('none');
    expect(selectionExtent(toggleRow(NO_SELECTION, 'a'), shown)).toBe('some');
    expect(selectionExtent(toggleAll(NO_SELECTION, shown), shown)).toBe('all');
  });
});
