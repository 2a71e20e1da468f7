import { formatNumber } from '#model/format.ts';
import { latestImports, type LedgerLine } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import {
  deriveNow,
  emptyStaging,
  feedKind,
  finishFeed,
  settleFeed,
  stageFeed,
  type Derive,
  type OnFeedProgress,
} from './apply-feed.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import { changesOf, countStaged } from './listing-changes.ts';
import { eachBatch, type FeedBatches, type Rejects } from '#server/ingest/feeds/read/read-documents.ts';
import { openRoutingSnapshot, type RoutingEntry, type RoutingSnapshot } from './routing-snapshot.ts';

/** What an import has to know of a feed. */
export type ImportedFeed = Pick<
  Feed,
  'id' | 'importId' | 'mode' | 'lifetimeDays' | 'category' | 'confidence' | 'licence' | 'fills'
>;

export interface FeedImport {
  readonly feed: ImportedFeed;
  /**
   * The day on which the documents were given out, 'yyyy-mm-dd': that of the fetch, or what a dropped file says. Asked when the
   * last entry has been read, for a document may say it at its end.
   */
  readonly asOf: () => string;
  /** 'yyyy-mm-dd', UTC */
  readonly today: string;
  /** What the feed says, of this very feed. */
  readonly batches: FeedBatches;
  /** The documents are what is new since the last fetch only, so that it may be nothing. */
  readonly isIncremental?: boolean;
  /** Rows of the last good state; what the ledger says unless given. With 0, a much shorter list is accepted. */
  readonly previousRows?: number;
  /** Ends the reading; an import that writes already is finished. */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnFeedProgress;
  /** What brings derived data up to date before the import is done; at once unless given. */
  readonly derive?: Derive;
}

export interface FeedOutcome {
  /** `suspect`: nothing was changed, for the reason given in words for the operator. */
  readonly state: 'done' | 'suspect';
  readonly reason?: string;
  /** What was read, each subject counted once. */
  readonly rows: { readonly listings: number; readonly facts: number; readonly routing: number };
  readonly rejects: Rejects;
}

/**
 * Brings what a feed says into the collection, as a whole or not at all: its entries are staged, compared with what the feed has
 * said before, and then copied (feed-changes.ts, apply-feed.ts). Killed anywhere, `settleFeeds` leaves the old state or the
 * new one. One import of a feed at a time; repeating one changes nothing.
 * @throws EngineError, what the batches throw, or the reason of the signal
 */
export async function importFeed(engine: Engine, options: FeedImport): Promise<FeedOutcome> {
  const { feed, today, onProgress, derive = deriveNow(engine, today) } = options;
  await settleFeed(engine, feed.importId, derive);
  const { outcome, line } = await stage(engine, options).catch(async (error: unknown) => {
    // what cannot be removed now is removed before the next import or at the next start
    await emptyStaging(engine, feed.importId).catch(() => undefined);
    throw error;
  });
  if (line) await finishFeed(engine, line, derive, onProgress);
  else await emptyStaging(engine, feed.importId);
  return outcome;
}

/** @returns the line of the ledger that says so, or none when the feed is suspect */
async function stage(
  engine: Engine,
  options: FeedImport,
): Promise<{ readonly outcome: FeedOutcome; readonly line?: LedgerLine }> {
  const { feed, previousRows, onProgress } = options;
  const id = feed.importId;
  const last = (await latestImports(engine, 'done')).find((line) => line.id === id);
  const { rejects, routing } = await stageBatches(engine, options);
  const day = earlier(options.asOf(), options.today);
  onProgress?.({ step: 'writing', done: 0, total: 0 });
  const [staged] = await engine.query(countStaged(id), { limits: 'upkeep' });
  const rows = { listings: staged?.listings ?? 0, facts: staged?.facts ?? 0, routing: routing.count };
  const total = rows.listings + rows.facts + rows.routing;
  const previous = previousRows ?? last?.rows ?? 0;
  // routing data is history: days may come in any order
  const lastDay = (rows.routing === 0 && last?.asOf) || day;
  const reason = suspicion(options, { total, previous, day, lastDay });
  if (reason !== undefined) {
    await routing.snapshot?.drop();
    return { outcome: { state: 'suspect', reason, rows, rejects } };
  }

  const source = `feed:${feed.id}`;
  const { mode, lifetimeDays = 30, licence, fills } = feed;
  const covered = [...fills, ...(last?.covers ?? [])];
  const changes = changesOf({
    ...{ import: id, source, mode, lifetimeDays, day, previousDay: last?.asOf ?? day },
    hasListings: rows.listings > 0,
    hasFacts: rows.facts > 0 || covered.some((kind) => kind !== 'listings'),
  });
  for (const query of changes) await engine.command(query, { limits: 'upkeep' });
  await routing.snapshot?.stage();
  // neither events nor routing data of an older day make the feed older
  const asOf = last && last.asOf > day ? last.asOf : day;
  const record = { id, source, kind: feedKind, licence, sample: false, asOf, covers: fills };
  return { outcome: { state: 'done', rows, rejects }, line: await stageFeed(engine, record, total) };
}

interface ListSizes {
  readonly total: number;
  readonly previous: number;
  readonly day: string;
  readonly lastDay: string;
}

/** A publisher's accident must not end all listings at once. Events that are not there end nothing, and may come late. */
function suspicion({ feed, isIncremental = false }: FeedImport, list: ListSizes): string | undefined {
  const { total, previous, day, lastDay } = list;
  if (total === 0 && !isIncremental) return 'The list is empty.';
  if (feed.mode === 'events') return undefined;
  if (2 * total < previous)
    return `The list has ${formatNumber(total)} entries, less than half of the ${formatNumber(previous)} before.`;
  if (day < lastDay) return `The list is of ${day}, older than what was read before (${lastDay}).`;
  return undefined;
}

/** Writes the batches into the staging tables as they come. */
async function stageBatches(
  engine: Engine,
  { feed, asOf, batches, signal, onProgress }: FeedImport,
): Promise<{ readonly rejects: Rejects; readonly routing: Routing }> {
  const routing = routingOf(engine, feed, asOf);
  const rejects = await eachBatch(batches, signal, async (batch) => {
    if (batch.table) await engine.insert(batch.table, batch.lines);
    else await routing.add(batch.routing);
    onProgress?.({ step: 'reading', done: batch.read, total: 0 });
  });
  return { rejects, routing };
}

interface Routing {
  /** Undefined for feeds that have no routing data. */
  readonly snapshot: RoutingSnapshot | undefined;
  readonly count: number;
  add(entries: readonly RoutingEntry[]): Promise<void>;
}

/** A snapshot of routing data, opened with the first entry of that kind. */
function routingOf(engine: Engine, feed: ImportedFeed, asOf: () => string): Routing {
  let snapshot: RoutingSnapshot | undefined;
  let count = 0;
  return {
    get snapshot() {
      return snapshot;
    },
    get count() {
      return count;
    },
    async add(entries) {
      count += entries.length;
      snapshot ??= await openRoutingSnapshot(engine, {
        importId: feed.importId,
        source: `feed:${feed.id}`,
        // what was announced speaks louder than what was derived from it
        rank: entries[0]?.what === 'announcement' ? 2 : 1,
        // known when all was read
        get asOf() {
          return asOf();
        },
      });
      await snapshot.add(entries);
    },
  };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
