import { setTimeout as pause } from 'node:timers/promises';
import { ProviderError } from './provider-answer.ts';

interface PaceOptions {
  readonly perSecond: number;
  /** Longest wait of a query for its turn. */
  readonly waitMilliseconds: number;
  /** Outages in a row that open the breaker, and for how long. */
  readonly breakAfter: number;
  readonly breakMilliseconds: number;
}

export interface Pace {
  /** Waits for a turn. @throws ProviderError when the wait would be too long, or the provider is known to be down */
  turn(): Promise<void>;
  answered(): void;
  /** The turn was not used. */
  released(): void;
  /** The provider as a whole failed. */
  broke(message: string): void;
  /**
   * The provider requested a slowdown.
   * @param seconds from Retry-After; without it, each refusal in a row doubles the wait
   */
  slowDown(seconds: number | undefined): number;
  /** Too many outages in a row, and no answer since. */
  isBroken(): boolean;
}

const longestPauseMilliseconds = 300_000;

/** One token bucket and one circuit breaker for the whole process, on a clock that is never set. */
export function callPace({ perSecond, waitMilliseconds, breakAfter, breakMilliseconds }: PaceOptions): Pace {
  const burst = Math.max(1, perSecond);
  let tokens = burst;
  let filledAt = performance.now();
  let outages = 0;
  let lastOutage = '';
  let openUntil = 0;
  let isProbing = false;
  let refusals = 0;
  let pausedUntil = 0;

  const isBroken = (): boolean => outages >= breakAfter;
  const checkBreaker = (): void => {
    if (!isBroken()) return;
    const wait = openUntil - performance.now();
    if (wait <= 0 && !isProbing) {
      isProbing = true; // one query probes whether the provider is back
      return;
    }
    throw new ProviderError(
      'failed',
      'breaker_open',
      `The provider failed ${outages} times in a row, so it is paused for a while. The last failure: ${lastOutage}`,
      { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) },
    );
  };
  /** Takes a token. @returns milliseconds until it is available */
  const takeToken = (): number => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    const wait = tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000;
    if (wait > waitMilliseconds)
      throw new ProviderError('failed', 'too_busy', 'Too many queries to the provider are already waiting.', {
        retryAfterSeconds: Math.ceil(wait / 1000),
      });
    tokens -= 1;
    return wait;
  };
  return {
    async turn() {
      const paused = pausedUntil - performance.now();
      if (paused > 0)
        throw new ProviderError('over_quota', 'slow_down', 'The provider requested a slowdown.', {
          retryAfterSeconds: Math.ceil(paused / 1000),
        });
      checkBreaker();
      try {
        const wait = takeToken();
        if (wait > 0) await pause(wait);
      } catch (error) {
        isProbing = false;
        throw error;
      }
    },
    answered() {
      outages = 0;
      refusals = 0;
      isProbing = false;
    },
    released() {
      tokens += 1;
      isProbing = false;
    },
    broke(message) {
      outages += 1;
      isProbing = false;
      lastOutage = message;
      if (isBroken()) openUntil = performance.now() + breakMilliseconds;
    },
    slowDown(seconds) {
      refusals += 1;
      isProbing = false;
      const wait = Math.min(longestPauseMilliseconds, seconds === undefined ? 1000 * 2 ** refusals : seconds * 1000);
      pausedUntil = performance.now() + wait;
      return Math.ceil(wait / 1000);
    },
    isBroken,
  };
}

export interface QuotaLimits {
  /** Calls per day and per month (UTC); undefined without a limit. */
  readonly day: number | undefined;
  readonly month: number | undefined;
}

export interface QuotaUse {
  readonly used: number;
  readonly limit: number | null;
  /** Jobs and bulk runs stop here. */
  readonly softLimit: number | null;
}

export interface Quota {
  /**
   * Counts one call before it is sent, so that calls in flight count.
   * @param isExpendable bulk runs, background look-ups and searches that scan stop at 80 %
   * @throws ProviderError over_quota
   */
  take(isExpendable: boolean): void;
  /** Number of calls left; null without a limit. */
  left(isExpendable: boolean): number | null;
  readonly day: QuotaUse;
  readonly month: QuotaUse;
  /** Takes over the counts of the store, which include other processes and earlier runs. */
  adopt(counts: { readonly day: number; readonly month: number }): void;
}

const softShare = 0.8;

/** Counts calls by day and month. @param now the clock of the service */
export function callQuota(limits: QuotaLimits, now: () => Date): Quota {
  let [day, month] = ['', ''];
  let [usedToday, usedThisMonth] = [0, 0];
  const turn = (): void => {
    const iso = now().toISOString();
    if (iso.slice(0, 10) !== day) [day, usedToday] = [iso.slice(0, 10), 0];
    if (iso.slice(0, 7) !== month) [month, usedThisMonth] = [iso.slice(0, 7), 0];
  };
  const use = (used: number, limit: number | undefined): QuotaUse => ({
    used,
    limit: limit ?? null,
    softLimit: limit === undefined ? null : Math.floor(limit * softShare),
  });
  const uses = (): readonly [string, QuotaUse][] => {
    turn();
    return [
      ['day', use(usedToday, limits.day)],
      ['month', use(usedThisMonth, limits.month)],
    ];
  };
  const leftOf = ({ used, limit, softLimit }: QuotaUse, isExpendable: boolean): number =>
    Math.max(0, ((isExpendable ? softLimit : limit) ?? Infinity) - used);
  return {
    take(isExpendable) {
      for (const [period, each] of uses()) {
        if (leftOf(each, isExpendable) >= 1) continue;
        const isSoft = each.limit !== null && each.used < each.limit;
        throw new ProviderError(
          'over_quota',
          isSoft ? 'soft_limit' : 'hard_limit',
          isSoft
            ? `${each.used} of ${each.limit} calls of this ${period} are used: bulk runs and wide searches stop at 80 %.`
            : `All ${each.limit} calls of this ${period} to the provider are used.`,
        );
      }
      usedToday += 1;
      usedThisMonth += 1;
    },
    left(isExpendable) {
      const least = Math.min(...uses().map(([, each]) => leftOf(each, isExpendable)));
      return Number.isFinite(least) ? least : null;
    },
    get day() {
      turn();
      return use(usedToday, limits.day);
    },
    get month() {
      turn();
      return use(usedThisMonth, limits.month);
    },
    adopt(counts) {
      turn();
      usedToday = Math.max(usedToday, counts.day);
      usedThisMonth = Math.max(usedThisMonth, counts.month);
    },
  };
}
