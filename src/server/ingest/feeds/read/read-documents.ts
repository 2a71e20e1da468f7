import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { plusDays } from '#model/dates.ts';
import { rejectCounter, type Rejects } from '#server/ingest/batches.ts';
import { isRouting, type Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import type { StoredDocument } from '#server/ingest/feeds/fetch/stored-documents.ts';
import type { FeedEntry } from './entry.ts';
import { factRows, listingRows } from './listing-rows.ts';
import { openDocument } from './open-document.ts';
import { feedReaders } from './readers.ts';
import { RoutingRows } from './routing-rows.ts';
import { StagedRows, type TableLines } from './staged-rows.ts';
import { subjectText } from './subject.ts';

/** What to read, as plain data that can be sent to a thread. */
export interface FeedReading {
  readonly feed: Feed;
  /** Absolute; holds the files of the documents. */
  readonly folder: string;
  readonly documents: readonly StoredDocument[];
  /** 'yyyy-mm-dd'; entries of later days than tomorrow are rejected. */
  readonly today?: string;
  /** The day of the last successful fetch, when only what is new since then is read. */
  readonly since?: string;
}

interface ReadingHooks {
  /** Gets a document that another one refers to. Without it, references are not followed. */
  readonly follow?: (url: string) => Promise<StoredDocument>;
  /** Called with each document before it is read. */
  readonly onDocument: (document: StoredDocument) => void;
  /** Called with the days that documents give for their data, 'yyyy-mm-dd', before the batches that follow. */
  readonly onAsOf: (day: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Rows of a feed for one insert. */
export interface FeedBatch extends TableLines {
  /** Entries read so far. */
  readonly read: number;
}

/** Batches in the order of the documents, and at the end the rejects. */
export type FeedBatches = AsyncGenerator<FeedBatch, Rejects, undefined>;

/**
 * Reads documents to their end.
 * @throws DownloadError when a file is not in the format of its reader, what `follow` throws, or the reason of the signal
 */
export type ReadBatches = (reading: FeedReading, hooks: ReadingHooks) => FeedBatches;

/** Reads on the event loop of the caller, in turns; `readInThread` leaves the loop free. */
export const readHere: ReadBatches = (reading, hooks) =>
  feedBatches(readEntries(reading, hooks), reading.feed, hooks.signal, reading.today);

/** The entries of all documents as a stream: each is unpacked and read, then those it refers to. */
async function* readEntries({ feed, folder, documents, since }: FeedReading, hooks: ReadingHooks) {
  const { follow, onDocument, onAsOf } = hooks;
  const options = { ...feed.options, ...(since !== undefined && { since }) };
  const found = new Set(documents.map(({ name }) => name));
  for (const stored of documents) yield* readOne(stored);
  // reading adds to the set
  for (const url of found) if (follow && !documents.some(({ name }) => name === url)) yield* readOne(await follow(url));

  async function* readOne(stored: StoredDocument): AsyncGenerator<FeedEntry> {
    onDocument(stored);
    const onMore = (reference: string): void => {
      if (URL.canParse(reference, stored.name)) found.add(new URL(reference, stored.name).href);
    };
    const { name, contentType, addedLast } = stored;
    const about = { name, contentType, addedLast, onAsOf, onMore };
    for (const document of await openDocument(join(folder, stored.file), about))
      yield* feedReaders[feed.reader](document, options);
  }
}

/** How long entries are read between two turns of the event loop; a concurrent look-up takes several turns. */
const turnMilliseconds = 0.5;
/** Rows of one insert. */
const batchRows = { listings: 5000, routing: 50_000 };

/** Turns entries into rows. */
export async function* feedBatches(
  entries: AsyncIterable<FeedEntry> | Iterable<FeedEntry>,
  feed: Pick<Feed, 'importId' | 'category' | 'confidence' | 'fills'>,
  signal?: AbortSignal,
  today?: string,
): FeedBatches {
  const rejects = rejectCounter();
  const rows = new StagedRows();
  const routing = isRouting(feed) ? new RoutingRows(rows) : undefined;
  const tomorrow = today === undefined ? undefined : plusDays(today, 1);
  const maxRows = routing ? batchRows.routing : batchRows.listings;
  let read = 0;
  let turnEnds = 0;
  for await (const entry of entries) {
    if (performance.now() >= turnEnds) {
      signal?.throwIfAborted();
      await nextTurn();
      turnEnds = performance.now() + turnMilliseconds;
    }
    read += 1;
    if (entry.what === 'reject') rejects.add(entry.line, entry.reason);
    else {
      const problem = add(entry);
      if (problem !== undefined)
        rejects.add('subject' in entry ? subjectText(entry.subject) : JSON.stringify(entry), problem);
    }
    if (rows.count >= maxRows) yield* taken();
  }
  signal?.throwIfAborted();
  routing?.end();
  yield* taken();
  return rejects.counted();

  /** @returns why the entry has no rows */
  function add(entry: Exclude<FeedEntry, { what: 'reject' }>): string | undefined {
    if (entry.what !== 'listing' && entry.what !== 'fact') {
      if (!routing) return 'This feed has listings and facts only; routing data is ignored.';
      routing.add(entry);
      return undefined;
    }
    if (routing) return 'This feed has routing data only; listings and facts are ignored.';
    const found = entry.what === 'listing' ? listingRows(entry, feed, tomorrow) : factRows(entry);
    if (typeof found === 'string') return found;
    rows.put(
      `${entry.what}s_in`,
      found.map((row) => ({ import: feed.importId, ...row })),
    );
    return undefined;
  }

  function taken(): FeedBatch[] {
    return rows
      .take()
      .filter(({ lines }) => lines !== '')
      .map((batch) => ({ read, ...batch }));
  }
}
