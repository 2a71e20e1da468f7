/** What an error says, of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** As {@link errorText}, with where it was thrown: for logs. */
export function errorTextWithStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Whose fault it is that something could not be fetched or read: the publisher's (its server, its file), the network's on the way
 * there, or this machine's (its settings, its disk).
 */
export type FaultOwner = 'publisher' | 'network' | 'this-machine';

/** A file of others that could not be fetched or read; the message is a sentence for the person who runs the service. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly whose: FaultOwner;
  /** How long the publisher asks to be left alone, where it says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    whose: FaultOwner,
    message: string,
    { retryAfterSeconds, cause }: { readonly retryAfterSeconds?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.whose = whose;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether a file of others is damaged or cannot be had: nothing that this machine could mend. */
export function isTheirFault(error: unknown): error is DownloadError {
  return error instanceof DownloadError && error.whose !== 'this-machine';
}
