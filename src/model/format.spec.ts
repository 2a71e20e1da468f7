import { expect, it } from 'vitest';
import { formatBytes, formatCount, formatDecimal, formatDuration, formatNumber, plural } from './format.ts';

it('groups the digits of numbers and big integers', () => {
  expect([formatNumber(0), formatNumber(-1234.5), formatNumber(4_294_967_296n)]).toEqual([
    '0',
    '-1,234.5',
    '4,294,967,296',
  ]);
  expect(formatNumber(undefined)).toBeUndefined();
});

it('uses the singular for one thing only', () => {
  expect([0, 1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual(['entries', 'entry', 'entries']);
  expect([formatCount(1, 'line'), formatCount(12_345, 'line'), formatCount(1n, 'address', 'addresses')]).toEqual([
    '1 line',
    '12,345 lines',
    '1 address',
  ]);
});

it.each([
  [-200, '0 s'],
  [7600, '8 s'],
  [59_600, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('a duration of %i ms', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [22_110, '22 kB'],
  [9_130_000, '9.1 MB'],
  [1_200_000_000, '1.2 GB'],
])('a size of %i bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it('shows the same number of decimals for every number', () => {
  expect([0, 32.5, 1234.567].map((value) => formatDecimal(value, 2))).toEqual(['0.00', '32.50', '1,234.57']);
  expect(formatDecimal(19, 1)).toBe('19.0');
});
