import { isoDateToDate, openEndDay, plusDays } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import type { Engine, Query } from '#server/engine/engine.ts';
import { dictionaries, reloadDictionaries } from '#server/ingest/dictionaries.ts';
import { finishImport, latestImports } from '#server/ingest/ledger.ts';
import { dayOfData, feedKind, shortness, stageBatches, type FeedImport, type FeedOutcome } from './feed-import.ts';
import {
  applyQuery,
  changesQuery,
  datedTables,
  laneRowsQuery,
  prefixTable,
  shownRowsQuery,
  newestNamesQuery,
  type DatedTable,
} from './routing-changes.ts';
import { planLane, type LaneSnapshot } from './routing-days.ts';

/**
 * Applies a snapshot of routing or allocation data, all of it or nothing: its rows are staged in the *_in tables, what they change is
 * written to the *_changes tables and noted in `routing_staged`, and then applied. After a kill, `settleRouting` leaves the old
 * state or the new one. One snapshot at a time: they share the staging tables.
 * @throws EngineError, what the batches throw, or the reason of the signal
 */
export async function applyRouting(engine: Engine, options: FeedImport): Promise<FeedOutcome> {
  const { feed, onProgress, derive } = options;
  const { id, importId, licence, fills, reader } = feed;
  const last = (await latestImports(engine, 'done')).find((line) => line.id === importId);
  await settleRouting(engine);
  const rejects = await stageBatches(engine, options).catch(async (error: unknown) => {
    // if this fails as well, the next snapshot or the next start empties the tables
    await dropRouting(engine).catch(() => undefined);
    throw error;
  });
  onProgress?.({ step: 'writing', done: 0, total: 0 });
  const [source, asOf] = [`feed:${id}`, dayOfData(options)];
  // the routing table itself takes precedence over what is derived from it
  const rank = reader === 'pfx2as' ? 2 : 1;
  const partial = await whyPartial(engine, importId, rank);
  const routing = await stageRouting(engine, { importId, source, asOf, rank });
  const outcome = { rows: { listings: 0, facts: 0, routing }, rejects };
  const reason = shortness(routing, last?.rows ?? 0) ?? partial;
  if (reason !== undefined) {
    await dropRouting(engine);
    return { state: 'suspect', reason, ...outcome, ...(reason === partial && { advice: 'Load the complete file.' }) };
  }
  await settleRouting(engine);
  onProgress?.({ step: 'scoring', done: 0, total: 0 });
  await derive({ ranges: false, scores: true });
  const record = { id: importId, source, kind: feedKind, digest: '', licence, asOf, covers: fills };
  await finishImport(engine, record, routing);
  return { state: 'done', ...outcome };
}

/** A smaller table, of a sample or of one network, may be replaced by anything. */
const smallTable = 1000;

/** Why staged prefixes are only a part of what they would replace, for a person; each family of addresses is replaced as a whole. */
async function whyPartial(engine: Engine, importId: number, rank: number): Promise<string | undefined> {
  const staged = await engine.query(laneRowsQuery(prefixTable), { limits: 'upkeep' });
  const shown = await engine.query(shownRowsQuery(importId, rank), { limits: 'upkeep' });
  for (const { lane, rows } of staged) {
    const before = shown.find((each) => each.lane === lane)?.rows ?? 0;
    if (rows > 0 && before >= smallTable && 2 * rows < before)
      return (
        `The list has ${formatNumber(rows)} ${lane === 'ipv4' ? 'IPv4' : 'IPv6'} prefixes, less than half of the ` +
        `${formatNumber(before)} of other sources that it would replace.`
      );
  }
  return undefined;
}

export interface RoutingSource {
  /** Number in the ledger. */
  readonly importId: number;
  /** Id in the ledger. */
  readonly source: string;
  /** The day of the data, 'yyyy-mm-dd'. */
  readonly asOf: string;
  /** Which source counts when several have data of a day: announcements 2, ranges derived from them 1, packages 0. */
  readonly rank: number;
}

/**
 * Notes what the rows in the staging tables change. Once this has resolved, `settleRouting` applies the snapshot, also after a kill;
 * look-ups do not see it before. Snapshots may arrive in any order of days and ranks with the same result (routing-days.ts has the
 * rule); a second one of the same source and day replaces the first.
 * @returns the number of different prefixes of an AS and different allocations; names and countries are not counted
 * @throws RangeError when `asOf` is not a day; EngineError
 */
export async function stageRouting(
  engine: Engine,
  { importId, source, asOf: day, rank }: RoutingSource,
): Promise<number> {
  if (!isoDateToDate(day)) throw new RangeError(`not a day: ${day}`);
  const known = [...(await engine.query(snapshotsQuery)), ...(await engine.query(packagesQuery)).flatMap(lanesOf)];
  const version = await nextVersion(engine);
  const noted: object[] = [];
  let rows = 0;
  for (const table of datedTables) {
    const lanes = await engine.query(laneRowsQuery(table), { limits: 'upkeep' });
    for (const { lane, rows: count } of lanes.filter((each) => each.rows > 0)) {
      const others = known.filter((each) => isSameLane(each, table, lane, importId));
      const { days, speaker, before, changed } = planLane({ import: importId, source, day, rank, rows: count }, others);
      const packages = others.filter((each) => !each.isNoted && !changed.some((other) => other.import === each.import));
      for (const { heard, ...each } of [...changed, ...packages])
        noted.push({ ...each, kind: table.name, lane, heard: Number(heard), own: Number(each.import === importId) });
      if (table.isCounted) rows += count;
      if (!days) continue;
      const imports = [...new Set([importId, ...others.map((each) => each.import)])];
      const change = { table, lane, ...days, speaker, before, importId, imports, version };
      await engine.command(changesQuery(change), { limits: 'upkeep' });
    }
  }
  // this insert, one block, says that all changes are staged
  if (noted.length > 0) await engine.insert('routing_staged', noted);
  return rows;
}

/**
 * Applies a staged snapshot, or finishes applying it; removes one that was not staged completely. Not while rows are being staged.
 * @throws EngineError
 */
export async function settleRouting(engine: Engine): Promise<void> {
  const [staged] = await engine.query({ name: 'routing', sql: 'SELECT 1 FROM routing_staged WHERE own = 1 LIMIT 1' });
  if (!staged) return emptyStaging(engine);
  for (const table of datedTables) await engine.command(applyQuery(table), { limits: 'upkeep' });
  await engine.command(newestNamesQuery, { limits: 'upkeep' });
  const columns = snapshotColumns.join(', ');
  await engine.command({
    name: 'routing',
    sql: `INSERT INTO routing_snapshots (${columns}) SELECT ${columns} FROM routing_staged`,
  });
  await reloadDictionaries(engine, dictionaries.routing);
  await dropRouting(engine);
}

/** Removes a staged snapshot; the last good state stays. @throws EngineError */
export async function dropRouting(engine: Engine): Promise<void> {
  // first: without these rows, the others are not applied
  await engine.command({ name: 'routing', sql: 'TRUNCATE TABLE routing_staged' });
  await emptyStaging(engine);
}

async function emptyStaging(engine: Engine): Promise<void> {
  const staging = datedTables.flatMap(({ name }) => [`${name}_in`, `${name}_changes`]);
  // only those with rows: a statement for each table takes longer than a small snapshot
  const filled = await engine.query<{ name: string }>({
    name: 'routing',
    sql: `SELECT name FROM system.tables
          WHERE database = currentDatabase() AND name IN {staging:Array(String)} AND total_rows != 0`,
    params: { staging },
  });
  for (const { name } of filled)
    await engine.command({ name: 'routing', sql: `TRUNCATE TABLE ${name}` }, { limits: 'upkeep' });
}

/**
 * Notes that a source was switched off: from this day ('yyyy-mm-dd') on it no longer takes precedence over lower ranks. Its data
 * stays as history, and also as current data until a snapshot of another source follows.
 * @throws EngineError
 */
export async function retireRouting(engine: Engine, importId: number, day: string): Promise<void> {
  const others = snapshotColumns.filter((column) => column !== 'until').join(', ');
  await engine.command({
    name: 'routing',
    sql: `INSERT INTO routing_snapshots (${others}, until)
          SELECT ${others}, least(until, {last:Date32}) FROM routing_snapshots FINAL WHERE import = {import:UInt32}`,
    params: { last: plusDays(day, -1), import: importId },
  });
}

const snapshotColumns = ['kind', 'lane', 'import', 'day', 'source', 'rank', 'rows', 'heard', 'until'];

interface KnownSnapshot extends LaneSnapshot {
  readonly kind: string;
  readonly lane: string;
  /** False for a package that `routing_snapshots` does not list yet. */
  readonly isNoted: boolean;
}

function isSameLane(
  { kind, lane, import: id }: KnownSnapshot,
  table: DatedTable,
  asked: string,
  importId: number,
): boolean {
  return kind === table.name && lane === asked && (!table.isPerImport || id === importId);
}

const snapshotsQuery: Query<KnownSnapshot> = {
  name: 'routing',
  sql: `SELECT kind, lane, import, source, toString(day) AS day, rank, rows, toString(until) AS until,
          heard = 1 AS heard, true AS isNoted
        FROM routing_snapshots FINAL`,
};

/** Packaged data counts as a snapshot of rank 0, which later snapshots end. */
const packagesQuery: Query<Omit<KnownSnapshot, 'lane'>> = {
  name: 'routing',
  sql: `SELECT kind, import, argMax(source, at) AS source, toString(max(as_of)) AS day, 0 AS rank, 0 AS rows,
          '${openEndDay}' AS until, true AS heard, false AS isNoted
        FROM imports
        WHERE kind IN ('prefixes', 'countries') AND import < 20 AND sample = 0
          AND (kind, import) NOT IN (SELECT kind, import FROM routing_snapshots)
        GROUP BY kind, import`,
};

function lanesOf(snapshot: Omit<KnownSnapshot, 'lane'>): KnownSnapshot[] {
  return ['ipv4', 'ipv6'].map((lane) => ({ ...snapshot, lane }));
}

/** Read from the tables themselves, so that a change takes precedence over every row, even if `routing_snapshots` lost rows. */
async function nextVersion(engine: Engine): Promise<number> {
  const versions = datedTables.map(({ name }) => `(SELECT max(version) FROM ${name})`);
  const [row] = await engine.query<{ newest: number }>(
    { name: 'routing', sql: `SELECT greatest(${versions.join(', ')}) AS newest` },
    { limits: 'upkeep' },
  );
  return (row?.newest ?? 0) + 1;
}
