/** The message of any thrown value. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The stack of an error, or its message: for logs. */
export function errorTextWithStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * The owner of a fetch or read fault: the publisher (its server, its file), the network in between, or this machine (its
 * settings, its disk).
 */
export type FaultOwner = 'publisher' | 'network' | 'this-machine';

/** A file of a publisher that could not be fetched or read. The message is a sentence for the operator of the service. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly whose: FaultOwner;
  /** Wait requested by the publisher, if any. */
  readonly retryAfterSeconds: number | undefined;
  /** The publisher does not have the file. */
  readonly isMissing: boolean;
  /** The publisher has the file, and does not give it to this caller. */
  readonly isRefused: boolean;

  constructor(
    whose: FaultOwner,
    message: string,
    {
      retryAfterSeconds,
      isMissing = false,
      isRefused = false,
      cause,
    }: {
      readonly retryAfterSeconds?: number | undefined;
      readonly isMissing?: boolean;
      readonly isRefused?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause });
    this.whose = whose;
    this.isMissing = isMissing;
    this.isRefused = isRefused;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether the fault is the publisher's or the network's, so that the operator cannot fix it. */
export function isTheirFault(error: unknown): error is DownloadError {
  return error instanceof DownloadError && error.whose !== 'this-machine';
}
