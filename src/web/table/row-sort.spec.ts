import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { sortIndexes } from './row-sort.ts';

interface Row {
  name: string | null;
  count: number | string | null;
}

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', kind: 'text', value: (row) => row.name },
  { id: 'count', header: 'Count', kind: 'number', value: (row) => row.count },
];

const all = (rows: readonly Row[]) => rows.map((_, index) => index);

function sorted(rows: readonly Row[], ...terms: string[]): Row[] {
  const sort = terms.map((term) => ({ column: term.replace('-', ''), desc: term.startsWith('-') }));
  return sortIndexes(rows, all(rows), columns, sort).map((index) => rows[index]!);
}

describe('sortIndexes', () => {
  const a2 = { name: 'a', count: 2 };
  const A1 = { name: 'A', count: 1 };
  const b1 = { name: 'b', count: 1 };
  const none = { name: null, count: null };
  const unknown = { name: 'c', count: 'UNKNOWN' };

  it('sorts without regard to case and keeps the order of ties', () => {
    expect(sorted([b1, a2, A1], 'name')).toEqual([a2, A1, b1]);
    expect(sorted([b1, A1, a2], '-name')).toEqual([b1, A1, a2]);
  });

  it('sorts by several columns', () => {
    expect(sorted([a2, b1, A1], 'count', '-name')).toEqual([b1, A1, a2]);
  });

  it('puts rows without a value last in both directions', () => {
    expect(sorted([none, b1, a2], 'count')).toEqual([b1, a2, none]);
    expect(sorted([none, b1, a2], '-count')).toEqual([a2, b1, none]);
    expect(sorted([none, b1, a2], '-name')).toEqual([b1, a2, none]);
  });

  it('puts texts among numbers behind them', () => {
    expect(sorted([unknown, none, a2, b1], 'count')).toEqual([b1, a2, unknown, none]);
  });

  it('sorts by more columns than fit one number', () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => ({ name: `n${row}`, count: row % 7 }));
    const many = ['name', 'count', 'name', 'count', 'name', 'count', 'name'].map((column) => ({ column, desc: true }));
    const order = sortIndexes(rows, all(rows), columns, many).map((row) => rows[row]!.name);
    expect(order).toEqual(
      rows
        .map(({ name }) => name)
        .toSorted()
        .toReversed(),
    );
  });

  it('leaves the rows as they came when no term names a column', () => {
    expect(sorted([b1, a2], 'nothing')).toEqual([b1, a2]);
    expect(sortIndexes([b1, a2, A1], [2, 0], columns, [])).toEqual([2, 0]);
  });

  it('agrees with a plain comparison on any numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))),
        fc.boolean(),
        (counts, desc) => {
          const rows = counts.map((count) => ({ name: '', count }));
          const order = sorted(rows, desc ? '-count' : 'count').map((row) => row.count);
          const present = counts.filter((count) => count !== null).toSorted((x, y) => (desc ? y - x : x - y));
          // + 0 because 0 and -0 tie.
          expect(order.slice(0, present.length).map((count) => Number(count) + 0)).toEqual(
            present.map((count) => count + 0),
          );
          expect(order.slice(present.length).every((count) => count === null)).toBe(true);
        },
      ),
    );
  });
});
