import type { Engine, Query } from '#server/engine/engine.ts';
import { dictionaries, reloadDictionaries } from '#server/ingest/dictionaries.ts';
import { dayBefore, dayOf, planLane, type LaneSnapshot } from './routing-days.ts';
import { routingRows, type RoutingEntry } from '#server/ingest/feeds/read/routing-rows.ts';
import {
  applyQuery,
  changesQuery,
  datedTables,
  laneRowsQuery,
  newestNamesQuery,
  type DatedTable,
} from './routing-tables.ts';

export type { RoutingEntry };

export interface RoutingSnapshotOptions {
  /** The number of the source in the ledger. */
  readonly importId: number;
  /** Its id, as in the ledger. */
  readonly source: string;
  /** The day the data speaks of, 'yyyy-mm-dd'. */
  readonly asOf: string;
  /** Who speaks when several sources have data of a day: announcements 2, what is derived from ranges 1, packages 0. */
  readonly rank: number;
}

/** What a snapshot holds. */
interface StagedRouting {
  /** Different prefixes of an AS and different allocations; names and countries are not counted. */
  readonly rows: number;
}

/** One snapshot on its way into the collection. Entries go in, `stage` writes down what they change, `apply` changes it. */
export interface RoutingSnapshot {
  /** @throws EngineError */
  add(entries: readonly RoutingEntry[]): Promise<void>;
  /** Once this has ended, a kill loses nothing: `settleRouting` finishes the snapshot. Look-ups do not see it yet. @throws EngineError */
  stage(): Promise<StagedRouting>;
  /** Stages it if that was not done, and makes it visible. Repeating it changes nothing. @throws EngineError */
  apply(): Promise<StagedRouting>;
  /** Forgets it; the last good state stays. Not for one that is applied. @throws EngineError */
  drop(): Promise<void>;
}

/**
 * Begins a snapshot of routing or allocation data. One at a time: the tables it is staged in are shared. One that was cut off before is
 * settled first. Snapshots may come in any order of days and ranks: the result is the same (routing-days.ts has the rule), and
 * a second one of the same source and day replaces the first.
 * @throws RangeError when `asOf` is not a day; EngineError
 */
export async function openRoutingSnapshot(engine: Engine, options: RoutingSnapshotOptions): Promise<RoutingSnapshot> {
  dayOf(options.asOf);
  await settleRouting(engine);
  const rows = routingRows(engine);
  let staged: StagedRouting | null = null;
  const stage = async (): Promise<StagedRouting> => {
    if (staged) return staged;
    await rows.end();
    staged = await stageSnapshot(engine, options);
    return staged;
  };
  return {
    add: (entries) => rows.add(entries),
    stage,
    async apply() {
      const outcome = await stage();
      await settleRouting(engine);
      return outcome;
    },
    async drop() {
      await engine.command({ name: 'routing', sql: 'TRUNCATE TABLE routing_staged' });
      await emptyStaging(engine);
    },
  };
}

/**
 * Finishes a snapshot whose changes were staged and that was not applied, or not to its end; drops what was not staged.
 * For the start after a kill: all of the snapshot is there afterwards, or nothing of it. Not while a snapshot is under way.
 * @returns the import that it finished, null when there was none
 * @throws EngineError
 */
export async function settleRouting(engine: Engine): Promise<number | null> {
  const [staged] = await engine.query<{ import: number }>({ name: 'routing', sql: stagedImport });
  if (staged) {
    for (const table of datedTables) await engine.command(applyQuery(table), { limits: 'upkeep' });
    await engine.command(newestNamesQuery, { limits: 'upkeep' });
    const columns = snapshotColumns.join(', ');
    await engine.command({
      name: 'routing',
      sql: `INSERT INTO routing_snapshots (${columns}) SELECT ${columns} FROM routing_staged`,
    });
    await reloadDictionaries(engine, dictionaries.routing);
    await engine.command({ name: 'routing', sql: 'TRUNCATE TABLE routing_staged' });
  }
  await emptyStaging(engine);
  return staged?.import ?? null;
}

/**
 * Notes that a source was switched off: from this day ('yyyy-mm-dd') on it keeps others silent no longer. What it said stays, for it
 * is history, and stands with its own date until a snapshot of another source follows.
 * @throws EngineError
 */
export async function retireRouting(engine: Engine, importId: number, day: string): Promise<void> {
  const others = snapshotColumns.filter((column) => column !== 'until').join(', ');
  await engine.command({
    name: 'routing',
    sql: `INSERT INTO routing_snapshots (${others}, until)
          SELECT ${others}, least(until, {last:Date32}) FROM routing_snapshots FINAL WHERE import = {import:UInt32}`,
    params: { last: dayBefore(day), import: importId },
  });
}

/** Only what is not empty: a statement for each table takes longer than a small snapshot. */
async function emptyStaging(engine: Engine): Promise<void> {
  const staging = datedTables.flatMap(({ name }) => [`${name}_in`, `${name}_changes`]);
  const filled = await engine.query<{ name: string }>({
    name: 'routing',
    sql: `SELECT name FROM system.tables
          WHERE database = currentDatabase() AND name IN {staging:Array(String)} AND total_rows != 0`,
    params: { staging },
  });
  for (const { name } of filled)
    await engine.command({ name: 'routing', sql: `TRUNCATE TABLE ${name}` }, { limits: 'upkeep' });
}

const snapshotColumns = ['kind', 'lane', 'import', 'day', 'source', 'rank', 'rows', 'heard', 'until'];
const stagedImport = 'SELECT import FROM routing_staged WHERE own = 1 LIMIT 1';

/** Writes down what changes in each lane. The last insert, one block, says that all of it is there. */
async function stageSnapshot(engine: Engine, options: RoutingSnapshotOptions): Promise<StagedRouting> {
  const { importId, source, asOf: day, rank } = options;
  const known = [...(await engine.query(snapshotsQuery)), ...(await engine.query(packagesQuery)).flatMap(lanesOf)];
  const version = await nextVersion(engine);
  const journal: object[] = [];
  let rows = 0;
  for (const table of datedTables) {
    const lanes = await engine.query(laneRowsQuery(table), { limits: 'upkeep' });
    for (const { lane, rows: count } of lanes.filter((each) => each.rows > 0)) {
      const others = known.filter((each) => isSameLane(each, table, lane, importId));
      const { days, speaker, before, changed } = planLane({ import: importId, source, day, rank, rows: count }, others);
      const noted = others.filter((each) => !each.isNoted && !changed.some((other) => other.import === each.import));
      for (const each of [...changed, ...noted])
        journal.push({
          ...each,
          kind: table.name,
          lane,
          heard: Number(each.heard),
          own: Number(each.import === importId),
        });
      if (table.isCounted) rows += count;
      if (!days) continue;
      const imports = [...new Set([importId, ...others.map((each) => each.import)])];
      const change = { table, lane, ...days, speaker, before, importId, imports, version };
      await engine.command(changesQuery(change), { limits: 'upkeep' });
    }
  }
  if (journal.length > 0) await engine.insert('routing_staged', journal);
  return { rows };
}

interface StoredSnapshot extends LaneSnapshot {
  readonly kind: string;
  readonly lane: string;
  /** False for a package that the list of snapshots does not have yet. */
  readonly isNoted: boolean;
}

function isSameLane(
  { kind, lane, import: id }: StoredSnapshot,
  table: DatedTable,
  asked: string,
  importId: number,
): boolean {
  return kind === table.name && lane === asked && (!table.isPerImport || id === importId);
}

const snapshotsQuery: Query<StoredSnapshot> = {
  name: 'routing',
  sql: `SELECT kind, lane, import, source, toString(day) AS day, rank, rows, toString(until) AS until,
          heard = 1 AS heard, true AS isNoted
        FROM routing_snapshots FINAL`,
};

/** What came with the installation is a snapshot of rank 0: it is dated by those that follow. */
const packagesQuery: Query<Omit<StoredSnapshot, 'lane'>> = {
  name: 'routing',
  sql: `SELECT kind, import, argMax(source, at) AS source, toString(max(as_of)) AS day, 0 AS rank, 0 AS rows,
          '2299-12-31' AS until, true AS heard, false AS isNoted
        FROM imports
        WHERE kind IN ('prefixes', 'countries') AND import < 20 AND sample = 0
          AND (kind, import) NOT IN (SELECT kind, import FROM routing_snapshots)
        GROUP BY kind, import`,
};

function lanesOf(snapshot: Omit<StoredSnapshot, 'lane'>): StoredSnapshot[] {
  return ['ipv4', 'ipv6'].map((lane) => ({ ...snapshot, lane }));
}

/** Counted in the tables themselves, so that a change wins over what is there, whatever the list of snapshots lost. */
async function nextVersion(engine: Engine): Promise<number> {
  const versions = datedTables.map(({ name }) => `(SELECT max(version) FROM ${name})`);
  const [row] = await engine.query<{ newest: number }>(
    { name: 'routing', sql: `SELECT greatest(${versions.join(', ')}) AS newest` },
    { limits: 'upkeep' },
  );
  return (row?.newest ?? 0) + 1;
}
