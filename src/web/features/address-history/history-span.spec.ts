import { expect, it } from 'vitest';
import { daysOfSpan, historyState } from './history-span.ts';

it.each([
  ['2026-01-31', '2026-01-31', 1],
  ['2026-02-28', '2026-03-01', 2],
  ['2026-01-31', undefined, null],
  ['', '2026-01-31', null],
])('from %s to %s are %s days', (first, last, days) => {
  expect(daysOfSpan({ first, last })).toBe(days);
});

it.each([
  ['an error in the place of the list', { error: 'Not found' }, 'unknown'],
  ['an empty list', [], 'empty'],
  ['nothing', undefined, 'unknown'],
  ['a span', [{ asn: 64500 }], 'data'],
])('tells %s apart', (_, records, is) => {
  expect(historyState({ records }).is).toBe(is);
});
