import { DownloadError } from '#model/errors.ts';
import { EngineError, type EngineFault } from '#server/engine/engine.ts';
import type { FeedRecord, Whose } from './feed-settings.ts';

export interface FeedFailure {
  readonly whose: Whose;
  /** For the person who runs the service. */
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** The documents are all right and can be imported later. */
  readonly keepsDocuments: boolean;
  /** Nothing that a message of ours foresees: the log gets the error. */
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

/** Why an update failed and on whose side. @param secret never part of a message */
export function feedFailure(error: unknown, secret: string | undefined): FeedFailure {
  const without = (text: string): string => (secret ? text.replaceAll(secret, '***') : text);
  if (error instanceof DownloadError) {
    const { whose, message, retryAfterSeconds } = error;
    return {
      ...{ whose, message: without(message), keepsDocuments: false, isUnforeseen: false },
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
  const known = error instanceof EngineError ? engineWords[error.fault] : undefined;
  const message = known ?? 'The feed could not be brought into the collection; the log of the service says more.';
  return { whose: 'this-machine', message, keepsDocuments: error instanceof EngineError, isUnforeseen: !known };
}

/** What a failed or suspect update leaves, as a sentence. */
export function whatStays({ lastSuccess }: FeedRecord): string {
  if (lastSuccess === undefined) return 'Nothing of this feed is loaded yet.';
  return `What was loaded on ${new Date(lastSuccess).toISOString().slice(0, 10)} stays in use.`;
}

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
