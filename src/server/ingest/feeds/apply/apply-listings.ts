import { plusDays } from '#model/dates.ts';
import { factLifetimeDays, type CoverageKind } from '#model/fact-kind.ts';
import { ownValue } from '#model/own-value.ts';
import type { Engine, Query } from '#server/engine/engine.ts';
import { stagingTables } from '#server/ingest/collection-tables.ts';
import type { Derive, StaleData } from '#server/ingest/derive.ts';
import { isRouting } from '#server/ingest/feeds/catalogue/feed.ts';
import { latestImports, recordImport, type ImportRecord, type LedgerLine } from '#server/ingest/ledger.ts';
import { retireRouting, settleRouting } from './apply-routing.ts';
import {
  dayOfData,
  feedKind,
  shortness,
  stageBatches,
  type FeedImport,
  type FeedOutcome,
  type OnFeedProgress,
} from './feed-import.ts';
import { changesOf, confirmationOf, countStaged, endOf } from './listing-changes.ts';
import { noteRetroHunt } from './retro-hunt.ts';

/**
 * Applies the listings and facts of a feed, all of them or none: the entries are staged in the *_in tables, compared with what
 * the source said before, the changes written to the *_next tables, noted in the ledger and then copied. After a kill,
 * `settleFeeds` leaves the old state or the new one. One import of a feed at a time; repeating one changes nothing.
 * @throws EngineError, what the batches throw, or the reason of the signal
 */
export async function applyListings(engine: Engine, options: FeedImport): Promise<FeedOutcome> {
  const { feed, onProgress, derive } = options;
  await settleFeed(engine, feed.importId, derive);
  const { outcome, line } = await stage(engine, options).catch(async (error: unknown) => {
    // if this fails as well, the next import or the next start empties the tables
    await emptyStaging(engine, feed.importId).catch(() => undefined);
    throw error;
  });
  if (line) await finishFeed(engine, line, derive, onProgress);
  else await emptyStaging(engine, feed.importId);
  return outcome;
}

/** @returns also the ledger line of the staged changes; none when the feed is suspect */
async function stage(
  engine: Engine,
  options: FeedImport,
): Promise<{ readonly outcome: FeedOutcome; readonly line?: LedgerLine }> {
  const { feed, onProgress } = options;
  const last = await lastLine(engine, feed.importId);
  const rejects = await stageBatches(engine, options);
  onProgress?.({ step: 'writing', done: 0, total: 0 });
  const [staged] = await engine.query(countStaged(feed.importId), { limits: 'upkeep' });
  const { listings = 0, facts = 0 } = staged ?? {};
  const outcome = { rows: { listings, facts, routing: 0 }, rejects };
  const day = dayOfData(options);
  const reason = suspicion(options, { rows: listings + facts, day, last });
  if (reason !== undefined) return { outcome: { state: 'suspect', reason, ...outcome } };

  const source = `feed:${feed.id}`;
  const { importId: id, mode, lifetimeDays = 30, licence, fills } = feed;
  const covered = [...fills, ...(last?.covers ?? [])];
  const changes = changesOf({
    import: id,
    source,
    mode,
    lifetimeDays,
    day,
    previousDay: last?.asOf ?? day,
    factsUntil: factsUntil(fills, day),
    hasListings: listings > 0,
    hasFacts: facts > 0 || covered.some((kind) => kind !== 'listings'),
  });
  for (const query of changes) await run(engine, query);
  // events of an older day do not make the feed older
  const asOf = last && last.asOf > day ? last.asOf : day;
  const record = { id, source, kind: feedKind, licence, asOf, covers: fills };
  return { outcome: { state: 'done', ...outcome }, line: await noteStaged(engine, record, listings + facts) };
}

/** The last day on which facts of a snapshot hold without a newer one; undefined when they do not run out. */
function factsUntil(kinds: readonly CoverageKind[], day: string): string | undefined {
  const lifetimes = kinds.flatMap((kind) => ownValue<number | undefined>(factLifetimeDays, kind) ?? []);
  return lifetimes.length > 0 ? plusDays(day, Math.min(...lifetimes)) : undefined;
}

interface ReadList {
  readonly rows: number;
  readonly day: string;
  readonly last: LedgerLine | undefined;
}

/** Missing events end nothing and may come late, so only a snapshot is compared with the one before. */
function suspicion({ feed, isIncremental = false }: FeedImport, { rows, day, last }: ReadList): string | undefined {
  if (feed.mode === 'events') return rows === 0 && !isIncremental ? 'The list is empty.' : undefined;
  const reason = shortness(rows, last?.rows ?? 0);
  if (reason !== undefined || !last || day >= last.asOf) return reason;
  return `The list is of ${day}, older than what was read before (${last.asOf}).`;
}

/**
 * Finishes the updates of feeds that a kill or an error left staged or applied, and drops what was not staged completely: the
 * collection holds the state before an update or the one after it. At start, while no feed is read.
 * @returns messages for the operator about updates whose staged changes are damaged
 * @throws EngineError
 */
export async function settleFeeds(engine: Engine, derive: Derive): Promise<string[]> {
  await settleRouting(engine);
  const damaged = await settle(engine, await unfinished(engine), derive);
  for (const table of stagingTables) await run(engine, { name: 'feed', sql: `TRUNCATE TABLE ${table}` });
  return damaged.map((source) => `An update of ${source} was cut off and is damaged: it has to be fetched again.`);
}

/**
 * Ends everything that a feed says: from today on it counts for nothing and covers nothing. Its history stays.
 * @param today 'yyyy-mm-dd' @throws EngineError
 */
export async function retireFeed(engine: Engine, importId: number, today: string, derive: Derive): Promise<void> {
  await settleFeed(engine, importId, derive);
  const last = await lastLine(engine, importId);
  if (!last) return;
  if (isRouting({ fills: last.covers ?? [] })) await retireRouting(engine, importId, today);
  await restate(engine, { ...last, covers: [], rows: 0 }, endOf(last, today), derive);
}

/**
 * Dates the last snapshot of a feed to today, because the publisher reports that it has not changed. Feeds of events and routing data
 * need no confirmation.
 * @param today 'yyyy-mm-dd' @throws EngineError
 */
export async function confirmFeed(engine: Engine, importId: number, today: string, derive: Derive): Promise<void> {
  await settleFeed(engine, importId, derive);
  const last = await lastLine(engine, importId);
  if (!last || last.asOf >= today || isRouting({ fills: last.covers ?? [] })) return;
  const { covers = [], asOf } = last;
  const facts = { before: factsUntil(covers, asOf), now: factsUntil(covers, today) };
  await restate(engine, { ...last, asOf: today }, confirmationOf(last, today, facts), derive);
}

async function lastLine(engine: Engine, importId: number): Promise<LedgerLine | undefined> {
  return (await latestImports(engine, 'done')).find(({ id }) => id === importId);
}

/** Changes what a feed has said without reading it, all of it or nothing. */
async function restate(
  engine: Engine,
  line: LedgerLine,
  changes: readonly Query<never>[],
  derive: Derive,
): Promise<void> {
  for (const query of changes) await run(engine, query);
  await finishFeed(engine, await noteStaged(engine, line, line.rows), derive);
}

/** Writes the ledger line of an import whose changes are in the *_next tables. From here on it will be finished, also after a kill. */
async function noteStaged(engine: Engine, record: Omit<ImportRecord, 'digest'>, rows: number): Promise<LedgerLine> {
  const line: LedgerLine = { ...record, digest: await digestOf(engine, record.id), state: 'staged', rows };
  await recordImport(engine, line, 'staged', rows);
  return line;
}

/** Copies the staged changes, derives what depends on them, and empties the staging tables. */
async function finishFeed(
  engine: Engine,
  line: LedgerLine,
  derive: Derive,
  onProgress: OnFeedProgress = () => undefined,
): Promise<void> {
  onProgress({ step: 'writing', done: 0, total: 0 });
  await copyChanges(engine, line);
  onProgress({ step: 'scoring', done: 0, total: 0 });
  await derive(await staleAfter(engine, line.id));
  await recordImport(engine, line, 'done', line.rows);
  await emptyStaging(engine, line.id);
}

/** `settleFeeds` for one feed, before it is read again or removed. @throws EngineError */
export async function settleFeed(engine: Engine, importId: number, derive: Derive): Promise<void> {
  const lines = (await unfinished(engine)).filter(({ id }) => id === importId);
  await settle(engine, lines, derive);
  await emptyStaging(engine, importId);
}

async function unfinished(engine: Engine): Promise<LedgerLine[]> {
  return (await latestImports(engine)).filter(
    ({ kind, state }) => kind === feedKind && (state === 'staged' || state === 'applied'),
  );
}

/** @returns the sources whose staged changes are damaged */
async function settle(engine: Engine, lines: readonly LedgerLine[], derive: Derive): Promise<string[]> {
  if (lines.length === 0) return [];
  const lost: LedgerLine[] = [];
  for (const line of lines)
    if (line.state === 'staged' && (await digestOf(engine, line.id)) !== line.digest) lost.push(line);
  const kept = lines.filter((line) => !lost.includes(line));
  for (const line of kept) if (line.state === 'staged') await copyChanges(engine, line);
  await derive({ ranges: true, scores: true });
  for (const line of kept) await recordImport(engine, line, 'done', line.rows);
  for (const line of lost) await recordImport(engine, line, 'started', 0);
  return lost.map(({ source }) => source);
}

/** Identifies the staged changes exactly: a power cut may lose rows that the ledger counts. */
async function digestOf(engine: Engine, importId: number): Promise<string> {
  const hash = (table: string) =>
    `(SELECT concat(toString(count()), '-', hex(sum(cityHash64(*)))) FROM ${table} WHERE import = {import:UInt32})`;
  const [row] = await engine.query<{ digest: string }>(
    {
      name: 'feed',
      sql: `SELECT concat(${hash('listings_next')}, '/', ${hash('facts_next')}) AS digest`,
      params: { import: importId },
    },
    { limits: 'upkeep' },
  );
  return row?.digest ?? '';
}

const listingColumns =
  'kind, indicator, host, ip, category, source, confidence, tags, reference, first_listed, last_listed, expires, import';
const factColumns =
  'subject_type, first, key, kind, source, last, value, tags, reference, valid_from, valid_to, import';
/** Limits what one insert holds in memory. */
const smallBlocks = { max_block_size: 65_536, min_insert_block_size_rows: 262_144, max_threads: 1 };

/** A copy that was cut off is repeated: a row replaces its earlier copy. */
async function copyChanges(engine: Engine, line: LedgerLine): Promise<void> {
  const copies = [
    `INSERT INTO listings (${listingColumns}) SELECT ${listingColumns} FROM listings_next WHERE import = {import:UInt32}`,
    `INSERT INTO facts (${factColumns}) SELECT ${factColumns} FROM facts_next WHERE import = {import:UInt32}`,
  ];
  for (const sql of copies)
    await run(engine, { name: 'feed', sql, params: { import: line.id }, settings: smallBlocks });
  await noteRetroHunt(engine, line.id);
  await recordImport(engine, line, 'applied', line.rows);
}

async function staleAfter(engine: Engine, importId: number): Promise<StaleData> {
  const [changed] = await engine.query<{ ranges: number; scores: number }>(
    {
      name: 'feed',
      sql: `
        SELECT max(is_range) AS ranges, max(affects_scores) AS scores
        FROM (
          SELECT kind = 'range' AS is_range, affects_scores FROM listings_next WHERE import = {import:UInt32}
          UNION ALL
          SELECT subject_type = 'range', affects_scores FROM facts_next WHERE import = {import:UInt32}
        )`,
      params: { import: importId },
    },
    { limits: 'upkeep' },
  );
  return { ranges: changed?.ranges === 1, scores: changed?.scores === 1 };
}

async function emptyStaging(engine: Engine, importId: number): Promise<void> {
  for (const table of stagingTables)
    await run(engine, {
      name: 'feed',
      sql: `ALTER TABLE ${table} DROP PARTITION ID {partition:String}`,
      params: { partition: String(importId) },
    });
}

function run(engine: Engine, query: Query<never>): Promise<void> {
  return engine.command(query, { limits: 'upkeep' });
}
