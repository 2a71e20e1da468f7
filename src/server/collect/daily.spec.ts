import { describe, expect, it } from 'vitest';
import { millisecondsToMidnight } from './daily.ts';

describe('millisecondsToMidnight', () => {
  it.each([
    ['2026-11-21T00:00:00.000Z', 86_400_000],
    ['2026-11-21T23:59:59.999Z', 1],
    ['2026-12-31T12:00:00.000Z', 43_200_000],
  ])('%s', (now, milliseconds) => {
    expect(millisecondsToMidnight(new Date(now))).toBe(milliseconds);
  });
});
