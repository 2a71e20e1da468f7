import { stagingTables } from '#server/ingest/collection-tables.ts';
import { reloadDictionaries } from '#server/ingest/dictionaries.ts';
import { latestImports, recordImport, type ImportRecord, type LedgerLine } from '#server/ingest/ledger.ts';
import { missingDays, oweScores, refreshScores } from '#server/ingest/scores/refresh.ts';
import type { Engine, Query } from '#server/engine/engine.ts';
import { confirmationOf, endOf } from './listing-changes.ts';
import { isRouting } from '#server/ingest/feeds/catalogue/feed.ts';
import { retireRouting, settleRouting } from './routing-snapshot.ts';

/** How far an import is; `total` is 0 while it is not known. */
interface FeedProgress {
  readonly step: 'reading' | 'writing' | 'scoring';
  readonly done: number;
  readonly total: number;
}
export type OnFeedProgress = (progress: FeedProgress) => void;

/** What of the derived data an update makes stale. */
interface FeedChanges {
  /** The ranges that cover an address. */
  readonly ranges: boolean;
  /** The scores of today. */
  readonly scores: boolean;
}
/** Brings derived data up to date. */
export type Derive = (changes: FeedChanges) => Promise<void>;

/** Reloads and refreshes at once. @param today 'yyyy-mm-dd' */
export function deriveNow(engine: Engine, today: string): Derive {
  return async ({ ranges, scores }) => {
    if (ranges) await reloadDictionaries(engine, ['covering_ranges']);
    if (scores) await refreshScores(engine, (await missingDays(engine, today)) ?? { from: today, to: today });
  };
}

/** Reloads at once; the scores wait until the updates that follow have ended (feed-updates.ts), or for the next start. @param today 'yyyy-mm-dd' */
export function deriveLater(engine: Engine, today: string): Derive {
  return async ({ ranges, scores }) => {
    if (ranges) await reloadDictionaries(engine, ['covering_ranges']);
    if (scores) await oweScores(engine, today);
  };
}

/** The kind of the ledger lines of feeds. */
export const feedKind = 'feed';

/** Writes the ledger line of an import whose changes are in the *_next tables: from now on it is finished, whatever happens. */
export async function stageFeed(
  engine: Engine,
  record: Omit<ImportRecord, 'digest'>,
  rows: number,
): Promise<LedgerLine> {
  const line: LedgerLine = { ...record, digest: await digestOf(engine, record.id), state: 'staged', rows };
  await recordImport(engine, line, 'staged', rows);
  return line;
}

/** Copies what is staged, derives what follows, and leaves the staging tables empty. @throws EngineError: `settleFeeds` goes on */
export async function finishFeed(
  engine: Engine,
  line: LedgerLine,
  derive: Derive,
  onProgress: OnFeedProgress = () => undefined,
): Promise<void> {
  onProgress({ step: 'writing', done: 0, total: 0 });
  await copyChanges(engine, line);
  onProgress({ step: 'scoring', done: 0, total: 0 });
  await derive(await changedBy(engine, line));
  await recordImport(engine, line, 'done', line.rows);
  await emptyStaging(engine, line.id);
}

/**
 * Finishes the updates of feeds that a kill or an error left staged or applied, and drops what was not staged completely: the
 * collection holds the state before an update or the one after it. At start, while no feed is read.
 * @returns sentences for the operator about updates that could not be finished, since what was staged is damaged
 */
export async function settleFeeds(
  engine: Engine,
  today: string,
  derive: Derive = deriveNow(engine, today),
): Promise<string[]> {
  const damaged = await settle(engine, await unfinished(engine), derive);
  await settleRouting(engine);
  for (const table of stagingTables) await run(engine, { name: 'feed', sql: `TRUNCATE TABLE ${table}` });
  return damaged.map((source) => `An update of ${source} was cut off and is damaged: it has to be fetched again.`);
}

/** The same for one feed, before it is read again. */
export async function settleFeed(engine: Engine, importId: number, derive: Derive): Promise<void> {
  const lines = (await unfinished(engine)).filter(({ id }) => id === importId);
  await settle(engine, lines, derive);
  await emptyStaging(engine, importId);
}

/**
 * Ends everything that a feed says: from today on it counts for nothing and covers nothing. What it said before stays.
 * @param today 'yyyy-mm-dd'
 */
export async function retireFeed(
  engine: Engine,
  importId: number,
  today: string,
  derive: Derive = deriveNow(engine, today),
): Promise<void> {
  const last = await lastState(engine, importId, derive);
  if (!last) return;
  if (hasRouting(last)) await retireRouting(engine, importId, today);
  await restate(engine, { ...last, covers: [], rows: 0 }, endOf(last, today), derive);
}

/**
 * The publisher says that a list has not changed: what its last snapshot names is listed today as well. For feeds of events
 * there is nothing to confirm.
 * @param today 'yyyy-mm-dd'
 */
export async function confirmFeed(
  engine: Engine,
  importId: number,
  today: string,
  derive: Derive = deriveNow(engine, today),
): Promise<void> {
  const last = await lastState(engine, importId, derive);
  if (!last || last.asOf >= today || hasRouting(last)) return;
  await restate(engine, { ...last, asOf: today }, [confirmationOf(last, today)], derive);
}

async function lastState(engine: Engine, importId: number, derive: Derive): Promise<LedgerLine | undefined> {
  await settleFeed(engine, importId, derive);
  return (await latestImports(engine, 'done')).find(({ id }) => id === importId);
}

/** Changes what a feed has said without reading it, as a whole or not at all. */
async function restate(
  engine: Engine,
  line: LedgerLine,
  changes: readonly Query<never>[],
  derive: Derive,
): Promise<void> {
  for (const query of changes) await run(engine, query);
  await finishFeed(engine, await stageFeed(engine, line, line.rows), derive);
}

/** Removes what is staged of an import. */
export async function emptyStaging(engine: Engine, importId: number): Promise<void> {
  for (const table of stagingTables)
    await run(engine, {
      name: 'feed',
      sql: `ALTER TABLE ${table} DROP PARTITION ID {partition:String}`,
      params: { partition: String(importId) },
    });
}

async function unfinished(engine: Engine): Promise<LedgerLine[]> {
  return (await latestImports(engine)).filter(
    ({ kind, state }) => kind === feedKind && (state === 'staged' || state === 'applied'),
  );
}

/** @returns the sources whose staged changes are damaged */
async function settle(engine: Engine, lines: readonly LedgerLine[], derive: Derive): Promise<string[]> {
  if (lines.length === 0) return [];
  const damaged: LedgerLine[] = [];
  for (const line of lines) if ((await digestOf(engine, line.id)) !== line.digest) damaged.push(line);
  const lost = damaged.filter(({ state }) => state === 'staged');
  const kept = lines.filter((line) => !lost.includes(line));
  for (const line of kept.filter(({ state }) => state === 'staged')) await copyChanges(engine, line);
  await derive({ ranges: true, scores: true });
  for (const line of kept) await recordImport(engine, line, 'done', line.rows);
  for (const line of lost) await recordImport(engine, line, 'started', 0);
  return lost.map(({ source }) => source);
}

/** Names exactly what is staged: a power cut may take rows of it that the ledger speaks of. */
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

/** Rows that are there already are replaced by themselves, so a copy that was cut off is simply made again. */
async function copyChanges(engine: Engine, line: LedgerLine): Promise<void> {
  const copies = [
    `INSERT INTO listings (${listingColumns}) SELECT ${listingColumns} FROM listings_next WHERE import = {import:UInt32}`,
    `INSERT INTO facts (${factColumns}) SELECT ${factColumns} FROM facts_next WHERE import = {import:UInt32}`,
  ];
  for (const sql of copies)
    await run(engine, { name: 'feed', sql, params: { import: line.id }, settings: smallBlocks });
  if (hasRouting(line)) await settleRouting(engine);
  await recordImport(engine, line, 'applied', line.rows);
}

/** What one insert holds in memory. */
const smallBlocks = { max_block_size: 65_536, min_insert_block_size_rows: 262_144, max_threads: 1 };

async function changedBy(engine: Engine, line: LedgerLine): Promise<FeedChanges> {
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
      params: { import: line.id },
    },
    { limits: 'upkeep' },
  );
  return { ranges: changed?.ranges === 1, scores: changed?.scores === 1 || hasRouting(line) };
}

function hasRouting({ covers = [] }: ImportRecord): boolean {
  return isRouting({ fills: covers });
}

function run(engine: Engine, query: Query<never>): Promise<void> {
  return engine.command(query, { limits: 'upkeep' });
}
