import { describe, expect, it } from 'vitest';
import { listingHistory, type ListingSpan } from './listing-history.ts';

const now = new Date('2026-11-20T23:59:59Z');
const today = Date.UTC(2026, 10, 20) / 86_400_000;
const span = (first: number, last: number, list = 'a'): ListingSpan => [today - first, today - last, list];

describe('listingHistory', () => {
  it('is null without listings, and before the first of them begins', () => {
    expect(listingHistory([], now)).toBeNull();
    expect(listingHistory([span(-1, -5)], now)).toBeNull();
  });

  it('spans from the first listing to the last day of the newest', () => {
    expect(listingHistory([span(100, 80), span(19, 2)], now)).toEqual({
      listed_first: 20260812,
      listed_first_ago: 100,
      listed_recent: 20261118,
      listed_recent_ago: 2,
      listed_span: 98,
      listings_all: 2,
      listings_last_7: 1,
      listings_last_30: 1,
      listings_last_90: 2,
      listings_last_180: 2,
      listings_last_365: 2,
      lists_all: 1,
      lists_open: 0,
    });
  });

  it('counts the lists that name it still, however many listings each holds', () => {
    const spans = [span(37, 0, 'a'), span(12, 1, 'a'), span(9, 1, 'b'), span(9, 2, 'c'), span(90, 60, 'd')];
    expect(listingHistory(spans, now)).toMatchObject({ lists_all: 4, lists_open: 2, listings_all: 5 });
  });

  it.each([
    [7, 'listings_last_7'],
    [30, 'listings_last_30'],
    [90, 'listings_last_90'],
    [180, 'listings_last_180'],
    [365, 'listings_last_365'],
  ] as const)('counts a listing that was open %i days ago in %s, one day older not', (days, field) => {
    expect(listingHistory([span(400, days), span(400, days + 1)], now)?.[field]).toBe(1);
  });

  it('takes a list that is ahead of us for one of today', () => {
    expect(listingHistory([span(3, -2)], now)).toMatchObject({
      listed_recent: 20261120,
      listed_recent_ago: 0,
      listed_span: 3,
    });
  });
});
