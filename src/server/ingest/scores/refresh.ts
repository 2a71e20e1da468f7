import { randomInt } from 'node:crypto';
import { dateToIsoDate, isoDateToDate, SECONDS_PER_DAY } from '#model/dates.ts';
import { formatIpv6, parseIp, toIpv6Value } from '#model/ip-address.ts';
import { scoreWorkTables } from '#server/ingest/collection-tables.ts';
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

/** How far back a whole history of scores goes, in days, today included. */
const historyDays = 400;

export interface RefreshOptions {
  /** About as many records and listings as one statement takes at a time; this bounds memory. */
  readonly bucketRows?: number;
  /** Hears how many snapshots are done. */
  readonly onSnapshot?: (done: number) => void;
}

/**
 * Writes every snapshot of every day of the span, notes the last day in the ledger and reloads what look-ups read of them. Days
 * that were written before are replaced. Of today alone, as after an import, it takes what the dictionaries know of origins. Up
 * to a month takes one core: look-ups go on beside it. One refresh runs at a time; others wait for it. The dictionaries of imports must be up to
 * date (collect/dictionaries.ts).
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
  { bucketRows = 2_000_000, onSnapshot }: RefreshOptions,
): Promise<void> {
  const isToday = from === to && (await isEngineToday(engine, to));
  // look-ups go on beside it, unless it is the history of a first start, for which everybody waits
  const settings = daysOf(from, to) <= catchUpDays ? { ...refreshSettings, max_threads: 1 } : refreshSettings;
  const span = { run, from, to };
  const write = (name: string, sql: string, params: Params = {}) =>
    engine.command({ name, sql, params: { ...span, ...params }, settings }, { limits: 'upkeep' });

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

/** Whether a day 'yyyy-mm-dd' is the engine's today: what its dictionaries know of origins and ranges is of today. */
async function isEngineToday(engine: Engine, day: string): Promise<boolean> {
  const [row] = await ask<{ today: string }>(engine, 'SELECT toString(today()) AS today');
  return row?.today === day;
}

/** One part of all subjects: the addresses from low to high, and others by their hash. */
interface Bucket extends Params {
  readonly low: string;
  readonly high: string;
  readonly bucket: number;
  readonly buckets: number;
}

const lastAddress = 2n ** 128n - 1n;

/** Cuts all addresses into parts of about `bucketRows` records: one part in a small collection. */
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
  // an address with very many names can be several borders at once
  const starts = [...new Set([0n, ...borders])];
  return starts.map((start, bucket) => ({
    low: formatIpv6(start),
    high: formatIpv6((starts[bucket + 1] ?? lastAddress + 1n) - 1n),
    ...{ bucket, buckets: starts.length },
  }));
}

/** Rows of refreshes that were killed. */
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

/** @param run the id of a partition: digits */
function dropRun(engine: Engine, table: string, run: string): Promise<void> {
  return engine.command(
    { name: 'scores', sql: `ALTER TABLE ${table} DROP PARTITION ID '${run}'` },
    { limits: 'upkeep' },
  );
}

/**
 * Says that the scores of today are out of date: `missingDays` counts today among the missing days until a refresh has ended,
 * also after a restart. @param today 'yyyy-mm-dd'
 */
export async function oweScores(engine: Engine, today: string): Promise<void> {
  const last = await importState(engine, importIds.scores);
  const yesterday = addDays(today, -1);
  if (last && last.asOf > yesterday) await beginImport(engine, scoresRecord('', yesterday));
}

function scoresRecord(digest: string, asOf: string): ImportRecord {
  return { id: importIds.scores, source: 'scores', kind: 'scores', digest, licence: '', sample: false, asOf };
}

/** The whole history up to a day ('yyyy-mm-dd'). */
export function historyUpTo(today: string): DaySpan {
  return { from: addDays(today, 1 - historyDays), to: today };
}

/**
 * The days between the last refresh and today that have no snapshot yet, today included; null when today has one. After
 * a long time off, the history has no gap.
 */
export async function missingDays(engine: Engine, today: string): Promise<DaySpan | null> {
  const last = await importState(engine, importIds.scores);
  if (!last) return historyUpTo(today);
  if (last.asOf >= today) return null;
  const from = addDays(last.asOf, 1);
  const earliest = historyUpTo(today).from;
  return { from: from < earliest ? earliest : from, to: today };
}

/** How many days a span has, both ends included. */
function daysOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / (SECONDS_PER_DAY * 1000) + 1;
}

function addDays(day: string, days: number): string {
  const date = isoDateToDate(day);
  if (!date) throw new RangeError(`no day: ${day}`);
  return dateToIsoDate(new Date(date.getTime() + days * SECONDS_PER_DAY * 1000));
}
