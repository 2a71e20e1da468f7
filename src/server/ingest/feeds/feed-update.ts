import { join } from 'node:path';
import { dateToIsoDate } from '#model/dates.ts';
import type { Download } from '#model/download.ts';
import { DownloadError, errorTextWithStack } from '#model/errors.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Derive } from '#server/ingest/derive.ts';
import { applyListings, confirmFeed } from './apply/apply-listings.ts';
import { applyRouting } from './apply/apply-routing.ts';
import type { FeedImport, FeedOutcome } from './apply/feed-import.ts';
import { isRouting, type Feed, type ReaderName } from './catalogue/feed.ts';
import { feedFailure } from './feed-failure.ts';
import { earliestFetch, nextAfterFailure, nextAfterSuccess } from './feed-schedule.ts';
import type { FeedRecord, FeedSettings } from './feed-settings.ts';
import type { FeedActivity } from './feed-view.ts';
import { DropFolder, type DroppedFile } from './fetch/drop-folder.ts';
import { DocumentFetcher } from './fetch/fetch-documents.ts';
import { StoredDocuments, type DocumentSet, type StoredDocument } from './fetch/stored-documents.ts';
import type { ReadBatches } from './read/read-documents.ts';
import { settlementReport } from './settlement-report.ts';

export interface FeedUpdateOptions {
  readonly engine: Engine;
  readonly settings: FeedSettings;
  /** Holds a folder for each feed. Absolute. */
  readonly folder: string;
  readonly download: Download;
  readonly readBatches: ReadBatches;
  readonly now: () => Date;
  /** 0 to 1: spreads fetches over time. */
  readonly random: () => number;
  /** Runs work that changes the collection, one piece at a time. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Gets messages for the operator. */
  readonly report: (message: string) => void;
}

/** What an update has to do. Without either, it loads documents that are on this disk and not in the collection. */
export interface UpdateWish {
  /** Ask the publisher, unless it is too soon. */
  readonly isFetched: boolean;
  /** Complete files of the drop folder, which are read instead of asking the publisher. */
  readonly dropped: readonly DroppedFile[];
}

/** The update as the queue runs it. */
interface RunningUpdate {
  readonly signal: AbortSignal;
  readonly onActivity: (activity: FeedActivity) => void;
  readonly derive: Derive;
  /** Called after the collection has changed. */
  readonly onWritten: () => Promise<void>;
  /** Import numbers of the feeds in the collection; a feed that was imported is added. */
  readonly loaded: Set<number>;
  /** When true, an update that was given up continues after the next start. */
  readonly isClosing: () => boolean;
}

type ReadOutcome = FeedOutcome & Required<Pick<FeedRecord, 'asOf' | 'asOfFrom' | 'currentOn' | 'lists'>>;
type UpdateOutcome = { readonly state: 'unchanged' } | ReadOutcome;
type Ending = UpdateOutcome | { readonly state: 'failed' };

/** Formats whose documents refer to others, which are not read again while they stay the same. */
const incremental: ReadonlySet<ReaderName> = new Set(['misp', 'taxii']);
/** After this many failed imports, the documents are fetched again. */
const maxImports = 5;
const stepWords = { reading: 'Reading', writing: 'Writing', scoring: 'Updating scores' } as const;

/** One update of one feed: from its publisher, its drop folder or this disk into the collection. */
export class FeedUpdate {
  readonly #options: FeedUpdateOptions;
  readonly #feed: Feed;
  readonly #running: RunningUpdate;
  readonly #key: string | undefined;
  readonly #documents: StoredDocuments;

  constructor(options: FeedUpdateOptions, feed: Feed, running: RunningUpdate) {
    this.#options = options;
    this.#feed = feed;
    this.#running = running;
    this.#key = options.settings.keyOf(feed.id);
    this.#documents = new StoredDocuments(join(options.folder, feed.id), options.report);
  }

  /** Updates the feed and notes how that ended. @throws the error of the disk, when not even a failure can be noted */
  async run({ isFetched, dropped }: UpdateWish): Promise<void> {
    await this.#documents.prepare();
    if (dropped.length > 0) return this.#readDropped(dropped);
    const { isImporting, lastSuccess } = this.#record;
    const pending = isImporting ? await this.#documents.pending() : undefined;
    if (pending) {
      await this.#attempt(() => this.#resume(pending));
      return;
    }
    const kept = this.#isLoaded ? undefined : await this.#documents.kept();
    if (kept)
      await this.#attempt(() => this.#load(kept, lastSuccess === undefined ? lastDay(kept) : dayOf(lastSuccess)));
    const at = this.#now;
    if (!isFetched || this.#running.signal.aborted || earliestFetch(this.#feed, this.#record) > at) return;
    await this.#note({ requestedAt: at, lastFetch: at });
    await this.#attempt(() => this.#askPublisher());
  }

  /** Asks the publisher, and imports what is new. */
  async #askPublisher(): Promise<UpdateOutcome> {
    const feed = this.#feed;
    const kept = await this.#documents.kept();
    const fetcher = this.#fetcher(kept);
    const documents: StoredDocument[] = [];
    const missing: { readonly line: string; readonly reason: string }[] = [];
    let isNew = false;
    for (const [index, url] of feed.urls.entries()) {
      try {
        const { document, ...fetched } = await fetcher.get(url, stepOf(index, feed.urls.length));
        documents.push(document);
        isNew ||= fetched.isNew;
      } catch (error) {
        // one list of several must not keep the others from being read
        const isLast = index === feed.urls.length - 1 && documents.length === 0;
        if (!(error instanceof DownloadError && error.isMissing) || isLast) throw error;
        const last = kept?.documents.find(({ name }) => name === url);
        if (last) documents.push(last);
        missing.push({ line: url, reason: last ? lastCopyIsUsed : listIsMissing });
      }
    }
    if (!isNew && this.#isLoaded) {
      await this.#confirm();
      return { state: 'unchanged' };
    }
    const { lastSuccess } = this.#record;
    const isIncremental =
      this.#isLoaded && lastSuccess !== undefined && feed.mode === 'events' && incremental.has(feed.reader);
    const set = { documents, isIncremental };
    await this.#setPending(set);
    const outcome = await this.#import(set, {
      day: dayOf(this.#now),
      fetcher,
      kept,
      ...(isIncremental && { since: dayOf(lastSuccess) }),
    });
    return { ...outcome, rejects: withMissing(outcome.rejects, missing) };
  }

  /** Routing data keeps its own day. */
  async #confirm(): Promise<void> {
    if (isRouting(this.#feed)) return;
    const { engine, exclusive } = this.#options;
    await exclusive(() => confirmFeed(engine, this.#feed.importId, dayOf(this.#now), this.#running.derive));
  }

  /** Imports documents that are on this disk. */
  async #load(set: DocumentSet, day: string): Promise<ReadOutcome> {
    await this.#setPending(set);
    return this.#import(set, { day });
  }

  /** Continues an update that was cut off after its documents had arrived. */
  async #resume(set: DocumentSet): Promise<UpdateOutcome> {
    const kept = await this.#documents.kept();
    return this.#import(set, { day: lastDay(set), kept, fetcher: this.#fetcher(kept) });
  }

  async #readDropped(asked: readonly DroppedFile[]): Promise<void> {
    const drop = new DropFolder(join(this.#options.folder, this.#feed.id));
    const files = (await drop.waiting()).filter(({ name }) => asked.some((each) => each.name === name));
    if (files.length === 0) return;
    await this.#note({ lastFetch: this.#now });
    const ending = await this.#attempt(async () => {
      const set = await drop.take(files, this.#documents.folder);
      return this.#load(set, lastDay(set));
    });
    if (!ending) return;
    const report = settlementReport(files, ending, this.#record.error);
    await drop.settle(files, ending.state === 'done' ? 'done' : 'failed', report);
  }

  /**
   * Reads and applies documents.
   * @param how `day`: of the data, unless the documents give their own; `fetcher`: for documents that others refer to; without it
   * they are in the set; `kept`: the last good state
   */
  async #import(
    set: DocumentSet,
    how: {
      readonly day: string;
      readonly fetcher?: DocumentFetcher;
      readonly kept?: DocumentSet | undefined;
      readonly since?: string;
    },
  ): Promise<ReadOutcome> {
    const feed = this.#feed;
    const { engine, exclusive, readBatches } = this.#options;
    const { signal, onActivity, derive } = this.#running;
    const { day, fetcher, kept, since } = how;
    const isUrl = set.documents.some(({ name }) => URL.canParse(name));
    const followed: StoredDocument[] = [];
    // of each document
    const days = new Map<string, string>();
    let reading = '';
    const batches = readBatches(
      {
        feed,
        folder: this.#documents.folder,
        documents: set.documents,
        today: dayOf(this.#now),
        ...(since !== undefined && { since }),
      },
      {
        signal,
        onDocument: ({ name }) => {
          reading = name;
          days.set(name, '');
          onActivity({ state: 'reading', progress: { step: 'Reading', done: 0, total: 0 } });
        },
        onAsOf: (said) => {
          if (said > (days.get(reading) ?? '')) days.set(reading, said);
        },
        ...(fetcher &&
          isUrl && {
            async follow(url: string) {
              const { document } = await fetcher.get(url, stepOf(followed.length, 0));
              followed.push(document);
              return document;
            },
          }),
      },
    );
    // a list that is fetched today is the list of today; a routing table has its own day
    const hasOwnDay = !isUrl || isRouting(feed);
    const ownDay = () => [...days.values()].sort().at(-1) || undefined;
    const options: FeedImport = {
      feed,
      batches,
      signal,
      derive,
      isIncremental: set.isIncremental,
      today: dayOf(this.#now),
      asOf: () => (hasOwnDay && ownDay()) || day,
      onProgress: ({ step, ...progress }) =>
        onActivity({ state: step, progress: { step: stepWords[step], ...progress } }),
    };
    const apply = isRouting(feed) ? applyRouting : applyListings;
    const outcome = await exclusive(() => apply(engine, options));
    if (outcome.state === 'done') await this.#documents.keep(this.#keptAfter(set, followed, kept));
    else await this.#documents.dropPending();
    const asOfFrom = ownDay() ? 'data' : isUrl ? 'fetch' : 'file';
    const lists = days.size < 2 ? [] : [...days].map(([name, asOf]) => ({ name, asOf: asOf || null }));
    return { ...outcome, asOf: ownDay() ?? day, asOfFrom, currentOn: options.asOf(), lists };
  }

  /** Of a snapshot, what was just read; of events, also earlier documents that may still count. */
  #keptAfter(set: DocumentSet, followed: readonly StoredDocument[], before: DocumentSet | undefined): DocumentSet {
    const { mode, lifetimeDays = 0 } = this.#feed;
    const read = [...set.documents, ...followed];
    if (mode === 'snapshot') return { documents: read, isIncremental: false };
    const names = new Set(read.map(({ name }) => name));
    const oldest = this.#now - lifetimeDays * 86_400_000;
    const others = (before?.documents ?? []).filter(({ name, at }) => !names.has(name) && at >= oldest);
    return { documents: [...others, ...read], isIncremental: false };
  }

  /** Runs a part of the update and notes how it ended. @returns undefined when the update was given up */
  async #attempt(act: () => Promise<UpdateOutcome>): Promise<Ending | undefined> {
    const { signal, loaded, onWritten, isClosing } = this.#running;
    try {
      const outcome = await act();
      if (outcome.state === 'done') loaded.add(this.#feed.importId);
      await this.#note({ ...this.#afterOutcome(outcome), isImporting: false });
      if (outcome.state !== 'suspect') await onWritten();
      return outcome;
    } catch (error) {
      if (!signal.aborted) return this.#fail(error);
      if (!isClosing()) await this.#note({ isImporting: false });
      return undefined;
    }
  }

  #afterOutcome(outcome: UpdateOutcome): Partial<FeedRecord> {
    const at = this.#now;
    const nextFetch = nextAfterSuccess(this.#feed, at, this.#options.random());
    const fine = { lastSuccess: at, nextFetch, failures: 0, error: undefined, whose: undefined, notBefore: undefined };
    if (outcome.state === 'unchanged')
      return { ...fine, outcome: 'unchanged', ...(!isRouting(this.#feed) && { currentOn: dayOf(at) }) };
    const { count, byReason, examples } = outcome.rejects;
    const rejects = { count, byReason: [...byReason], examples: [...examples] };
    const { rows, asOf, asOfFrom, currentOn, lists } = outcome;
    if (outcome.state === 'done') return { ...fine, outcome: 'ok', rows, rejects, asOf, asOfFrom, currentOn, lists };
    const { advice = 'If the list is right as it is, switch the feed off and on again to accept it.' } = outcome;
    const error = `${outcome.reason ?? ''} ${this.#whatStays} ${advice}`;
    return { outcome: 'suspect', nextFetch, rejects, error, whose: 'publisher' };
  }

  async #fail(error: unknown): Promise<Ending> {
    const failure = feedFailure(error, this.#key);
    if (failure.isUnforeseen) this.#options.report(`The feed ${this.#feed.id} failed. ${errorTextWithStack(error)}`);
    const { failures: before, isImporting } = this.#record;
    const failures = before + 1;
    const staysOnDisk = failure.keepsDocuments && isImporting && failures < maxImports;
    if (!staysOnDisk) await this.#documents.dropPending();
    const at = this.#now;
    const { whose, message, retryAfterSeconds } = failure;
    await this.#note({
      outcome: 'failed',
      failures,
      whose,
      error: `${message} ${this.#whatStays}`,
      isImporting: staysOnDisk,
      nextFetch: nextAfterFailure(this.#feed, { whose, failures, retryAfterSeconds }, at, this.#options.random()),
      notBefore: retryAfterSeconds === undefined ? undefined : at + retryAfterSeconds * 1000,
      // a publisher that the request never reached may be asked again
      ...(whose !== 'publisher' && { requestedAt: undefined }),
    });
    return { state: 'failed' };
  }

  /** What a failed or suspect update leaves, as a sentence. */
  get #whatStays(): string {
    const { lastSuccess } = this.#record;
    if (lastSuccess === undefined) return 'Nothing of this feed is loaded yet.';
    return `What was loaded on ${dayOf(lastSuccess)} stays in use.`;
  }

  /** Notes that the documents are complete: from here on a restart continues with them. */
  async #setPending(set: DocumentSet): Promise<void> {
    await this.#documents.setPending(set);
    await this.#note({ isImporting: true });
  }

  #fetcher(kept: DocumentSet | undefined): DocumentFetcher {
    const { download, now } = this.#options;
    const { signal, onActivity } = this.#running;
    return new DocumentFetcher({
      feed: this.#feed,
      key: this.#key,
      folder: this.#documents.folder,
      download,
      signal,
      now,
      kept: kept?.documents ?? [],
      onProgress: (step, done, total) => onActivity({ state: 'fetching', progress: { step, done, total } }),
    });
  }

  #note(part: Partial<FeedRecord>): Promise<void> {
    return this.#options.settings.change(this.#feed.id, part);
  }

  get #record(): FeedRecord {
    return this.#options.settings.recordOf(this.#feed.id);
  }

  /** Whether the collection holds the last good state. */
  get #isLoaded(): boolean {
    return this.#running.loaded.has(this.#feed.importId);
  }

  /** Epoch milliseconds. */
  get #now(): number {
    return this.#options.now().getTime();
  }
}

const listIsMissing = 'The publisher does not have this list (any more).';
const lastCopyIsUsed = `${listIsMissing} Its last copy is used.`;

/** Rejects with the lists that could not be fetched. */
function withMissing(
  { count, byReason, examples }: FeedOutcome['rejects'],
  missing: readonly { readonly line: string; readonly reason: string }[],
): FeedOutcome['rejects'] {
  const reasons = [listIsMissing, lastCopyIsUsed].flatMap((reason) => {
    const lists = missing.filter((each) => each.reason === reason).length;
    return lists > 0 ? [{ reason, count: lists }] : [];
  });
  return { count: count + missing.length, byReason: [...reasons, ...byReason], examples: [...missing, ...examples] };
}

/** The latest day of the documents, 'yyyy-mm-dd'. */
function lastDay({ documents }: DocumentSet): string {
  return dayOf(Math.max(0, ...documents.map(({ at }) => at)));
}

function dayOf(milliseconds: number): string {
  return dateToIsoDate(new Date(milliseconds));
}

/** @param total 0 while unknown */
function stepOf(index: number, total: number): string {
  return total === 1 ? 'Downloading' : `Downloading file ${index + 1}${total > 0 ? ` of ${total}` : ''}`;
}
