// The thread that reads feeds (reading-thread.ts starts it): sends batches of rows as they are asked for.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { DownloadError } from '#model/download-error.ts';
import type { StoredDocument } from './feed-documents.ts';
import { readHere } from './read-feed.ts';
import type { ThreadData, ThreadHeard, ThreadSaid } from './reading-thread.ts';

const { reading, follows } = workerData as ThreadData;
const port = parentPort;
if (!port) throw new Error('this program runs in a thread');
const say = (word: ThreadSaid): void => port.postMessage(word);

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
  const batches = readHere(reading, {
    onDocument: (document) => say({ is: 'document', document }),
    onAsOf: (day) => say({ is: 'asOf', day }),
    ...(follows && { follow }),
  });
  for (;;) {
    const next = await batches.next();
    if (next.done) {
      say({ is: 'done', rejects: next.value });
      break;
    }
    while (allowed === 0) await new Promise<void>((resolve) => (mayGoOn = resolve));
    allowed -= 1;
    say({ is: 'batch', batch: next.value });
  }
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const whose = error instanceof DownloadError ? { whose: error.whose } : {};
  say({ is: 'failed', failure: { message, stack, ...whose } });
}
port.close();

/** Only where one document refers to another does one wait, and for one document at a time. */
function follow(url: string): Promise<StoredDocument> {
  return new Promise((resolve) => {
    onFollowed = resolve;
    say({ is: 'follow', url });
  });
}

/** Whoever waits for an answer goes first. Linux lets a thread lower its own priority; elsewhere it stays. */
function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // no such file: another system
  }
}
