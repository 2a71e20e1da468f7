import { DownloadError, type FaultOwner } from '#model/errors.ts';
import { EngineError, type EngineFault } from '#server/engine/engine.ts';

export interface FeedFailure {
  readonly whose: FaultOwner;
  /** For the operator of the service. */
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** The documents are sound and can be imported later. */
  readonly keepsDocuments: boolean;
  /** The message does not explain the error, so the log gets it. */
  readonly isUnforeseen: boolean;
}

const engineWords: Partial<Readonly<Record<EngineFault, string>>> = {
  'disk-full': 'The disk of the collection is full, so the feed could not be written.',
  'read-only': 'The collection is read-only, so the feed could not be written.',
  unreachable: 'The collection could not be reached, so the feed was not written.',
  overloaded: 'The collection is overloaded, so the feed was not written.',
  memory: 'There was not enough memory to write the feed.',
  'too-large': 'There was not enough memory to write the feed.',
};

/** Why an update failed and on whose side. @param secret replaced in the message */
export function feedFailure(error: unknown, secret: string | undefined): FeedFailure {
  if (error instanceof DownloadError) {
    const { whose, message, retryAfterSeconds } = error;
    return {
      whose,
      keepsDocuments: false,
      isUnforeseen: false,
      message: secret ? message.replaceAll(secret, '***') : message,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
  const known = error instanceof EngineError ? engineWords[error.fault] : undefined;
  const message = known ?? 'The feed could not be imported; the service log has the details.';
  return { whose: 'this-machine', message, keepsDocuments: error instanceof EngineError, isUnforeseen: !known };
}

/** Why a feed may not be changed or fetched. */
export type RefusalReason = 'unknown' | 'wrong' | 'state' | 'too-soon';

/** A request for a feed that cannot be met; the message says what to do instead. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
  readonly reason: RefusalReason;
  /** Name of the wrong member in the contract. */
  readonly parameter: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: RefusalReason, message: string, parameter?: string, retryAfterSeconds?: number) {
    super(message);
    this.reason = reason;
    this.parameter = parameter;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
