import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readerOf } from '#server/ingest/feeds/catalogue/catalogue.ts';
import type { FeedEntry, ReaderOptions } from './entry.ts';
import type { StoredDocument } from '#server/ingest/feeds/fetch/stored-documents.ts';
import { factRows, listingRows } from './listing-rows.ts';
import { isRouting, type Feed, type ReaderName } from '#server/ingest/feeds/catalogue/feed.ts';
import { openDocument } from './open-document.ts';
import type { RoutingEntry } from './routing-rows.ts';

/** What is read, as plain data: it can be sent to a thread. */
export interface FeedReading {
  /** Absolute; holds the files of the documents. */
  readonly folder: string;
  readonly documents: readonly StoredDocument[];
  readonly reader: ReaderName;
  readonly options: ReaderOptions;
  readonly feed: ReadFeed;
}

/** What of a feed decides what becomes of its entries. */
export type ReadFeed = Pick<Feed, 'importId' | 'category' | 'confidence' | 'fills'>;

/** Who reads hears. */
interface ReadingHooks {
  /** Gets a document that another one refers to; without it, everything is among the documents. */
  readonly follow?: (url: string) => Promise<StoredDocument>;
  /** Called with each document before it is read. */
  readonly onDocument: (document: StoredDocument) => void;
  /** Called with the days that documents name as theirs, 'yyyy-mm-dd'. */
  readonly onAsOf: (day: string) => void;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

/** A part of what a feed says, ready to be written. */
export type FeedBatch = {
  /** Entries read so far. */
  readonly read: number;
} & (
  | {
      /** A staging table (schema/4-listings.sql). */
      readonly table: 'listings_in' | 'facts_in';
      /** Its rows, one JSON object a line. */
      readonly lines: string;
    }
  | { readonly table?: undefined; readonly routing: readonly RoutingEntry[] }
);

/** Batches in the order of the documents, and at the end what could not be read. */
export type FeedBatches = AsyncGenerator<FeedBatch, Rejects, undefined>;

/**
 * Reads documents to their end. The days they name are told before the batches that follow them.
 * @throws DownloadError when a file is not what its reader can read, what `follow` throws, or the reason of the signal
 */
export type ReadBatches = (reading: FeedReading, hooks: ReadingHooks) => FeedBatches;

/**
 * Hands over one batch after the other, of a feed or a log; whatever happens, the reading is ended.
 * @returns what the reading returns @throws what the reading and `take` throw, or the reason of the signal
 */
export async function eachBatch<Batch, Result extends object>(
  batches: AsyncGenerator<Batch, Result, undefined>,
  signal: AbortSignal | undefined,
  take: (batch: Batch) => Promise<void>,
): Promise<Result> {
  const results: Result[] = [];
  const read = async function* () {
    results.push(yield* batches);
  };
  for await (const batch of read()) {
    signal?.throwIfAborted();
    await take(batch);
  }
  signal?.throwIfAborted();
  const [result] = results;
  if (!result) throw new Error('the reading ended without a result');
  return result;
}

/** On the event loop of the caller, in turns; `readInThread` leaves the loop alone. */
export const readHere: ReadBatches = (reading, hooks) =>
  feedBatches(readEntries(reading, hooks), reading.feed, hooks.signal);

/** Everything that the documents of a feed say, in a stream: each is unpacked and read, then those it refers to. */
async function* readEntries(reading: FeedReading, hooks: ReadingHooks): AsyncGenerator<FeedEntry> {
  const { folder, documents, reader, options } = reading;
  const { follow, onDocument, onAsOf } = hooks;
  const read = readerOf(reader);
  const found = new Set(documents.map(({ name }) => name));
  for (const stored of documents) yield* readOne(stored);
  // a set may be added to while it is gone through
  for (const url of found) if (follow && !documents.some(({ name }) => name === url)) yield* readOne(await follow(url));

  async function* readOne(stored: StoredDocument): AsyncGenerator<FeedEntry> {
    onDocument(stored);
    const onMore = (reference: string): void => {
      if (URL.canParse(reference, stored.name)) found.add(new URL(reference, stored.name).href);
    };
    const { name, contentType } = stored;
    for (const document of await openDocument(join(folder, stored.file), { name, contentType, onAsOf, onMore }))
      yield* read(document, options);
  }
}

/** How long entries are read between two turns of the event loop; a look-up beside takes several turns. */
const turnMilliseconds = 0.5;
const batchRows = 5000;

/** Turns entries into rows. */
export async function* feedBatches(
  entries: AsyncIterable<FeedEntry> | Iterable<FeedEntry>,
  feed: ReadFeed,
  signal?: AbortSignal,
): FeedBatches {
  const rejects = rejectCounter();
  const waiting: Record<'listings_in' | 'facts_in', string[]> = { listings_in: [], facts_in: [] };
  let routing: RoutingEntry[] = [];
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
    else if (entry.what !== 'listing' && entry.what !== 'fact') routing.push(entry);
    else if (isRouting(feed)) rejects.add(JSON.stringify(entry), 'Listings and facts are not read from this feed.');
    else {
      const table = entry.what === 'listing' ? 'listings_in' : 'facts_in';
      const rows = entry.what === 'listing' ? listingRows(entry, feed) : factRows(entry);
      if (typeof rows === 'string') rejects.add(JSON.stringify(entry), rows);
      else for (const row of rows) waiting[table].push(JSON.stringify({ import: feed.importId, ...row }));
      if (waiting[table].length >= batchRows) yield linesOf(table);
    }
    if (routing.length >= batchRows) yield routed();
  }
  signal?.throwIfAborted();
  if (waiting.listings_in.length > 0) yield linesOf('listings_in');
  if (waiting.facts_in.length > 0) yield linesOf('facts_in');
  if (routing.length > 0) yield routed();
  return rejects.counted();

  function linesOf(table: 'listings_in' | 'facts_in'): FeedBatch {
    const lines = waiting[table].join('\n');
    waiting[table] = [];
    return { read, table, lines };
  }

  function routed(): FeedBatch {
    const given = routing;
    routing = [];
    return { read, routing: given };
  }
}

export interface Rejects {
  readonly count: number;
  readonly byReason: readonly { readonly reason: string; readonly count: number }[];
  readonly examples: readonly { readonly line: string; readonly reason: string }[];
}

const maxReasons = 50;
const maxExamples = 20;
const maxExamplesOfReason = 5;

/** Counts what could not be read, and keeps a few examples of each reason. */
export function rejectCounter(): { add(line: string, reason: string): void; counted(): Rejects } {
  const counts = new Map<string, number>();
  const examples: { line: string; reason: string }[] = [];
  let count = 0;
  return {
    add(line, given) {
      count += 1;
      const reason = counts.has(given) || counts.size < maxReasons ? given : 'other reasons';
      const times = (counts.get(reason) ?? 0) + 1;
      counts.set(reason, times);
      if (times <= maxExamplesOfReason && examples.length < maxExamples)
        examples.push({ line: line.slice(0, 200), reason: given });
    },
    counted: () => ({
      count,
      byReason: [...counts].map(([reason, times]) => ({ reason, count: times })).sort((a, b) => b.count - a.count),
      examples,
    }),
  };
}
