import { LiveError } from './outbound-client.ts';

/**
 * Runs a look-up that ends by its deadline, or when the caller hangs up, even if `act` never settles: some events of a
 * connection never come. Its signal fires at the end in every case, so that nothing it opened stays open.
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
  const hangUp = (): void => controller.abort(new LiveError('cancelled', 'The caller hung up.'));
  const giveUp = (): void => controller.abort(new LiveError('live_timeout', `${what} did not answer in time.`));
  // a plain timer: one of AbortSignal.timeout may be collected as garbage before it fires
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

/** What was thrown, in words the caller reads. @param what did not answer: 'The web server' */
export function failureOf(error: unknown, what: string): LiveError {
  if (error instanceof LiveError) return error;
  const code = codeOf(error);
  if (code === 'ETIMEDOUT' || code === 'ETIMEOUT')
    return new LiveError('live_timeout', `${what} did not answer in time.`, { cause: error });
  return new LiveError('live_failed', `${what} did not answer: ${wordsOf(error, code)}.`, { cause: error });
}

/** The resolvers of this machine, or its way to the internet, rather than the other side. */
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
  EREFUSED: 'it refused the question (REFUSED)',
  EBADRESP: 'its answer cannot be read',
  EFORMERR: 'it could not read the question (FORMERR)',
  ENOTIMP: 'it does not support the question (NOTIMP)',
};

/** The message of a foreign error is the words of a library, never of the other side. */
export function wordsOf(error: unknown, code: string): string {
  return words[code] ?? (code || (error instanceof Error ? error.message : 'the connection failed'));
}
