// The thread that reads feeds and logs, started by reading-thread.ts. It sends batches on request.
import { parentPort, workerData } from 'node:worker_threads';
import { DownloadError } from '#model/errors.ts';
import { stepBack } from '#server/engine/thread-priority.ts';
import type { StoredDocument } from './feeds/fetch/stored-documents.ts';
import { readHere } from './feeds/read/read-documents.ts';
import { readLog, type LogBatch } from './logs/read-log.ts';
import { batchesAhead, type ThreadHeard, type ThreadSaid, type ThreadTask } from './reading-thread.ts';

const task = workerData as ThreadTask;
const port = parentPort;
if (!port) throw new Error('this program runs in a thread');
const say = (word: ThreadSaid<unknown, unknown>): void => port.postMessage(word);

let allowed = 0;
let mayGoOn: (() => void) | undefined;
let onFollowed: ((document: StoredDocument) => void) | undefined;
port.on('message', (heard: ThreadHeard) => {
  if (heard.is === 'followed') onFollowed?.(heard.document);
  else {
    allowed += 1;
    mayGoOn?.();
  }
});

stepBack();
try {
  await sendAll(
    task.is === 'log'
      ? readLog(task.reading)
      : readHere(task.reading, {
          onDocument: (document) => say({ is: 'document', document }),
          onAsOf: (day) => say({ is: 'asOf', day }),
          ...(task.follows && { follow }),
        }),
  );
} catch (error) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const whose = error instanceof DownloadError ? { whose: error.whose } : {};
  say({ is: 'failed', failure: { name, message, stack, ...whose } });
}
port.close();

async function sendAll(batches: AsyncGenerator<unknown, unknown, undefined>): Promise<void> {
  for (;;) {
    const next = await batches.next();
    if (next.done) return say({ is: 'done', result: next.value });
    // news of the progress must not take the place of a batch that is read ahead
    if (task.is === 'log' && allowed < batchesAhead.log && isOnlyProgress(next.value as LogBatch)) continue;
    while (allowed === 0) await new Promise<void>((resolve) => (mayGoOn = resolve));
    allowed -= 1;
    port?.postMessage({ is: 'batch', batch: next.value }, transferable(next.value));
  }
}

function isOnlyProgress({ observations, evidence, ended }: LogBatch): boolean {
  return observations.count === 0 && Object.keys(evidence).length === 0 && !ended;
}

/** The buffers of a batch that are transferred instead of copied. */
function transferable(batch: unknown): ArrayBuffer[] {
  const { pieces = [] } = (batch as Partial<LogBatch>).observations ?? {};
  return pieces.filter(({ length }) => length > 0).map(({ buffer }) => buffer as ArrayBuffer);
}

/** Requests a document that another one refers to, one at a time. */
function follow(url: string): Promise<StoredDocument> {
  return new Promise((resolve) => {
    onFollowed = resolve;
    say({ is: 'follow', url });
  });
}
