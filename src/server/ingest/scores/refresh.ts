import { randomInt } from 'node:crypto';
import { plusDays, SECONDS_PER_DAY } from '#model/dates.ts';
import { formatIpv6, parseIp, toIpv6Value } from '#model/ip-address.ts';
import { scoreTables, scoreWorkTables } from '#server/ingest/collection-tables.ts';
import { dictionaries, reloadDictionaries } from '#server/ingest/dictionaries.ts';
import { beginImport, finishImport, importIds, importState, type ImportRecord } from '#server/ingest/ledger.ts';
import type { Engine, Params } from '#server/engine/engine.ts';
import { snapshots } from './snapshots.ts';
import { type DaySpan, isAddress, refreshSettings } from './sql-parts.ts';
import { addressTableSteps, asnTableStep, nameTableSteps, prefixLengths } from './work-tables.ts';

/** How many snapshots a refresh writes. */
export const snapshotCount = snapshots.length;

/** A service that was off for longer takes all cores to catch up. */
const catchUpDays = 31;

/** Days of the whole history of scores, including today. */
const historyDays = 400;

export interface RefreshOptions {
  /** Approximate records and listings of one statement; limits memory. */
  readonly bucketRows?: number;
  /** Called with the number of finished snapshots. */
  readonly onSnapshot?: (done: number) => void;
  /** Ends the statement at work; a repetition begins again. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes every snapshot of every day of the span, notes the last day in the ledger and reloads the dictionaries of scores. Existing
 * days are replaced. For today alone, as after an import, origins come from the dictionaries, which must be up to date
 * (dictionaries.ts). Up to a month takes one core, so that look-ups are answered meanwhile. One refresh runs at a time.
 * @throws EngineError
 */
export function refreshScores(engine: Engine, span: DaySpan, options: RefreshOptions = {}): Promise<void> {
  return engine.inTurn(async () => {
    await dropLeftovers(engine);
    const run = randomInt(2 ** 47);
    try {
      await writeSnapshots(engine, span, run, options);
    } finally {
      for (const table of scoreWorkTables) await dropRun(engine, table, String(run));
    }
    await finishImport(engine, scoresRecord(`${span.from}..${span.to}`, span.to), snapshots.length);
    await reloadDictionaries(engine, dictionaries.scores);
  });
}

async function writeSnapshots(
  engine: Engine,
  { from, to }: DaySpan,
  run: number,
  { bucketRows = 2_000_000, onSnapshot, signal }: RefreshOptions,
): Promise<void> {
  const isToday = from === to && (await isEngineToday(engine, to));
  // leaves cores for look-ups, unless it is the history of a first start, during which there are none
  const settings = daysOf(from, to) <= catchUpDays ? { ...refreshSettings, max_threads: 1 } : refreshSettings;
  const span = { run, from, to };
  const write = (name: string, sql: string, params: Params = {}) =>
    engine.command({ name, sql, params: { ...span, ...params }, settings }, { limits: 'upkeep', signal });

  for (const step of nameTableSteps) await write('score_names', step);
  const buckets = await bucketsOf(engine, bucketRows);
  const [lengths] = isToday ? [] : await ask<Params>(engine, prefixLengths, span);
  for (const bucket of buckets) {
    for (const step of addressTableSteps(isToday)) await write('score_addresses', step, { ...lengths, ...bucket });
  }
  await write('score_asns', asnTableStep);
  for (const [index, { name, parts, sql }] of snapshots.entries()) {
    for (const bucket of parts === 'whole' ? [{}] : buckets) await write(name, sql(isToday), bucket);
    onSnapshot?.(index + 1);
  }
}

function ask<Row>(engine: Engine, sql: string, params: Params = {}): Promise<Row[]> {
  return engine.query<Row>({ name: 'scores', sql, params }, { limits: 'upkeep' });
}

/** Whether a day 'yyyy-mm-dd' is the engine's today, which is the day of its dictionaries. */
async function isEngineToday(engine: Engine, day: string): Promise<boolean> {
  const [row] = await ask<{ today: string }>(engine, 'SELECT toString(today()) AS today');
  return row?.today === day;
}

/** A part of all subjects: addresses from low to high, others by their hash. */
interface Bucket extends Params {
  readonly low: string;
  readonly high: string;
  readonly bucket: number;
  readonly buckets: number;
}

const lastAddress = 2n ** 128n - 1n;

/** Divides all addresses into parts of about `bucketRows` records; a small collection is one part. */
async function bucketsOf(engine: Engine, bucketRows: number): Promise<Bucket[]> {
  const [sizes] = await ask<{ records: number; listings: number }>(
    engine,
    'SELECT (SELECT count() FROM rev) AS records, (SELECT count() FROM listings) AS listings',
  );
  const buckets = Math.max(1, Math.ceil(((sizes?.records ?? 0) + (sizes?.listings ?? 0)) / bucketRows));
  const [sample] =
    buckets === 1
      ? []
      : await ask<{ addresses: string[] }>(
          engine,
          `SELECT arrayMap(ip -> toString(ip), arraySort(groupArraySample(10000, 1)(ip))) AS addresses
           FROM rev WHERE ${isAddress}`,
        );
  const addresses = sample?.addresses ?? [];
  const borders = Array.from({ length: buckets - 1 }, (_, index) => {
    const address = parseIp(addresses[Math.floor(((index + 1) * addresses.length) / buckets)] ?? '::');
    return address ? toIpv6Value(address) : 0n;
  });
  // an address with very many names can be several borders
  const starts = [...new Set([0n, ...borders])];
  return starts.map((start, bucket) => ({
    low: formatIpv6(start),
    high: formatIpv6((starts[bucket + 1] ?? lastAddress + 1n) - 1n),
    bucket,
    buckets: starts.length,
  }));
}

/** Removes rows of refreshes that were killed. */
async function dropLeftovers(engine: Engine): Promise<void> {
  const left = await ask<{ table: string; run: string }>(
    engine,
    `SELECT DISTINCT table, partition_id AS run FROM system.parts
     WHERE database = currentDatabase() AND active AND table IN {tables:Array(String)}
       AND modification_time < now() - 3600`,
    { tables: scoreWorkTables },
  );
  for (const { table, run } of left) await dropRun(engine, table, run);
}

/** @param run the id of the partition, digits only */
function dropRun(engine: Engine, table: string, run: string): Promise<void> {
  return engine.command(
    { name: 'scores', sql: `ALTER TABLE ${table} DROP PARTITION ID '${run}'` },
    { limits: 'upkeep' },
  );
}

/** Notes that the scores from a day on are stale: until the next refresh, `missingDays` begins with it, also after a restart. @param from 'yyyy-mm-dd' */
export async function oweScores(engine: Engine, from: string): Promise<void> {
  const last = await importState(engine, importIds.scores);
  const before = plusDays(from, -1);
  if (last && last.asOf > before) await beginImport(engine, scoresRecord('', before));
}

/**
 * Deletes the snapshots of days after today, and their lines in the ledger: look-ups read the newest day, and a clock that was ahead would hide all others.
 * @param today 'yyyy-mm-dd' @returns whether there were any @throws EngineError
 */
export async function dropLaterScores(engine: Engine, today: string): Promise<boolean> {
  let isAny = false;
  const ledger = `imports WHERE import = ${importIds.scores} AND as_of`;
  for (const dates of [...scoreTables.map((table) => `${table} WHERE date`), ledger]) {
    const later = `FROM ${dates} > {today:Date}`;
    if ((await ask(engine, `SELECT 1 ${later} LIMIT 1`, { today })).length === 0) continue;
    isAny = true;
    await engine.command({ name: 'scores', sql: `DELETE ${later}`, params: { today } }, { limits: 'upkeep' });
  }
  return isAny;
}

function scoresRecord(digest: string, asOf: string): ImportRecord {
  return { id: importIds.scores, source: 'scores', kind: 'scores', digest, licence: '', asOf };
}

/** The days of the whole history up to a day ('yyyy-mm-dd'). */
export function historyUpTo(today: string): DaySpan {
  return { from: plusDays(today, 1 - historyDays), to: today };
}

/**
 * The days without a snapshot from the last refresh to today, at most the whole history; null when today has one. After a refresh on a
 * later day, with a clock that was ahead, today is due again.
 */
export async function missingDays(engine: Engine, today: string): Promise<DaySpan | null> {
  const last = await importState(engine, importIds.scores);
  if (!last) return historyUpTo(today);
  if (last.asOf === today) return null;
  const from = last.asOf > today ? today : plusDays(last.asOf, 1);
  const earliest = historyUpTo(today).from;
  return { from: from < earliest ? earliest : from, to: today };
}

/** The number of days of a span, including both ends. */
function daysOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / (SECONDS_PER_DAY * 1000) + 1;
}
