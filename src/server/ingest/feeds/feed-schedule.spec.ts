import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationWords, earliestFetch, nextAfterFailure, nextAfterSuccess } from './feed-schedule.ts';

const feed = { everySeconds: 86_400, minIntervalSeconds: 3600 };
const record = {
  enabled: true,
  isDecided: true,
  acceptedTerms: '',
  isImporting: false,
  failures: 0,
  rows: { listings: 0, facts: 0, routing: 0 },
  rejects: { count: 0, byReason: [], examples: [] },
};
const now = Date.parse('2026-11-22T12:00:00Z');
const secondsTo = (next: number): number => (next - now) / 1000;

describe('the next fetch', () => {
  it('is spread around the interval of the feed', () => {
    expect([0, 0.5, 1].map((random) => secondsTo(nextAfterSuccess(feed, now, random)))).toEqual([
      77_760, 86_400, 95_040,
    ]);
  });

  it('comes later after each failure, at most as late as usual', () => {
    const after = (failures: number) =>
      secondsTo(nextAfterFailure(feed, { whose: 'network', failures, retryAfterSeconds: undefined }, now, 0));
    expect([1, 2, 3, 4].map(after)).toEqual([60, 120, 240, 480]);
    expect(after(40)).toBe(86_400);
  });

  it('leaves a publisher alone for as long as it asks, and never less than its interval', () => {
    const times = fc.record({ everySeconds: fc.integer({ min: 60 }), minIntervalSeconds: fc.integer({ min: 60 }) });
    const failure = fc.record({
      whose: fc.constant('publisher' as const),
      failures: fc.integer({ min: 1, max: 1000 }),
      retryAfterSeconds: fc.option(fc.integer({ min: 0, max: 604_800 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(times, failure, fc.double({ min: 0, max: 1, noNaN: true }), (timed, failed, random) => {
        const seconds = secondsTo(nextAfterFailure(timed, failed, now, random));
        expect(seconds).toBeGreaterThanOrEqual(Math.max(timed.minIntervalSeconds, failed.retryAfterSeconds ?? 0));
        expect(secondsTo(nextAfterSuccess(timed, now, random))).toBeGreaterThanOrEqual(timed.minIntervalSeconds);
      }),
    );
  });
});

describe('a fetch by hand', () => {
  it.each([
    [{}, 0],
    [{ requestedAt: now }, now + 3_600_000],
    [{ requestedAt: now, notBefore: now + 7_200_000 }, now + 7_200_000],
    [{ notBefore: now + 5000 }, now + 5000],
  ])('after %j is possible from %i on', (known, earliest) => {
    expect(earliestFetch(feed, { ...record, ...known })).toBe(earliest);
  });

  it.each([
    [1, '1 second'],
    [119, '119 seconds'],
    [1800, '30 minutes'],
    [7100, '119 minutes'],
    [7201, '3 hours'],
  ])('in %i s is %s', (seconds, words) => expect(durationWords(seconds)).toBe(words));
});
