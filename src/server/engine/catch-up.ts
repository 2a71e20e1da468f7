import { setTimeout as pause } from 'node:timers/promises';
import { everything, marksTable, createMarksTable, overtaken, type Copy, type CopySet } from './cluster-copies.ts';
import { dictionariesChanged, onAll, onEachOf, type Spread } from './cluster-statements.ts';
import { EngineError, type Engine } from './engine.ts';
import { hasSchema } from './migrate.ts';

export interface CatchUp {
  readonly copies: CopySet;
  readonly spread: Spread;
  /** Brings the schema of one node up to date. */
  readonly migrate: (engine: Engine) => Promise<void>;
}

/**
 * Fills a copy that was left behind, or whose disk is empty, from another copy of its shard: the tables that it lacks rows of are
 * emptied and copied whole. They are copied as they were at one moment; what is added later goes to both. Cut off, it is begun again.
 * @throws EngineError when no other copy can be read
 */
export async function catchUp(copy: Copy, { copies, spread, migrate }: CatchUp): Promise<void> {
  const from = copies.trusted().find((each) => each.shard === copy.shard);
  if (!from)
    throw new EngineError('unreachable', `no other replica of shard ${copy.shard} answers`, { shard: copy.shard });
  const source = whileFilling(from.engine, copies);
  let filled = [...copies.missing(copy)];
  const engine = whileFilling(copy.engine, copies, () => copies.markAgain(copy, filled));
  const { address } = from;
  const agreed = [marksTable, ...tablesOfMajority(spread)];
  await createMarksTable(engine);
  await endStatements(engine, agreed);
  if (!(await hasSchema(engine))) await copies.leaveBehind([copy], [everything]);
  await migrate(engine);
  if (copies.missing(copy).has(everything)) await copyAgreements();
  await copies.markAgain(copy, [...copies.missing(copy)]);
  await dropSnapshots(source);
  let tables: string[] = [];
  await copies.withoutWrites(async () => {
    // what a process left that is gone would reach one copy only
    for (const each of [source, engine]) await endStatements(each, agreed);
    await copies.refresh();
    filled = [...copies.missing(copy)];
    tables = await tablesToFill(copies.missing(copy), { copy, source, spread });
    const marked = await tablesWithMarks(source);
    for (const table of tables) {
      await run(source, `CREATE TABLE ${snapshotPrefix}${table} CLONE AS ${table}`);
      await run(engine, `TRUNCATE TABLE ${table} ${ofAnySize}`);
      // a batch that is sent again is compared with these, before its rows have been copied
      if (marked.has(table)) await copyRows(table, "WHERE rrtype = 'WATERMARK'");
    }
    await copies.beginFilling(copy);
  });
  try {
    for (const table of tables) await copyRows(table);
    await run(engine, 'SYSTEM RELOAD DICTIONARIES');
    await copies.withoutWrites(() => copies.makeCurrent(copy));
  } finally {
    copies.stopFilling();
    await dropSnapshots(source).catch(() => undefined);
  }

  /** The others may lose theirs before these tables have been written again. */
  async function copyAgreements(): Promise<void> {
    const others = copies.all.filter((each) => each !== copy && each.engine.outage === undefined);
    const addresses = others.map(({ address }) => address);
    for (const table of tablesOfMajority(spread))
      await run(engine, `INSERT INTO ${table} SELECT DISTINCT * FROM ${onEachOf(table, addresses, spread)}`);
  }
  function copyRows(table: string, condition = ''): Promise<void> {
    const snapshot = onAll(`${snapshotPrefix}${table}`, [address], spread);
    return run(engine, `INSERT INTO ${table} SELECT * FROM ${snapshot} ${condition}`);
  }
}

/**
 * A node, as the process uses it that fills copies: one that stalled must not empty what another has filled since.
 * @param onLate called after a statement that may have arrived too late
 */
function whileFilling(engine: Engine, copies: CopySet, onLate?: () => Promise<void>): Engine {
  const check = (): void => {
    if (!copies.mayFill()) throw overtaken();
  };
  return {
    ...engine,
    command: async (...given) => {
      check();
      try {
        await engine.command(...given);
      } finally {
        if (!copies.mayFill()) await onLate?.();
      }
      check();
    },
  };
}

/** Tables of the copy that is read: links to its parts, which cost no disk until those are merged. */
const snapshotPrefix = 'catch_up_';
const daySeconds = 86_400;
/** A server refuses to empty large tables unless it is told. */
const ofAnySize = 'SETTINGS max_table_size_to_drop = 0';

function run(engine: Engine, sql: string): Promise<void> {
  return engine.command({ name: 'cluster', sql, settings: { max_execution_time: daySeconds } }, { limits: 'upkeep' });
}

async function namesOf(engine: Engine, sql: string): Promise<string[]> {
  const rows = await engine.query<{ name: string }>({ name: 'cluster', sql }, { limits: 'upkeep' });
  return rows.map(({ name }) => name);
}

/** What views derive comes with the rows they read, too: those tables keep one row per key. */
async function tablesToFill(
  missing: ReadonlySet<string>,
  { copy, source, spread }: { readonly copy: Copy; readonly source: Engine; readonly spread: Spread },
): Promise<string[]> {
  const agreed = tablesOfMajority(spread);
  const found = await namesOf(
    source,
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree') AND name NOT IN ('schema_steps', '${marksTable}')
       AND NOT startsWith(name, '${snapshotPrefix}')
     ORDER BY name`,
  );
  const all = found.filter((name) => !agreed.includes(name));
  const wanted = new Set([...missing].filter((name) => name !== dictionariesChanged).map(copy.localTable));
  return missing.has(everything) ? all : all.filter((name) => wanted.has(name));
}

function tablesOfMajority({ placements }: Spread): string[] {
  return [...placements].flatMap(([name, { kind }]) => (kind === 'majority' ? [name] : []));
}

async function tablesWithMarks(engine: Engine): Promise<ReadonlySet<string>> {
  // an alias hides a column of the same name
  const sql = `SELECT column.table AS name FROM system.columns AS column
               WHERE column.database = currentDatabase() AND column.name = 'wmseq'`;
  return new Set(await namesOf(engine, sql));
}

async function dropSnapshots(engine: Engine): Promise<void> {
  const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '${snapshotPrefix}')`;
  for (const name of await namesOf(engine, sql)) await run(engine, `DROP TABLE ${name} SYNC ${ofAnySize}`);
}

const endingMilliseconds = 60_000;

/**
 * A node that could not be reached for a while may still be at work for statements that counted as failed.
 * @param agreed tables that are written to it meanwhile
 */
async function endStatements(engine: Engine, agreed: readonly string[]): Promise<void> {
  const writing = `current_database = currentDatabase() AND query_kind NOT IN ('', 'Select', 'KillQuery')
    AND NOT match(query, '\\\\b(${agreed.join('|')})\\\\b')`;
  const until = Date.now() + endingMilliseconds;
  for (;;) {
    const left = await namesOf(engine, `SELECT query_id AS name FROM system.processes WHERE ${writing}`);
    if (left.length === 0) return;
    if (Date.now() > until)
      throw new EngineError('failed', `it is still busy with ${left.length} statements from before`);
    await run(engine, `KILL QUERY WHERE ${writing} ASYNC`);
    await pause(200);
  }
}
