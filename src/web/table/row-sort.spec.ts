import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIpv4, formatIpv6 } from '#model/ip-address.ts';
import { defineColumn } from './column-def.ts';
import { filledIn } from './row-cache.ts';
import { indicatorKey, sortIndexes, sortKey } from './row-sort.ts';

interface Row {
  name: string | null;
  count: number | string | null;
}

const columns = [defineColumn<Row>('text', 'name', 'Name'), defineColumn<Row>('number', 'count', 'Count')];

function sorted(rows: readonly Row[], ...terms: string[]): Row[] {
  const sorting = terms.map((term) => ({ id: term.replace('-', ''), desc: term.startsWith('-') }));
  return sortIndexes(rows, columns, sorting).map((index) => rows[index]!);
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
    expect(sorted([unknown, b1, a2], '-count')).toEqual([a2, b1, unknown]);
  });

  it('puts texts among numbers behind them', () => {
    const many = { name: 'd', count: 'many' };
    expect(sorted([many, none, a2, b1], 'count')).toEqual([b1, a2, many, none]);
  });

  it('sorts by more columns than fit one number', () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => ({ name: `n${row}`, count: row % 7 }));
    const many = ['name', 'count', 'name', 'count', 'name', 'count', 'name'].map((id) => ({ id, desc: true }));
    const order = sortIndexes(rows, columns, many).map((row) => rows[row]!.name);
    expect(order).toEqual(
      rows
        .map(({ name }) => name)
        .toSorted()
        .toReversed(),
    );
  });

  it('sorts a late column by the values that have arrived', () => {
    const late = [
      ...columns,
      defineColumn<Row & { score?: number }>('score', 'score', 'Score', { meta: { isLate: true } }),
    ];
    const order = (rows: readonly (Row & { score?: number })[], id: string) =>
      sortIndexes(rows, late, [{ id, desc: true }]).map((row) => rows[row]!.name);
    const rows = [a2, b1];
    expect(order(rows, 'score')).toEqual(['a', 'b']);
    const filled = filledIn(rows, [a2, { ...b1, score: 80 }]);
    expect(order(filled, 'score')).toEqual(['b', 'a']);
    expect(order(filled, 'name')).toEqual(['b', 'a']);
    expect(order(filled, 'count')).toEqual(['a', 'b']);
  });

  it('leaves the rows as they came when no term names a column', () => {
    expect(sorted([b1, a2], 'nothing')).toEqual([b1, a2]);
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

/** As row-sort.ts puts them: numbers before texts. */
function isBefore(a: number | string, b: number | string): boolean {
  return typeof a === typeof b ? a < b : typeof a === 'number';
}

const inOrder = (texts: readonly string[]) =>
  texts.toSorted((a, b) => (isBefore(indicatorKey(a), indicatorKey(b)) ? -1 : 1));

describe('indicatorKey', () => {
  it('orders addresses by number, IPv4 before IPv6 before names', () => {
    const wanted = [
      '192.0.2.0',
      '192.0.2.0/24',
      '192.0.2.9',
      '192.0.2.10',
      '198.51.100.1',
      '2001:db8::',
      '2001:db8::/32',
      '2001:DB8::9',
      '2001:db8::10',
      '2001:db8:1::',
      'a.example',
      'B.example',
      '~',
    ];
    expect(inOrder(wanted.toReversed())).toEqual(wanted);
  });

  it('keeps the letters of what only looks like an address', () => {
    for (const text of ['192.0.2.256', '1.2.3', '192.0.2.1/x', '192.0.2.1/64', 'a:b', '12:30 meeting', ''])
      expect(indicatorKey(text)).toBe(text);
  });

  it('orders any two IPv4 addresses as their numbers', () => {
    const address = fc.nat({ max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(address, address, (a, b) => {
        expect(isBefore(indicatorKey(formatIpv4(a)), indicatorKey(formatIpv4(b)))).toBe(a < b);
      }),
    );
  });

  it('orders any two IPv6 addresses as their numbers', () => {
    // Mapped addresses are written with dots, and as names they would sort; the store answers them as IPv4.
    const address = fc.bigInt(2n ** 64n, 2n ** 128n - 1n);
    fc.assert(
      fc.property(address, address, (a, b) => {
        expect(isBefore(indicatorKey(formatIpv6(a)), indicatorKey(formatIpv6(b)))).toBe(a < b);
      }),
    );
  });
});

describe('sortKey', () => {
  it.each([
    [7, 'number', 7],
    [null, 'number', NaN],
    ['UNKNOWN', 'number', NaN],
    ['UNKNOWN', 'text', 'unknown'],
    [true, 'flag', 1],
    [undefined, 'flag', NaN],
    [20_260_131, 'time', 20_260_131_000_000],
    ['2026-01-31 10:00:01', 'time', 20_260_131_100_001],
    ['2026-01-31T10:00:01Z', 'time', 20_260_131_100_001],
    ['UNKNOWN', 'time', NaN],
    ['2026-01-31 1', 'time', '2026-01-31 1'],
    ['2026001031', 'time', '2026001031'],
    [null, 'time', NaN],
    [64_500, 'indicator', 64_500],
    ['ALPHA', 'text', 'alpha'],
    [['b', 'a'], 'text', 'b, a'],
  ] as const)('of %j in a %s column is %j', (value, kind, key) => {
    expect(sortKey(value, kind)).toEqual(key);
  });
});
