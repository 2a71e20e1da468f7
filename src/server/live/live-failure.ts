import { LiveError } from './outbound-client.ts';

/**
 * Runs a look-up that ends at its deadline, or when the caller disconnects, even if `act` never settles: some connections
 * never emit an event. Its signal always fires at the end, so that nothing stays open.
 * @param what 'The web server', for the messages @throws LiveError
 */
export async function withDeadline<T>(
  caller: AbortSignal,
  milliseconds: number,
  what: string,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const end = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  end.catch(() => undefined);
  const hangUp = (): void => controller.abort(new LiveError('cancelled', 'The caller disconnected.'));
  const giveUp = (): void => controller.abort(new LiveError('live_timeout', `${what} did not answer in time.`));
  // a plain timer: AbortSignal.timeout may be garbage-collected before it fires
  const timer = setTimeout(giveUp, milliseconds);
  caller.addEventListener('abort', hangUp, { once: true });
  try {
    if (caller.aborted) hangUp();
    signal.throwIfAborted();
    return await Promise.race([act(signal), end]);
  } catch (error) {
    throw failureOf(signal.aborted ? signal.reason : error, what);
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', hangUp);
    controller.abort();
  }
}

/** Converts an error to one with a message for the caller. @param what did not answer: 'The web server' */
export function failureOf(error: unknown, what: string): LiveError {
  if (error instanceof LiveError) return error;
  const code = codeOf(error);
  if (code === 'ETIMEDOUT' || code === 'ETIMEOUT')
    return new LiveError('live_timeout', `${what} did not answer in time.`, { cause: error });
  return new LiveError('live_failed', `${what} did not answer: ${wordsOf(error, code)}.`, { cause: error });
}

/** A fault of the local resolvers or of the internet connection, not of the remote server. */
export function isNetworkFailure(error: LiveError): boolean {
  return error.isOfResolver || ['ENETUNREACH', 'EHOSTUNREACH'].includes(codeOf(error.cause));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it cut the connection',
  EPIPE: 'it cut the connection',
  EHOSTUNREACH: 'it cannot be reached from here',
  ENETUNREACH: 'it cannot be reached from here',
  HPE_HEADER_OVERFLOW: 'its header lines are too long',
  ESERVFAIL: 'the look-up failed there (SERVFAIL)',
  EREFUSED: 'it refused the query (REFUSED)',
  EBADRESP: 'its answer cannot be read',
  EFORMERR: 'it could not read the query (FORMERR)',
  ENOTIMP: 'it does not support the query (NOTIMP)',
};

/** The message of an unknown error comes from a library, never from the remote server. */
export function wordsOf(error: unknown, code: string): string {
  return words[code] ?? (code || (error instanceof Error ? error.message : 'the connection failed'));
}
