import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DownloadError, type FaultOwner } from '#model/errors.ts';
import { formatNumber } from '#model/format.ts';
import type { StoredDocument } from './feeds/fetch/stored-documents.ts';
import type { FeedBatch, FeedReading, ReadBatches } from './feeds/read/read-documents.ts';
import type { ReadLogs } from './logs/import-log.ts';
import { UnknownLog, type LogBatch, type LogReading } from './logs/read-log.ts';
import type { LogReport } from './logs/report-counts.ts';
import type { Rejects } from './batches.ts';

/** The task of a thread. `follows`: the thread requests documents that others refer to. */
export type ThreadTask =
  | { readonly is: 'feed'; readonly reading: FeedReading; readonly follows: boolean }
  | { readonly is: 'log'; readonly reading: LogReading };

/** A message from the thread. */
export type ThreadSaid<Batch, Result> =
  | { readonly is: 'batch'; readonly batch: Batch }
  | { readonly is: 'document'; readonly document: StoredDocument }
  | { readonly is: 'asOf'; readonly day: string }
  | { readonly is: 'follow'; readonly url: string }
  | { readonly is: 'done'; readonly result: Result }
  | { readonly is: 'failed'; readonly failure: ThreadFailure };

/** An error of the thread as plain data. */
interface ThreadFailure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Of a DownloadError. */
  readonly whose?: FaultOwner;
}

/** A message to the thread: a request for another batch, or a requested document. */
export type ThreadHeard = { readonly is: 'more' } | { readonly is: 'followed'; readonly document: StoredDocument };

/** Batches that the thread may read ahead. Those of logs are encoded, and are written several at once (logs/import-log.ts). */
export const batchesAhead = { feed: 2, log: 4 } as const;
/** Reading that needs more memory fails, without affecting the service. */
const maxMegabytes = 1024;
/** Lines are short-lived: three times as much for the young generation saved no time. */
const resourceLimits = { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: 32 };

/**
 * Reads feeds in a separate thread, so that requests do not wait.
 * @param program the built thread-program.ts, absolute
 */
export function readInThread(program: string): ReadBatches {
  return (reading, { follow, onDocument, onAsOf, signal }) =>
    batchesOf<FeedBatch, Rejects>(
      program,
      { is: 'feed', reading, follows: follow !== undefined },
      signal,
      async (said) => {
        if (said.is === 'document') onDocument(said.document);
        else if (said.is === 'asOf') onAsOf(said.day);
        else if (said.is === 'follow' && follow) return { is: 'followed', document: await follow(said.url) };
        return undefined;
      },
    );
}

/** Reads logs in a separate thread. @param program as of `readInThread` */
export function readLogsInThread(program: string): ReadLogs {
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  return (reading, signal) => batchesOf<LogBatch, LogReport>(program, { is: 'log', reading }, signal, nothing);
}

/** @param hear gets messages other than batches and the end, and may answer */
async function* batchesOf<Batch, Result>(
  program: string,
  workerData: ThreadTask,
  signal: AbortSignal | undefined,
  hear: (said: ThreadSaid<Batch, Result>) => Promise<ThreadHeard | undefined>,
): AsyncGenerator<Batch, Result, undefined> {
  const worker = new Worker(program, { workerData, resourceLimits });
  const tell = (word: ThreadHeard): void => worker.postMessage(word);
  // ends the iteration when the thread ends without a message
  const ended = new AbortController();
  worker.once('exit', () => setImmediate(() => ended.abort()));
  const giveUp = (): void => void worker.terminate();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    for (let each = 0; each < batchesAhead[workerData.is]; each += 1) tell({ is: 'more' });
    const messages = on(worker, 'message', { signal: ended.signal });
    for await (const [said] of messages as AsyncIterable<[ThreadSaid<Batch, Result>]>) {
      if (said.is === 'done') return said.result;
      if (said.is === 'failed') throw errorOf(said.failure);
      if (said.is === 'batch') {
        yield said.batch;
        tell({ is: 'more' });
        continue;
      }
      const answer = await hear(said);
      if (answer) tell(answer);
    }
    throw new Error('the reading thread said nothing more');
  } catch (error) {
    signal?.throwIfAborted();
    if (ended.signal.aborted) throw new Error('the reading thread ended unexpectedly', { cause: error });
    if (isOutOfMemory(error))
      throw new DownloadError(
        'publisher',
        `Reading the file takes more than ${formatNumber(maxMegabytes)} MB of memory.`,
      );
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await worker.terminate();
  }
}

function errorOf({ name, message, stack, whose }: ThreadFailure): Error {
  const error = whose
    ? new DownloadError(whose, message)
    : name === 'UnknownLog'
      ? new UnknownLog(message)
      : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
