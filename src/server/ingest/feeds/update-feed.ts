import { dateToIsoDate } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import { finishImport, latestImports } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { confirmFeed, type Derive, deriveNow, feedKind, type OnFeedProgress } from './apply/apply-feed.ts';
import type { DocumentSet, FeedDocuments, StoredDocument } from './fetch/stored-documents.ts';
import type { FeedRecord } from './feed-settings.ts';
import type { FeedActivity } from './feed-view.ts';
import { type Feed, isRouting, type ReaderName } from './catalogue/feed.ts';
import { feedFetcher, type FeedFetcher, type FetchFile } from './fetch/fetch-documents.ts';
import { type FeedImport, type FeedOutcome, importFeed } from './apply/import-feed.ts';
import { eachBatch, type ReadBatches } from './read/read-documents.ts';
import { openRoutingSnapshot, type RoutingSnapshot } from './apply/routing-snapshot.ts';

/** What an update of one feed works with. */
export interface UpdateContext {
  readonly engine: Engine;
  readonly feed: Feed;
  readonly record: () => FeedRecord;
  readonly key: string | undefined;
  readonly documents: FeedDocuments;
  readonly fetchFile: FetchFile;
  readonly readBatches: ReadBatches;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onActivity: (activity: FeedActivity) => void;
  /** Work that changes the collection, one after the other. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  readonly derive: Derive;
  /** Called once the documents are complete: from here on a restart goes on with them. */
  readonly onComplete: () => Promise<void>;
}

export type UpdateOutcome =
  | { readonly state: 'unchanged' }
  | (FeedOutcome & { /** 'yyyy-mm-dd' */ readonly asOf: string });

/** Their documents refer to others, which need not be read again while they stay the same. */
const incremental: ReadonlySet<ReaderName> = new Set(['misp', 'taxii']);

/**
 * Asks the publisher, and brings what is new into the collection.
 * @param isLoaded whether the collection holds the last good state
 * @throws DownloadError, EngineError, or the reason of the signal
 */
export async function fetchFeed(context: UpdateContext, isLoaded: boolean): Promise<UpdateOutcome> {
  const { feed, documents, record, now } = context;
  const kept = await documents.kept();
  const fetcher = fetcherOf(context, kept?.documents ?? []);
  const found: StoredDocument[] = [];
  let isNew = false;
  for (const [index, url] of feed.urls.entries()) {
    const { document, ...fetched } = await fetcher.get(url, stepOf(index, feed.urls.length));
    found.push(document);
    isNew ||= fetched.isNew;
  }
  if (!isNew && isLoaded) {
    // routing data stays of the day that it speaks of
    if (!isRouting(feed))
      await context.exclusive(() => confirmFeed(context.engine, feed.importId, dateToIsoDate(now()), context.derive));
    return { state: 'unchanged' };
  }
  const { lastSuccess } = record();
  const since = isLoaded && lastSuccess !== undefined && goesOn(feed) ? dayOf(lastSuccess) : undefined;
  const set = { documents: found, isIncremental: since !== undefined };
  await documents.setPending(set);
  await context.onComplete();
  return importSet(context, set, { day: dateToIsoDate(now()), fetcher, kept, ...(since !== undefined && { since }) });
}

/** Brings documents that are on this disk already into the collection. @throws as `fetchFeed` */
export async function loadDocuments(context: UpdateContext, set: DocumentSet, day: string): Promise<UpdateOutcome> {
  await context.documents.setPending(set);
  await context.onComplete();
  return importSet(context, set, { day });
}

/** Goes on with an update that was cut off after its documents had arrived. @throws as `fetchFeed` */
export async function resumeUpdate(context: UpdateContext, set: DocumentSet): Promise<UpdateOutcome> {
  const kept = await context.documents.kept();
  const fetcher = fetcherOf(context, kept?.documents ?? []);
  return importSet(context, set, { day: lastDay(set), kept, fetcher });
}

/** The latest day of the documents, 'yyyy-mm-dd'. */
export function lastDay({ documents }: DocumentSet): string {
  return dayOf(Math.max(0, ...documents.map(({ at }) => at)));
}

interface SetOptions {
  /** Of the data, unless the documents are of a day of their own. */
  readonly day: string;
  /** For documents that others refer to; without it they are among the set. */
  readonly fetcher?: FeedFetcher;
  readonly kept?: DocumentSet | undefined;
  readonly since?: string;
}

async function importSet(context: UpdateContext, set: DocumentSet, options: SetOptions): Promise<UpdateOutcome> {
  const { engine, feed, documents, now, signal, onActivity, derive } = context;
  const { day, fetcher, kept, since } = options;
  const followed: StoredDocument[] = [];
  let ownDay = '';
  const isUrl = set.documents.some(({ name }) => URL.canParse(name));
  const readerOptions = { ...feed.options, ...(since !== undefined && { since }) };
  const reading = {
    folder: documents.folder,
    documents: set.documents,
    reader: feed.reader,
    options: readerOptions,
    feed,
  };
  const batches = context.readBatches(reading, {
    signal,
    ...(fetcher && isUrl && { follow }),
    onDocument: () => onActivity({ state: 'reading', progress: { step: 'Reading', done: 0, total: 0 } }),
    onAsOf: (told) => {
      if (told > ownDay) ownDay = told;
    },
  });
  // a list that is fetched today says what is so today; a routing table speaks of its own day
  const hasOwnDay = !isUrl || isRouting(feed);
  const asOf = () => (hasOwnDay && ownDay !== '' ? ownDay : day);
  const onProgress: OnFeedProgress = ({ step, ...progress }) =>
    onActivity({ state: step, progress: { step: stepWords[step], ...progress } });
  const given = { ...{ feed, asOf, batches, signal, onProgress, derive }, today: dateToIsoDate(now()) };
  const outcome = await context.exclusive(() =>
    isRouting(feed) ? importRouting(engine, given) : importFeed(engine, { ...given, isIncremental: set.isIncremental }),
  );
  if (outcome.state === 'done') await documents.keep(keptAfter(feed, set, followed, kept, now()));
  else await documents.dropPending();
  return { ...outcome, asOf: ownDay === '' ? day : ownDay };

  async function follow(url: string): Promise<StoredDocument> {
    const { document } = await (fetcher ?? fetcherOf(context, [])).get(url, stepOf(followed.length, 0));
    followed.push(document);
    return document;
  }
}

const stepWords = { reading: 'Reading', writing: 'Writing', scoring: 'Updating scores' } as const;

/** A snapshot is what was just read; events add up, until they count no more. */
function keptAfter(
  { mode, lifetimeDays = 0 }: Feed,
  set: DocumentSet,
  followed: readonly StoredDocument[],
  before: DocumentSet | undefined,
  now: Date,
): DocumentSet {
  const read = [...set.documents, ...followed];
  if (mode === 'snapshot') return { documents: read, isIncremental: false };
  const names = new Set(read.map(({ name }) => name));
  const oldest = now.getTime() - lifetimeDays * 86_400_000;
  const others = (before?.documents ?? []).filter(({ name, at }) => !names.has(name) && at >= oldest);
  return { documents: [...others, ...read], isIncremental: false };
}

function fetcherOf(context: UpdateContext, kept: readonly StoredDocument[]): FeedFetcher {
  const { feed, key, documents, fetchFile, signal, now, onActivity } = context;
  const onProgress = (step: string, done: number, total: number): void =>
    onActivity({ state: 'fetching', progress: { step, done, total } });
  return feedFetcher({ ...{ feed, key, kept, fetchFile, signal, now, onProgress }, folder: documents.folder });
}

/** @param total 0 while it is not known */
function stepOf(index: number, total: number): string {
  return total === 1 ? 'Downloading' : `Downloading file ${index + 1}${total > 0 ? ` of ${total}` : ''}`;
}

function goesOn({ reader, mode }: Feed): boolean {
  return mode === 'events' && incremental.has(reader);
}

function dayOf(milliseconds: number): string {
  return dateToIsoDate(new Date(milliseconds));
}

interface RoutingImport extends Omit<FeedImport, 'feed' | 'isIncremental' | 'previousRows'> {
  readonly feed: Pick<Feed, 'id' | 'importId' | 'licence' | 'fills' | 'reader'>;
}

/**
 * Brings a snapshot of routing or allocation data into the collection, as a whole or not at all; `settleRouting` finishes or
 * drops one that was cut off. The day of the data is asked for at the first entry that was not rejected.
 * @throws EngineError, what the batches throw, or the reason of the signal
 */
async function importRouting(engine: Engine, options: RoutingImport): Promise<FeedOutcome> {
  const { feed, today, onProgress, derive = deriveNow(engine, today) } = options;
  const { id, importId, licence, fills } = feed;
  const last = (await latestImports(engine, 'done')).find((line) => line.id === importId);
  const { snapshot, asOf, rejects } = await readSnapshot(engine, options);
  if (!snapshot) return { state: 'suspect', reason: 'The list is empty.', rows: rowsOf(0), rejects };
  onProgress?.({ step: 'writing', done: 0, total: 0 });
  const { rows } = await snapshot.stage();
  const reason = suspicion(rows, last?.rows ?? 0);
  if (reason !== undefined) {
    await snapshot.drop();
    return { state: 'suspect', reason, rows: rowsOf(rows), rejects };
  }
  await snapshot.apply();
  onProgress?.({ step: 'scoring', done: 0, total: 0 });
  await derive({ ranges: false, scores: true });
  const record = { id: importId, source: `feed:${id}`, kind: feedKind, digest: '', licence, sample: false };
  await finishImport(engine, { ...record, asOf, covers: fills }, rows);
  return { state: 'done', rows: rowsOf(rows), rejects };
}

function rowsOf(routing: number): FeedOutcome['rows'] {
  return { listings: 0, facts: 0, routing };
}

function suspicion(rows: number, before: number): string | undefined {
  if (rows === 0) return 'The list is empty.';
  if (2 * rows >= before) return undefined;
  return `The list has ${formatNumber(rows)} entries, less than half of the ${formatNumber(before)} before.`;
}

interface ReadSnapshot {
  /** Absent when nothing but rejects came. */
  readonly snapshot?: RoutingSnapshot;
  readonly asOf: string;
  readonly rejects: FeedOutcome['rejects'];
}

async function readSnapshot(engine: Engine, options: RoutingImport): Promise<ReadSnapshot> {
  const { feed, batches, signal, onProgress } = options;
  let snapshot: RoutingSnapshot | undefined;
  let asOf = options.today;
  try {
    const rejects = await eachBatch(batches, signal, async (batch) => {
      if (batch.table) return;
      snapshot ??= await openRoutingSnapshot(engine, {
        ...sourceOf(feed),
        asOf: (asOf = earlier(options.asOf(), asOf)),
      });
      await snapshot.add(batch.routing);
      onProgress?.({ step: 'reading', done: batch.read, total: 0 });
    });
    return { ...(snapshot && { snapshot }), asOf, rejects };
  } catch (error) {
    // what cannot be removed now is removed before the next snapshot
    await snapshot?.drop().catch(() => undefined);
    throw error;
  }
}

/** The routing table itself knows better than what is derived from it. */
function sourceOf({ id, importId, reader }: RoutingImport['feed']) {
  return { importId, source: `feed:${id}`, rank: reader === 'pfx2as' ? 2 : 1 };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
