import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daySlots, describeHistory, downSample, type DayPoint } from './day-series.ts';

const point = (date: number, score: number): DayPoint => ({ date, score });

describe('daySlots', () => {
  it('puts days in order and keeps gaps as gaps, over the end of a month', () => {
    expect(daySlots([point(20260302, 7), point(20260227, 3)])).toEqual([
      { date: 20260227, score: 3 },
      { date: 20260228, score: null },
      { date: 20260301, score: null },
      { date: 20260302, score: 7 },
    ]);
  });
  it('leaves out what is not a day', () => {
    expect(daySlots([point(20261399, 7), point(20260101, 1)])).toEqual([{ date: 20260101, score: 1 }]);
    expect(daySlots([])).toEqual([]);
  });
});

describe('downSample', () => {
  it('keeps the peak, the order and the limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 100 })), { minLength: 1, maxLength: 3000 }),
        (scores) => {
          const slots = scores.map((score, date) => ({ date, score }));
          const small = downSample(slots, 100);
          expect(small.length).toBeLessThanOrEqual(Math.max(100, Math.min(slots.length, 100)));
          expect(Math.max(...small.map(({ score }) => score ?? -1))).toBe(
            Math.max(...scores.map((score) => score ?? -1)),
          );
          expect(small.map(({ date }) => date)).toEqual(small.map(({ date }) => date).sort((a, b) => a - b));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('describeHistory', () => {
  it('names the ends, the peak and the gaps', () => {
    const slots = daySlots([point(20260101, 10), point(20260102, 90), point(20260104, 20)]);
    expect(describeHistory('ASN reputation', slots)).toBe(
      'ASN reputation, 3 days from 2026-01-01 to 2026-01-04: now 20, highest 90 on 2026-01-02, 1 day without a value.',
    );
    expect(describeHistory('ASN reputation', daySlots([point(20260101, 10)]))).toBe(
      'ASN reputation: 10 on 2026-01-01.',
    );
  });
});
