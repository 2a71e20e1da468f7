import { describe, expect, it } from 'vitest';
import { epochSeconds, isoTime, timeText } from './wire-time.ts';

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
