/** Why a feed may not be changed or fetched as it was asked. */
export type RefusalReason = 'unknown' | 'wrong' | 'state' | 'too-soon';

/** What was asked of a feed cannot be done; the message says what to do instead. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
  readonly reason: RefusalReason;
  /** Name of the member that is wrong, as the contract has it. */
  readonly parameter: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: RefusalReason, message: string, parameter?: string, retryAfterSeconds?: number) {
    super(message);
    this.reason = reason;
    this.parameter = parameter;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
