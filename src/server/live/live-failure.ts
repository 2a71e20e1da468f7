import { LiveError } from './door.ts';

/** Fires when the caller hangs up or the time is over; `failure` says which of the two it was. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** What was thrown, in the words of the door. @param what 'the web server 192.0.2.1', for the message */
  failure(error: unknown, what: string): LiveError;
}

/** One limit on the time of everything that a look-up does, so that a slow drip ends as surely as silence. */
export function deadline(caller: AbortSignal, milliseconds: number): Deadline {
  const timer = AbortSignal.timeout(milliseconds);
  const signal = AbortSignal.any([caller, timer]);
  return {
    signal,
    failure: (error, what) => {
      if (error instanceof LiveError) return error;
      if (caller.aborted) return new LiveError('cancelled', 'The caller hung up.');
      const code = codeOf(error);
      if (timer.aborted || code === 'ETIMEDOUT' || code === 'ETIMEOUT')
        return new LiveError('live_timeout', `${what} did not answer in time.`, { cause: error });
      return new LiveError('live_failed', `${what} did not answer: ${wordsOf(error, code)}.`, { cause: error });
    },
  };
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it cut the connection',
  EHOSTUNREACH: 'it cannot be reached from here',
  ENETUNREACH: 'it cannot be reached from here',
  HPE_HEADER_OVERFLOW: 'its header lines are too long',
  ESERVFAIL: 'the resolver failed',
  EREFUSED: 'the resolver refused the question',
};

/** The message of a foreign error is the words of a library, never of the other side. */
function wordsOf(error: unknown, code: string): string {
  return words[code] ?? (code || (error instanceof Error ? error.message : 'the connection failed'));
}
