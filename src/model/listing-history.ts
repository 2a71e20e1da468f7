import { dateToDayInt, isWithinLastDays, SECONDS_PER_DAY } from './dates.ts';
import { listingScore, type ListingHistory } from './score-formulas.ts';

/** The days on which one listing was first and last seen on its list, counted since 1970-01-01, and the list. */
export type ListingSpan = readonly [first: number, last: number, list: string];

/** The history of listings up to a day; null when there were none. A list that is ahead of us is one of today. */
export function listingHistory(spans: readonly ListingSpan[], now: Date): ListingHistory | null {
  const today = Math.floor(now.getTime() / (SECONDS_PER_DAY * 1000));
  const begun = spans.filter(([first]) => first <= today);
  if (begun.length === 0) return null;
  const first = begun.reduce((least, span) => Math.min(least, span[0]), today);
  const recent = Math.min(
    today,
    begun.reduce((most, span) => Math.max(most, span[1]), 0),
  );
  const lists = (spansOfLists: readonly ListingSpan[]) => new Set(spansOfLists.map(([, , list]) => list)).size;
  const openLast = (days: number) => begun.filter((span) => isWithinLastDays(today - span[1], days)).length;
  return {
    listed_first: dayInt(first),
    listed_first_ago: today - first,
    listed_recent: dayInt(recent),
    listed_recent_ago: today - recent,
    listed_span: recent - first,
    listings_all: begun.length,
    listings_last_7: openLast(7),
    listings_last_30: openLast(30),
    listings_last_90: openLast(90),
    listings_last_180: openLast(180),
    listings_last_365: openLast(365),
    lists_all: lists(begun),
    // a list is read once a day, at its own hour
    lists_open: lists(begun.filter((span) => span[1] >= today - 1)),
  };
}

/** Listings that count alike. */
export interface WeightedListings {
  /** 0 to 1 */
  readonly weight: number;
  readonly spans: readonly ListingSpan[];
}

/** The history of the group with the highest listing score, of equal ones the first; null without listings. */
export function decidingHistory(groups: readonly WeightedListings[], now: Date): ListingHistory | null {
  return groups
    .map(({ weight, spans }) => {
      const history = listingHistory(spans, now);
      return history && weight < 1 ? { ...history, weight } : history;
    })
    .reduce((best, next) => (best === null || listingScore(next) > listingScore(best) ? next : best), null);
}

function dayInt(day: number): number {
  return dateToDayInt(new Date(day * SECONDS_PER_DAY * 1000));
}
