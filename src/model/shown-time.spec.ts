import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { epochSecondsToTimestamp, MAX_EPOCH_SECONDS } from './dates.ts';
import { isTimeZone, showAge, showRelative, showShortAge, showTime, showTimestamp } from './shown-time.ts';

describe('showTime', () => {
  test.each([
    ['2026-01-31 23:30:00', 'UTC', '2026-01-31 23:30:00', 'UTC'],
    ['2026-01-31 23:30:00', 'Europe/Berlin', '2026-02-01 00:30:00', 'UTC+1'],
    ['2026-07-31 23:30:00', 'Europe/Berlin', '2026-08-01 01:30:00', 'UTC+2'],
    ['2026-01-31 23:30:00', 'Asia/Kolkata', '2026-02-01 05:00:00', 'UTC+5:30'],
    ['2026-01-31 00:00:00', 'Europe/London', '2026-01-31 00:00:00', 'UTC'],
    ['2026-01-31T00:00:00', 'America/New_York', '2026-01-30 19:00:00', 'UTC-5'],
  ])('%s in %s', (timestamp, timeZone, text, zone) =>
    expect(showTimestamp(timestamp, timeZone)).toEqual({ text, zone }),
  );

  it('is the timestamp of the interface in UTC', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_EPOCH_SECONDS }), (seconds) => {
        expect(showTime(seconds, 'UTC')).toEqual({ text: epochSecondsToTimestamp(seconds), zone: 'UTC' });
      }),
    );
  });

  it('answers null for what is not a timestamp', () => expect(showTimestamp('UNKNOWN', 'UTC')).toBeNull());
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('isTimeZone(%j) is %s', (timeZone, expected) => expect(isTimeZone(timeZone)).toBe(expected));

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [60, '60 days'],
  [61, '2 months'],
  [364, '11 months'],
  [365, '12 months'],
  [729, '23 months'],
  [730, '2 years'],
  [4000, '10 years'],
])('%i days are %s', (days, expected) => expect(showAge(days)).toBe(expected));

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 min'],
  [3599, '59 min'],
  [86_399, '23 h'],
  [200_000, '2 d'],
])('an age of %i seconds is %s', (seconds, words) => expect(showShortAge(seconds)).toBe(words));

test.each([
  [0, 'now'],
  [0.4, 'now'],
  [-1, '1 second ago'],
  [-59, '59 seconds ago'],
  [-60, '1 minute ago'],
  [-3599, '59 minutes ago'],
  [-86_400, '1 day ago'],
  [172_800, 'in 2 days'],
  [-40_000_000, '1 year ago'],
])('%i seconds from now are %s', (distance, expected) =>
  expect(showRelative(1_800_000_000 + distance, 1_800_000_000)).toBe(expected),
);
