import { describe, expect, it } from 'vitest';
import { walk } from './grid-focus.ts';

const size = { rows: 100, columns: 5, pageRows: 20 };
const press = (row: number, column: number, key: string, ctrlKey = false) => {
  const to = walk({ row, column }, { key, ctrlKey, metaKey: false }, size);
  return to && [to.row, to.column];
};

describe('walk', () => {
  it.each([
    [1, 1, 'ArrowDown', [2, 1]],
    [1, 1, 'j', [2, 1]],
    [1, 1, 'k', [0, 1]],
    [0, 0, 'ArrowUp', [0, 0]],
    [100, 4, 'ArrowDown', [100, 4]],
    [3, 4, 'ArrowRight', [3, 4]],
    [3, 1, 'ArrowLeft', [3, 0]],
    [3, 2, 'Home', [3, 0]],
    [3, 2, 'End', [3, 4]],
    [3, 2, 'PageDown', [23, 2]],
    [95, 2, 'PageDown', [100, 2]],
    [30, 2, 'PageUp', [10, 2]],
    [5, 2, 'PageUp', [1, 2]],
    [0, 2, 'PageUp', [0, 2]],
    [3, 2, 'x', null],
  ])('from %i, %i with %s', (row, column, key, to) => {
    expect(press(row, column, key)).toEqual(to);
  });

  it('goes to the corners with Ctrl, and leaves other chords to the browser', () => {
    expect(press(3, 2, 'Home', true)).toEqual([0, 0]);
    expect(press(3, 2, 'End', true)).toEqual([100, 4]);
    expect(press(3, 2, 'ArrowDown', true)).toBeNull();
    expect(press(3, 2, 'j', true)).toBeNull();
  });
});
