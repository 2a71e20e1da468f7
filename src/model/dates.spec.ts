import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  dateToDayInt,
  dateToIsoDate,
  dayIntToDate,
  dayIntToIsoDate,
  daysBetween,
  epochSecondsToTimestamp,
  isoDateToDayInt,
  MAX_EPOCH_SECONDS,
  monthsBefore,
  timestampToEpochSeconds,
  epochSeconds,
  isoTime,
  timeText,
  plusDays,
} from './dates.ts';

const epoch = fc.integer({ min: 0, max: MAX_EPOCH_SECONDS });

describe('days', () => {
  test.each([
    [20260131, '2026-01-31'],
    [20240229, '2024-02-29'],
    [19700101, '1970-01-01'],
    [10101, '0001-01-01'],
    [20260229, null],
    [20260631, null],
    [20261301, null],
    [20260100, null],
    [0, null],
    [-20260131, null],
    [20260131.5, null],
    [Number.NaN, null],
  ])('dayIntToIsoDate(%s) is %s', (day, expected) => expect(dayIntToIsoDate(day)).toBe(expected));

  test.each(['2026-02-30', '2026-1-1', '2026-01-01 ', '20260101', '', '2026-00-10'])('%j is not a date', (text) =>
    expect(isoDateToDayInt(text)).toBeNull(),
  );

  it('goes from instant to day to text and back', () => {
    fc.assert(
      fc.property(epoch, (seconds) => {
        const date = new Date(seconds * 1000);
        const day = dateToDayInt(date);
        expect(dayIntToIsoDate(day)).toBe(dateToIsoDate(date));
        expect(isoDateToDayInt(dateToIsoDate(date))).toBe(day);
        expect(daysBetween(dayIntToDate(day)!, date)).toBe(0);
      }),
    );
  });

  test.each([
    ['2026-01-01T23:59:59Z', '2026-01-02T00:00:00Z', 1],
    ['2026-01-02T00:00:00Z', '2026-01-02T23:59:59Z', 0],
    ['2026-01-02T00:00:00Z', '2026-01-01T12:00:00Z', -1],
    ['2024-02-28T00:00:00Z', '2024-03-01T00:00:00Z', 2],
  ])('daysBetween(%s, %s) is %i', (from, to, days) => expect(daysBetween(new Date(from), new Date(to))).toBe(days));
});

test('plusDays crosses months and years', () => {
  expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(plusDays('2025-12-31', 1)).toBe('2026-01-01');
  expect(() => plusDays('2026-02-30', 1)).toThrow(RangeError);
});

describe('timestamps', () => {
  test.each([
    ['2026-01-31 10:20:30', Date.UTC(2026, 0, 31, 10, 20, 30) / 1000],
    ['2026-01-31T10:20:30', Date.UTC(2026, 0, 31, 10, 20, 30) / 1000],
    ['2026-01-31T10:20:30.123Z', Date.UTC(2026, 0, 31, 10, 20, 30) / 1000],
    ['2026-01-31', null],
    ['2026-02-30 10:20:30', null],
    ['2026-01-31 24:00:00', null],
    ['2026-01-31 10:60:00', null],
    ['yesterday', null],
  ])('%s is %s', (text, expected) => expect(timestampToEpochSeconds(text)).toBe(expected));

  it('round-trips every instant of the store', () => {
    fc.assert(fc.property(epoch, (seconds) => timestampToEpochSeconds(epochSecondsToTimestamp(seconds)) === seconds));
  });
});

describe('monthsBefore', () => {
  test.each([
    ['2026-03-31T08:00:00Z', 1, '2026-02-28T08:00:00Z'],
    ['2024-03-31T08:00:00Z', 1, '2024-02-29T08:00:00Z'],
    ['2026-01-15T00:00:01Z', 1, '2025-12-15T00:00:01Z'],
    ['2026-05-31T00:00:00Z', 12, '2025-05-31T00:00:00Z'],
    ['2026-05-31T00:00:00Z', 0, '2026-05-31T00:00:00Z'],
  ])('%s - %i', (date, months, expected) => expect(monthsBefore(new Date(date), months)).toEqual(new Date(expected)));

  it('lands in the month asked for, on the same day or the last one', () => {
    fc.assert(
      fc.property(epoch, fc.integer({ min: 0, max: 600 }), (seconds, months) => {
        const date = new Date(seconds * 1000);
        const result = monthsBefore(date, months);
        const monthIndex = (d: Date) => d.getUTCFullYear() * 12 + d.getUTCMonth();
        expect(monthIndex(date) - monthIndex(result)).toBe(months);
        expect(result.getUTCDate()).toBeLessThanOrEqual(date.getUTCDate());
      }),
    );
  });
});

describe('timeText', () => {
  it.each([
    [20_260_131, '2026-01-31'],
    [1_769_853_600, '2026-01-31 10:00:00'],
    [0, '0'],
    [20_261_399, '1970-08-23 12:09:59'],
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31 10:00:00', '2026-01-31 10:00:00'],
    ['2026-01-31T10:00:00', '2026-01-31 10:00:00'],
    ['2026-01-31T10:00:00.123Z', '2026-01-31 10:00:00'],
    ['UNKNOWN', 'UNKNOWN'],
  ])('%j is %s', (value, text) => {
    expect(timeText(value)).toBe(text);
  });
});

describe('isoTime and epochSeconds', () => {
  it.each([
    ['2026-01-31 10:00:00', '2026-01-31T10:00:00Z', 1_769_853_600],
    ['2026-01-31T10:00:00', '2026-01-31T10:00:00Z', 1_769_853_600],
    [20_260_201, '2026-02-01', 1_769_904_000],
    [1_769_853_600, '2026-01-31T10:00:00Z', 1_769_853_600],
    ['UNKNOWN', 'UNKNOWN', null],
  ])('%j', (value, iso, seconds) => {
    expect(isoTime(value)).toBe(iso);
    expect(epochSeconds(value)).toBe(seconds);
  });
});
