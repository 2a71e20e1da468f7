import { setTimeout as pause } from 'node:timers/promises';
import { ProviderError } from './provider-fault.ts';

export interface PaceOptions {
  readonly perSecond: number;
  /** Longest wait of a query for its turn. */
  readonly waitMilliseconds: number;
  /** Outages in a row that open the breaker, and for how long. */
  readonly breakAfter: number;
  readonly breakMilliseconds: number;
}

type BreakerState = 'closed' | 'open' | 'half-open';

export interface Pace {
  /** Waits for a turn. @throws ProviderError when the wait would be too long, or the provider is known to be away */
  turn(): Promise<void>;
  answered(): void;
  /** The turn was not used. */
  released(): void;
  /** The provider as a whole did not work. */
  broke(message: string): void;
  /** The provider requested a slowdown. @param seconds as Retry-After says; each refusal in a row doubles the wait where it does not */
  slowDown(seconds: number | undefined): number;
  readonly breaker: { readonly state: BreakerState; readonly untilMilliseconds: number | undefined };
}

const longestPauseMilliseconds = 300_000;

/** One token bucket and one circuit breaker for the whole process. Its clock is that of the machine. */
export function callPace({ perSecond, waitMilliseconds, breakAfter, breakMilliseconds }: PaceOptions): Pace {
  const burst = Math.max(1, perSecond);
  let tokens = burst;
  let filledAt = Date.now();
  let outages = 0;
  let lastOutage = '';
  let openUntil = 0;
  let isProbing = false;
  let refusals = 0;
  let pausedUntil = 0;

  const isOpen = (): boolean => outages >= breakAfter;
  const checkBreaker = (): void => {
    if (!isOpen()) return;
    const wait = openUntil - Date.now();
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
  /** Milliseconds until the token that is taken now is there. */
  const takeToken = (): number => {
    const now = Date.now();
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
      const paused = pausedUntil - Date.now();
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
      if (isOpen()) openUntil = Date.now() + breakMilliseconds;
    },
    slowDown(seconds) {
      refusals += 1;
      isProbing = false;
      const wait = Math.min(longestPauseMilliseconds, seconds === undefined ? 1000 * 2 ** refusals : seconds * 1000);
      pausedUntil = Date.now() + wait;
      return Math.ceil(wait / 1000);
    },
    get breaker(): Pace['breaker'] {
      if (!isOpen()) return { state: 'closed', untilMilliseconds: undefined };
      return { state: openUntil > Date.now() ? 'open' : 'half-open', untilMilliseconds: openUntil };
    },
  };
}
