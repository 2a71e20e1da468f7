import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DownloadError, type FaultOwner } from '#model/download-error.ts';
import type { StoredDocument } from './feed-documents.ts';
import type { FeedBatch, FeedReading, ReadBatches, Rejects } from './read-feed.ts';

/** What the thread gets when it starts. */
export interface ThreadData {
  readonly reading: FeedReading;
  /** Documents that others refer to are asked for. */
  readonly follows: boolean;
}

/** What the thread says. */
export type ThreadSaid =
  | { readonly is: 'batch'; readonly batch: FeedBatch }
  | { readonly is: 'document'; readonly document: StoredDocument }
  | { readonly is: 'asOf'; readonly day: string }
  | { readonly is: 'follow'; readonly url: string }
  | { readonly is: 'done'; readonly rejects: Rejects }
  | { readonly is: 'failed'; readonly failure: ThreadFailure };

/** An error that crosses the thread: only its words do. */
interface ThreadFailure {
  readonly message: string;
  readonly stack: string | undefined;
  /** Of a DownloadError. */
  readonly whose?: FaultOwner;
}

/** What the thread hears: the next batch may come, or the document that it asked for. */
export type ThreadHeard = { readonly is: 'more' } | { readonly is: 'followed'; readonly document: StoredDocument };

/** Batches that wait to be written while the thread reads on. */
const batchesAhead = 2;
/** A document that takes more to read is refused; the service goes on. */
const maxMegabytes = 1024;

/**
 * Reads in a thread of its own, so that requests do not wait for it.
 * @param program the built thread-program.ts, absolute
 */
export function readInThread(program: string): ReadBatches {
  return async function* (reading, { follow, onDocument, onAsOf, signal }) {
    const workerData: ThreadData = { reading, follows: follow !== undefined };
    const worker = new Worker(program, { workerData, resourceLimits: { maxOldGenerationSizeMb: maxMegabytes } });
    const tell = (word: ThreadHeard): void => worker.postMessage(word);
    // ends the iteration when the thread ends without a word
    const ended = new AbortController();
    worker.once('exit', () => setImmediate(() => ended.abort()));
    const giveUp = (): void => void worker.terminate();
    signal?.addEventListener('abort', giveUp);
    try {
      signal?.throwIfAborted();
      for (let each = 0; each < batchesAhead; each += 1) tell({ is: 'more' });
      for await (const [said] of on(worker, 'message', { signal: ended.signal }) as AsyncIterable<[ThreadSaid]>)
        switch (said.is) {
          case 'batch':
            yield said.batch;
            tell({ is: 'more' });
            break;
          case 'document':
            onDocument(said.document);
            break;
          case 'asOf':
            onAsOf(said.day);
            break;
          case 'follow':
            if (follow) tell({ is: 'followed', document: await follow(said.url) });
            break;
          case 'done':
            return said.rejects;
          case 'failed':
            throw errorOf(said.failure);
        }
      throw new Error('the thread that reads feeds said nothing more');
    } catch (error) {
      signal?.throwIfAborted();
      if (ended.signal.aborted) throw new Error('the thread that reads feeds ended by itself', { cause: error });
      if (isOutOfMemory(error))
        throw new DownloadError(
          'publisher',
          `Reading the file takes more than ${maxMegabytes.toLocaleString('en')} MB of memory.`,
        );
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      await worker.terminate();
    }
  };
}

function errorOf({ message, stack, whose }: ThreadFailure): Error {
  const error = whose ? new DownloadError(whose, message) : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
