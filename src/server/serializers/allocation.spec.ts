import { expect, it } from 'vitest';
import { allocation } from './allocation.ts';

it.each([
  [20260101, { age: 31, date: 20260101 }],
  [19000101, { age: 'UNKNOWN', date: 'UNKNOWN' }],
])('allocated on %i', (day, expected) => {
  expect(allocation(day, new Date('2026-02-01T20:00:00Z'))).toEqual(expected);
});
