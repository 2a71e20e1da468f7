import { join } from 'node:path';
import { dateToIsoDate } from '#model/dates.ts';
import { errorTextWithStack } from '#model/errors.ts';
import { latestImports } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { deriveLater, deriveNow as deriveAll, feedKind, retireFeed, type Derive } from './apply/apply-feed.ts';
import { dropFolder, settlementReport, type DroppedFile } from './fetch/drop-folder.ts';
import { feedDocuments } from './fetch/stored-documents.ts';
import { feedFailure, whatStays, type FeedFailure } from './feed-failure.ts';
import { earliestFetch, nextAfterFailure, nextAfterSuccess } from './feed-schedule.ts';
import type { FeedRecord, FeedStore } from './feed-settings.ts';
import type { FeedActivity } from './feed-view.ts';
import type { Feed } from './catalogue/feed.ts';
import type { FetchFile } from './fetch/fetch-documents.ts';
import { readHere, type ReadBatches } from './read/read-documents.ts';
import {
  fetchFeed,
  lastDay,
  loadDocuments,
  resumeUpdate,
  type UpdateContext,
  type UpdateOutcome,
} from './update-feed.ts';

export interface FeedUpdatesOptions {
  readonly engine: Engine;
  readonly store: FeedStore;
  /** Holds a folder for each feed. Absolute. */
  readonly folder: string;
  readonly fetchFile: FetchFile;
  /** On the event loop of this process unless given. */
  readonly readBatches?: ReadBatches | undefined;
  readonly now: () => Date;
  /** 0 to 1: spreads fetches over time. */
  readonly random: () => number;
  /** Work that changes the collection, one after the other. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Brings derived data up to date at once; scores and dictionaries unless given. */
  readonly deriveNow?: (engine: Engine, today: string) => Derive;
  /** Called after the collection has changed. */
  readonly onWritten: () => Promise<void>;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
}

/** What an update is to do. Without either, it loads what is on this disk and not in the collection. */
export interface UpdateWish {
  /** Ask the publisher, unless it is too soon for that. */
  readonly isFetched: boolean;
  /** Files of the drop folder that are complete; the publisher is not asked then. */
  readonly dropped: readonly DroppedFile[];
}

interface UnderWay {
  readonly signal: AbortSignal;
  /** Whether another update follows at once: scores are refreshed once for all of them. */
  readonly isFollowed: () => boolean;
  readonly onActivity: (activity: FeedActivity) => void;
}

/** What is done for feeds, and written down about how it ended. */
export interface FeedUpdates {
  /** Finds out what the collection holds. */
  open(): Promise<void>;
  /** @throws the error of the disk, when not even the failure can be written down */
  update(feed: Feed, wish: UpdateWish, underWay: UnderWay): Promise<void>;
  /** @throws EngineError */
  retire(feed: Pick<Feed, 'importId'>, isFollowed: () => boolean): Promise<void>;
  /** Refreshes the scores when updates left that to those that followed; at a close the next start does. @throws EngineError */
  refreshOwedScores(onActivity: (activity: FeedActivity) => void): Promise<void>;
  /** Import numbers of the feeds of which the collection holds something that counts. */
  readonly loaded: ReadonlySet<number>;
  /** From now on what is given up goes on after the next start. */
  closing(): void;
}

/** How an update ended; undefined when it was given up. */
type Ending = UpdateOutcome | { readonly state: 'failed'; readonly failure: FeedFailure } | undefined;

/** Documents that could not be written so many times are fetched anew. */
const mostImports = 5;
/** Scores follow what was loaded at the latest after so long, however many updates wait. */
const longestDebtMilliseconds = 60_000;

export function feedUpdates(options: FeedUpdatesOptions): FeedUpdates {
  const { engine, store, folder, now, exclusive, report, random, deriveNow = deriveAll } = options;
  const loaded = new Set<number>();
  let isClosing = false;
  /** By performance.now(): when something changed that the scores do not count yet. */
  let owedSince: number | undefined;

  const written = (): Promise<void> =>
    options.onWritten().catch((error: unknown) => report(`No inventory was written: ${errorTextWithStack(error)}`));

  const derive =
    (isFollowed: () => boolean): Derive =>
    async (changes) => {
      const isLong = owedSince !== undefined && performance.now() - owedSince > longestDebtMilliseconds;
      const later = isFollowed() && !isLong;
      await (later ? deriveLater : deriveNow)(engine, dateToIsoDate(now()))(changes);
      if (changes.scores) owedSince = later ? (owedSince ?? performance.now()) : undefined;
    };

  const attempt = async (context: UpdateContext, act: () => Promise<UpdateOutcome>): Promise<Ending> => {
    const { feed, signal } = context;
    try {
      const outcome = await act();
      if (outcome.state === 'done') loaded.add(feed.importId);
      const after = afterOutcome(outcome, { feed, record: store.recordOf(feed.id), at: now().getTime(), random });
      await store.change(feed.id, { ...after, isImporting: false });
      if (outcome.state !== 'suspect') await written();
      return outcome;
    } catch (error) {
      if (!signal.aborted) return failed(context, error);
      if (!isClosing) await store.change(feed.id, { isImporting: false });
      return undefined;
    }
  };

  const failed = async (context: UpdateContext, error: unknown): Promise<Ending> => {
    const { feed, key, documents } = context;
    const failure = feedFailure(error, key);
    if (failure.isUnforeseen) report(`The feed ${feed.id} failed. ${errorTextWithStack(error)}`);
    const { failures: before, isImporting } = store.recordOf(feed.id);
    const staysOnDisk = failure.keepsDocuments && isImporting && before + 1 < mostImports;
    if (!staysOnDisk) await documents.dropPending();
    const after = afterFailure(failure, { feed, record: store.recordOf(feed.id), at: now().getTime(), random });
    await store.change(feed.id, { ...after, isImporting: staysOnDisk });
    return { state: 'failed', failure };
  };

  const readDropped = async (context: UpdateContext, asked: readonly DroppedFile[]): Promise<void> => {
    const drop = dropFolder(join(folder, context.feed.id));
    const files = (await drop.waiting()).filter(({ name }) => asked.some((each) => each.name === name));
    if (files.length === 0) return;
    await store.change(context.feed.id, { lastFetch: now().getTime() });
    const ending = await attempt(context, async () => {
      const set = await drop.take(files, context.documents.folder);
      return loadDocuments(context, set, lastDay(set));
    });
    if (!ending) return;
    const { error } = store.recordOf(context.feed.id);
    await drop.settle(files, ending.state === 'done' ? 'done' : 'failed', settlementReport(files, ending, error));
  };

  return {
    loaded,
    async open() {
      for (const line of await latestImports(engine, 'done'))
        if (line.kind === feedKind && (line.covers ?? []).length > 0) loaded.add(line.id);
    },
    async update(feed, { isFetched, dropped }, { signal, isFollowed, onActivity }) {
      const { id, importId } = feed;
      const context: UpdateContext = {
        ...{ engine, feed, now, exclusive, signal, onActivity },
        fetchFile: options.fetchFile,
        readBatches: options.readBatches ?? readHere,
        record: () => store.recordOf(id),
        key: store.keyOf(id),
        documents: feedDocuments(join(folder, id), report),
        derive: derive(isFollowed),
        onComplete: () => store.change(id, { isImporting: true }),
      };
      await context.documents.prepare();
      if (dropped.length > 0) return readDropped(context, dropped);
      const { isImporting, lastSuccess } = store.recordOf(id);
      const pending = isImporting ? await context.documents.pending() : undefined;
      if (pending) return void (await attempt(context, () => resumeUpdate(context, pending)));
      const kept = loaded.has(importId) ? undefined : await context.documents.kept();
      if (kept) {
        const day = lastSuccess === undefined ? lastDay(kept) : dateToIsoDate(new Date(lastSuccess));
        await attempt(context, () => loadDocuments(context, kept, day));
      }
      const at = now().getTime();
      if (!isFetched || signal.aborted || earliestFetch(feed, store.recordOf(id)) > at) return;
      await store.change(id, { requestedAt: at, lastFetch: at });
      await attempt(context, () => fetchFeed(context, loaded.has(importId)));
    },
    async retire({ importId }, isFollowed) {
      if (!loaded.has(importId)) return;
      const today = dateToIsoDate(now());
      await exclusive(() => retireFeed(engine, importId, today, derive(isFollowed)));
      loaded.delete(importId);
      await written();
    },
    async refreshOwedScores(onActivity) {
      if (owedSince === undefined || isClosing) return;
      onActivity({ state: 'scoring', progress: { step: 'Updating scores', done: 0, total: 0 } });
      await exclusive(() => deriveNow(engine, dateToIsoDate(now()))({ ranges: false, scores: true }));
      owedSince = undefined;
      await written();
    },
    closing: () => {
      isClosing = true;
    },
  };
}

interface Ended {
  readonly feed: Feed;
  readonly record: FeedRecord;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly random: () => number;
}

/** What is remembered of an update that was not a failure. */
function afterOutcome(outcome: UpdateOutcome, { feed, record, at, random }: Ended): Partial<FeedRecord> {
  const nextFetch = nextAfterSuccess(feed, at, random());
  const fine = { lastSuccess: at, nextFetch, failures: 0, error: undefined, whose: undefined, notBefore: undefined };
  if (outcome.state === 'unchanged') return { ...fine, outcome: 'unchanged' };
  const { count, byReason, examples } = outcome.rejects;
  const rejects = { count, byReason: [...byReason], examples: [...examples] };
  if (outcome.state === 'done') return { ...fine, outcome: 'ok', rows: outcome.rows, rejects, asOf: outcome.asOf };
  const advice = 'If the list is right as it is, switch the feed off and on again to accept it.';
  const error = `${outcome.reason ?? ''} ${whatStays(record)} ${advice}`;
  return { outcome: 'suspect', nextFetch, rejects, error, whose: 'publisher' };
}

function afterFailure(failure: FeedFailure, { feed, record, at, random }: Ended): Partial<FeedRecord> {
  const { whose, message, retryAfterSeconds } = failure;
  const failures = record.failures + 1;
  return {
    ...{ outcome: 'failed', failures, whose, error: `${message} ${whatStays(record)}` },
    nextFetch: nextAfterFailure(feed, { whose, failures, retryAfterSeconds }, at, random()),
    notBefore: retryAfterSeconds === undefined ? undefined : at + retryAfterSeconds * 1000,
    // a publisher that the request never reached may be asked again
    ...(whose !== 'publisher' && { requestedAt: undefined }),
  };
}
