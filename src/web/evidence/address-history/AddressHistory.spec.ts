import { describe, expect, it } from 'vitest';
import { changeBetween, daysOfSpan, historyState, timelineItems, twoDaysState } from './AddressHistory.tsx';

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

const then = { asn: 64_500, subnet: '192.0.2.0/24', date: 20260101 };
const gone = { date: 20260101, error: 'Not found' };

describe('two days of an address', () => {
  it.each([
    ['both', [[then], [then]], 'data'],
    ['one', [[gone], [then]], 'data'],
    ['neither', [[gone], [gone]], 'unknown'],
    ['an answer of another shape', [], 'unknown'],
  ])('with %s', (_, ip2asn, is) => expect(twoDaysState({ ip2asn }).is).toBe(is));

  it.each([
    [then, then, 'same prefix'],
    [then, { ...then, subnet: '192.0.2.0/25' }, 'another prefix'],
    [then, { ...then, asn: 64_501 }, 'from AS64500 to AS64501'],
    [gone, then, 'Not announced on the first'],
    [then, gone, 'Announced on the first day, not on the second'],
  ])('%j and %j: %s', (first, second, words) => expect(changeBetween([first, second])).toContain(words));
});
