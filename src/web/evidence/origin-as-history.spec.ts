import { expect, it } from 'vitest';
import { announcements, daysOfSpan, timelineItems } from './origin-as-history.tsx';

it.each([
  ['2026-01-31', '2026-01-31', 1],
  ['2026-02-28', '2026-03-01', 2],
  ['2026-01-31', undefined, null],
  ['', '2026-01-31', null],
])('from %s to %s are %s days', (first, last, days) => {
  expect(daysOfSpan({ first, last })).toBe(days);
});

it.each([
  ['an error in the place of the list', { error: 'Not found' }, undefined],
  ['a record that says so', [{ ip: '192.0.2.1', error: 'Not found' }], undefined],
  ['an empty list', [], []],
  ['nothing', undefined, undefined],
  ['a span', [{ asn: 64500 }], [{ asn: 64500 }]],
])('reads %s, undefined where nothing is known', (_, records, spans) => {
  expect(announcements({ records })).toEqual(spans);
});

it('draws a span to the last second of its last day, and leaves out one without its days', () => {
  const record = { asn: 64500, asname: 'EXAMPLE', subnet: '192.0.2.0/24', first: '2026-01-01', last: '2026-01-01' };
  expect(timelineItems([record, { ...record, last: undefined }])).toEqual([
    {
      key: '2026-01-01 64500 192.0.2.0/24',
      label: '192.0.2.0/24',
      group: 'AS64500',
      groupLabel: 'EXAMPLE',
      start: 1_767_225_600,
      end: 1_767_311_999,
    },
  ]);
});
