import type { FaultOwner } from '#model/errors.ts';
import { formatCount } from '#model/format.ts';
import type { Feed } from './catalogue/feed.ts';
import type { FeedRecord } from './feed-settings.ts';

type Timed = Pick<Feed, 'everySeconds' | 'minIntervalSeconds'>;

/** The earliest time for the next request to the publisher, in epoch milliseconds; 0 before the first request. */
export function earliestFetch(feed: Timed, { requestedAt, notBefore = 0 }: FeedRecord): number {
  if (requestedAt === undefined) return notBefore;
  return Math.max(requestedAt + feed.minIntervalSeconds * 1000, notBefore);
}

/** Keeps many installations from fetching a feed in the same second. */
const jitterShare = 0.1;

/** When a feed is fetched again after a success. @param random 0 to 1 */
export function nextAfterSuccess({ everySeconds, minIntervalSeconds }: Timed, now: number, random: number): number {
  const seconds = Math.max(minIntervalSeconds, everySeconds * (1 - jitterShare + 2 * jitterShare * random));
  return now + Math.round(seconds * 1000);
}

export interface FetchFailure {
  readonly whose: FaultOwner;
  /** Consecutive failures including this one. */
  readonly failures: number;
  readonly retryAfterSeconds: number | undefined;
}

const firstRetrySeconds = { publisher: 900, network: 60, 'this-machine': 60 } as const;

/** When a feed is tried again: later after each failure, up to its normal interval, but never before the publisher's Retry-After. */
export function nextAfterFailure(feed: Timed, failure: FetchFailure, now: number, random: number): number {
  const { whose, failures, retryAfterSeconds = 0 } = failure;
  const backOff = firstRetrySeconds[whose] * 2 ** Math.min(failures - 1, 20);
  const politely = whose === 'publisher' ? Math.max(backOff, feed.minIntervalSeconds) : backOff;
  const seconds = Math.max(Math.min(politely, Math.max(feed.everySeconds, feed.minIntervalSeconds)), retryAfterSeconds);
  return now + Math.round(seconds * (1 + jitterShare * random) * 1000);
}

/** '2 hours', for a sentence. */
export function durationWords(seconds: number): string {
  const [size, unit] = seconds < 120 ? [1, 'second'] : seconds < 7200 ? [60, 'minute'] : [3600, 'hour'];
  return formatCount(Math.ceil(seconds / size), unit);
}
