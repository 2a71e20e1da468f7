import { expect, it } from 'vitest';
import { daysOfSpan, historyState, timelineItems } from './history-span.ts';

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
  ['a record that says so', [{ ip: '192.0.2.1', error: 'Not found' }], 'unknown'],
  ['an empty list', [], 'empty'],
  ['nothing', undefined, 'unknown'],
  ['a span', [{ asn: 64500 }], 'data'],
])('tells %s apart', (_, records, is) => {
  expect(historyState({ records }).is).toBe(is);
});

it('draws a span to the end of its last day, and leaves out one without its days', () => {
  const record = { asn: 64500, asname: 'EXAMPLE', subnet: '192.0.2.0/24', first: '2026-01-01', last: '2026-01-01' };
  expect(timelineItems([record, { ...record, last: undefined }])).toEqual([
    {
      key: '2026-01-01 64500 192.0.2.0/24',
      label: '192.0.2.0/24',
      group: 'AS64500',
      groupLabel: 'EXAMPLE',
      start: 1_767_225_600,
      end: 1_767_312_000,
    },
  ]);
});
