import { DownloadError } from '#model/download-error.ts';

export interface TransferLimits {
  /** Until the answer begins, redirects included. */
  readonly answerMilliseconds: number;
  /** For the transfer as a whole, from the first look-up to the last byte. */
  readonly totalMilliseconds: number;
  /** Fewer bytes than this in any stretch of `stretchMilliseconds` end the transfer. */
  readonly minimumBytes: number;
  readonly stretchMilliseconds: number;
}

export interface TransferWatch {
  /** Fires when a limit is passed, when the caller aborts, and at the end in every case. */
  readonly signal: AbortSignal;
  /** The answer began: from here on its speed counts. */
  begun(): void;
  arrived(bytes: number): void;
}

/**
 * Runs a transfer within its limits of time and speed. Settles when a limit is passed even if `act` never does.
 * @param host named in the messages @throws DownloadError of the limit, or what `act` or the caller's signal throws
 */
export async function watchTransfer<T>(
  host: string,
  limits: TransferLimits,
  caller: AbortSignal,
  act: (watch: TransferWatch) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  ended.catch(() => undefined);
  const fail = (message: string): void => controller.abort(new DownloadError('network', message));
  const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} seconds`;
  const { answerMilliseconds, totalMilliseconds, minimumBytes, stretchMilliseconds } = limits;
  const hangUp = (): void => controller.abort(caller.reason);
  const total = setTimeout(
    () => fail(`${host} did not send the whole file within ${seconds(totalMilliseconds)}.`),
    totalMilliseconds,
  );
  const answer = setTimeout(
    () => fail(`${host} did not answer within ${seconds(answerMilliseconds)}.`),
    answerMilliseconds,
  );
  let inStretch = 0;
  let speed: NodeJS.Timeout | undefined;
  const checkSpeed = (): void => {
    if (inStretch < minimumBytes)
      fail(`${host} sends too slowly: ${inStretch} bytes in ${seconds(stretchMilliseconds)}.`);
    inStretch = 0;
  };
  caller.addEventListener('abort', hangUp, { once: true });
  try {
    if (caller.aborted) hangUp();
    signal.throwIfAborted();
    const watch: TransferWatch = {
      signal,
      begun() {
        clearTimeout(answer);
        speed ??= setInterval(checkSpeed, stretchMilliseconds);
      },
      arrived(bytes) {
        inStretch += bytes;
      },
    };
    return await Promise.race([act(watch), ended]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    for (const timer of [total, answer, speed]) clearTimeout(timer);
    caller.removeEventListener('abort', hangUp);
    controller.abort();
  }
}
