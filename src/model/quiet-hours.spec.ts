import { expect, it } from 'vitest';
import { quietSince, readQuietHours } from './quiet-hours.ts';

it.each([
  ['22:00-06:00 Europe/Berlin', { from: '22:00', to: '06:00', zone: 'Europe/Berlin' }],
  [' 12:30 - 13:00 ', { from: '12:30', to: '13:00', zone: 'UTC' }],
  ['22-6', undefined],
  ['24:00-06:00', undefined],
  ['22:00-22:00', undefined],
  ['22:00-06:00 Europe/Nowhere', undefined],
])('reads %j', (text, hours) => {
  expect(readQuietHours(text)).toEqual(hours);
});

const night = readQuietHours('22:00-06:00 Europe/Berlin')!;
const noon = readQuietHours('12:00-13:00')!;

it.each([
  ['before', night, '2026-11-29T20:59:59Z', undefined],
  ['at the first minute', night, '2026-11-29T21:00:00Z', '2026-11-29'],
  ['after midnight', night, '2026-11-30T04:59:59Z', '2026-11-29'],
  ['at the end', night, '2026-11-30T05:00:00Z', undefined],
  ['at the end in summer time', night, '2026-07-01T04:00:00Z', undefined],
  ['before the end in summer time', night, '2026-07-01T03:59:00Z', '2026-06-30'],
  ['before noon', noon, '2026-11-29T11:59:00Z', undefined],
  ['at noon', noon, '2026-11-29T12:00:00Z', '2026-11-29'],
  ['an hour later', noon, '2026-11-29T13:00:00Z', undefined],
])('knows the quiet hours %s', (_, hours, at, since) => {
  expect(quietSince(hours, new Date(at))).toBe(since);
});
