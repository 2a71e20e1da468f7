import { setImmediate as nextTurn } from 'node:timers/promises';
import { latestImports, type LedgerLine } from '#server/collect/ledger.ts';
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
import type { FeedEntry } from './entry.ts';
import type { Feed } from './feed.ts';
import { changesOf, countStaged } from './feed-changes.ts';
import { factRows, listingRows } from './feed-rows.ts';
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
  readonly entries: AsyncIterable<FeedEntry>;
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

interface Rejects {
  readonly count: number;
  readonly byReason: readonly { readonly reason: string; readonly count: number }[];
  readonly examples: readonly { readonly line: string; readonly reason: string }[];
}

/**
 * Brings what a feed says into the collection, as a whole or not at all: its entries are staged, compared with what the feed has
 * said before, and then copied (feed-changes.ts, apply-feed.ts). Killed anywhere, `settleFeeds` leaves the old state or the
 * new one. One import of a feed at a time; repeating one changes nothing.
 * @throws EngineError, what the entries throw, or the reason of the signal
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
  const { rejects, routing } = await stageEntries(engine, options);
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
    return `The list has ${total.toLocaleString('en')} entries, less than half of the ${previous.toLocaleString('en')} before.`;
  if (day < lastDay) return `The list is of ${day}, older than what was read before (${lastDay}).`;
  return undefined;
}

/** How long entries are read between two turns of the event loop; a look-up beside takes several turns. */
const turnMilliseconds = 0.5;
/** So few that to write them down as JSON takes two or three milliseconds. */
const feedBatchRows = 2000;

/** Writes the entries into the staging tables as they come. */
async function stageEntries(
  engine: Engine,
  { feed, asOf, entries, signal, onProgress }: FeedImport,
): Promise<{ readonly rejects: Rejects; readonly routing: Routing }> {
  const listings = stagingBatch(engine, 'listings_in', feed.importId);
  const facts = stagingBatch(engine, 'facts_in', feed.importId);
  const routing = routingOf(engine, feed, asOf);
  const rejects = rejectCounter();
  let read = 0;
  let turnEnds = 0;
  for await (const entry of entries) {
    if (performance.now() >= turnEnds) {
      signal?.throwIfAborted();
      onProgress?.({ step: 'reading', done: read, total: 0 });
      await nextTurn();
      turnEnds = performance.now() + turnMilliseconds;
    }
    read += 1;
    switch (entry.what) {
      case 'listing':
        await keep(listings, listingRows(entry, feed), entry);
        break;
      case 'fact':
        await keep(facts, factRows(entry), entry);
        break;
      case 'reject':
        rejects.add(entry.line, entry.reason);
        break;
      default:
        await routing.add(entry);
    }
  }
  signal?.throwIfAborted();
  await listings.flush();
  await facts.flush();
  return { rejects: rejects.counted(), routing };

  async function keep(batch: StagingBatch, rows: readonly object[] | string, entry: FeedEntry): Promise<void> {
    if (typeof rows === 'string') rejects.add(JSON.stringify(entry), rows);
    else if (batch.add(rows) >= feedBatchRows) await batch.flush();
  }
}

interface Routing {
  /** Undefined for feeds that have no routing data. */
  readonly snapshot: RoutingSnapshot | undefined;
  readonly count: number;
  add(entry: RoutingEntry): Promise<void>;
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
    async add(entry) {
      count += 1;
      snapshot ??= await openRoutingSnapshot(engine, {
        importId: feed.importId,
        source: `feed:${feed.id}`,
        // what was announced speaks louder than what was derived from it
        rank: entry.what === 'announcement' ? 2 : 1,
        // known when all was read
        get asOf() {
          return asOf();
        },
      });
      await snapshot.add([entry]);
    },
  };
}

interface StagingBatch {
  /** @returns how many rows wait */
  add(rows: readonly object[]): number;
  flush(): Promise<void>;
}

function stagingBatch(engine: Engine, table: string, importId: number): StagingBatch {
  let waiting: object[] = [];
  return {
    add(rows) {
      for (const row of rows) waiting.push({ import: importId, ...row });
      return waiting.length;
    },
    async flush() {
      const rows = waiting;
      waiting = [];
      if (rows.length > 0) await engine.insert(table, rows);
    },
  };
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

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
