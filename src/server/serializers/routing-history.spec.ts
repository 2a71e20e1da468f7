import { describe, expect, it } from 'vitest';
import type { CoveringPrefixRow } from '#server/queries/routing-history.ts';
import { addressHistory } from './routing-history.ts';

const today = '2026-01-31';
const row = (asn: number, length: number, from: string, to: string, knownTo = today): CoveringPrefixRow => ({
  key: '',
  asn,
  asname: `AS ${asn}`,
  subnet: `192.0.2.0/${length}`,
  length: 96 + length,
  from,
  to,
  knownTo: to < today ? to : knownTo,
  isDated: 0,
});
const forever = '2299-12-31';

/** [asn, first, last] of every span. */
const spans = (rows: CoveringPrefixRow[], from: string, to: string) =>
  addressHistory(rows, { from, to, today }).map(({ asn, first, last }) => [asn, first, last]);

describe('addressHistory', () => {
  it.each<[string, CoveringPrefixRow[], unknown[]]>([
    ['nothing without a prefix', [], []],
    ['one span whole, also before the days asked for', [row(1, 24, '2020-01-01', forever)], [[1, '2020-01-01', today]]],
    [
      'a hand-over, newest first',
      [row(1, 24, '2020-01-01', '2026-01-10'), row(2, 24, '2026-01-11', forever)],
      [
        [2, '2026-01-11', '2026-01-31'],
        [1, '2020-01-01', '2026-01-10'],
      ],
    ],
    [
      'a gap belongs to nobody',
      [row(1, 24, '2020-01-01', '2026-01-10'), row(1, 24, '2026-01-20', forever)],
      [
        [1, '2026-01-20', '2026-01-31'],
        [1, '2020-01-01', '2026-01-10'],
      ],
    ],
    [
      'touching spans of the same prefix are one',
      [row(1, 24, '2020-01-01', '2026-01-10'), row(1, 24, '2026-01-11', forever)],
      [[1, '2020-01-01', '2026-01-31']],
    ],
    [
      'the longest prefix decides while it lasts',
      [row(1, 24, '2020-01-01', forever), row(2, 26, '2026-01-05', '2026-01-06')],
      [
        [1, '2026-01-07', '2026-01-31'],
        [2, '2026-01-05', '2026-01-06'],
        [1, '2020-01-01', '2026-01-04'],
      ],
    ],
    [
      'of equal prefixes the newer one, then the lower number',
      [row(1, 24, '2020-01-01', forever), row(3, 24, '2026-01-15', forever), row(2, 24, '2026-01-15', forever)],
      [
        [2, '2026-01-15', '2026-01-31'],
        [1, '2020-01-01', '2026-01-14'],
      ],
    ],
  ])('%s', (_, rows, expected) => {
    expect(spans(rows, '2026-01-01', '2026-01-31')).toEqual(expected);
    expect(spans([...rows].reverse(), '2026-01-01', '2026-01-31')).toEqual(expected);
  });

  it('tells a span up to the last day of its data, and nothing of days to come', () => {
    const old = row(1, 24, '2025-06-17', forever, '2025-06-17');
    expect(spans([old], '2026-01-01', today)).toEqual([[1, '2025-06-17', '2025-06-17']]);
    const moved = [row(1, 24, '2020-01-01', '2025-12-24'), row(2, 24, '2025-12-25', forever, '2026-01-20')];
    expect(spans(moved, '2026-01-01', today)).toEqual([[2, '2025-12-25', '2026-01-20']]);
    expect(spans(moved, '2027-01-01', '2027-01-01')).toEqual([]);
  });

  it('answers one day', () => {
    expect(spans([row(1, 24, '2026-01-05', '2026-01-05')], '2026-01-05', '2026-01-05')).toEqual([
      [1, '2026-01-05', '2026-01-05'],
    ]);
  });
});
