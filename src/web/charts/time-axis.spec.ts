import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeTicks, timeToX } from './time-axis.ts';

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;
const labels = (start: string, end: string) =>
  timeTicks({ start: at(start), end: at(end) }, 6).map(({ label }) => label);

describe('timeTicks', () => {
  it.each([
    ['2026-01-31T10:00', '2026-01-31T11:30', ['10:00', '10:30', '11:00', '11:30']],
    ['2026-01-31T10:00', '2026-02-01T10:00', ['12:00', '18:00', '2026-02-01', '06:00']],
    ['2026-01-30T12:00', '2026-02-03T12:00', ['2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03']],
    // Weeks begin on Monday.
    ['2026-01-01T00:00', '2026-01-31T00:00', ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26']],
    ['2025-12-15T00:00', '2026-05-01T00:00', ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05']],
    ['2025-02-01T00:00', '2026-02-01T00:00', ['2025-03', '2025-05', '2025-07', '2025-09', '2025-11', '2026-01']],
    ['2010-06-01T00:00', '2026-06-01T00:00', ['2015', '2020', '2025']],
  ])('from %s to %s', (start, end, wanted) => {
    expect(labels(start, end)).toEqual(wanted);
  });

  it('is empty for a span without length', () => {
    expect(labels('2026-01-31T10:00', '2026-01-31T10:00')).toEqual([]);
    expect(timeTicks({ start: 0, end: NaN }, 5)).toEqual([]);
  });

  it('stays inside the span, in order, and within the count', () => {
    const time = fc.integer({ min: 0, max: 4_294_967_295 });
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 20 }), (a, b, count) => {
        const span = { start: Math.min(a, b), end: Math.max(a, b) };
        const times = timeTicks(span, count).map((tick) => tick.time);
        expect(times.length).toBeLessThanOrEqual(count);
        expect(times.every((tick) => tick >= span.start && tick <= span.end)).toBe(true);
        expect(times).toEqual(times.toSorted((x, y) => x - y));
        expect(new Set(times).size).toBe(times.length);
      }),
    );
  });
});

it('timeToX maps the span onto the width', () => {
  expect([0, 50, 100, 150].map((time) => timeToX(time, { start: 0, end: 100 }, 200))).toEqual([0, 100, 200, 300]);
});
