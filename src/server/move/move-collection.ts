import { setTimeout as pause } from 'node:timers/promises';
import { localName, type SchemaMap } from '#server/engine/cluster-statements.ts';
import type { Engine } from '#server/engine/engine.ts';
import { markMove, unfinishedMove, unmarkMove } from './unfinished-move.ts';
import type { Side } from './move-side.ts';

/** A move that cannot be made, with a message for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

export interface MoveOptions {
  /** Both have the same schema, and no service uses either of them. At least one of them is a server. */
  readonly from: Side;
  readonly to: Side;
  readonly schema: SchemaMap;
  /** Replaces another collection in the target. */
  readonly replace?: boolean;
  /** Called for each table once it is copied and compared. */
  readonly onTable?: (table: MovedTable) => void;
  /** Called repeatedly with the copied and total rows of the current table. */
  readonly onRows?: (table: string, done: number, all: number) => void;
}

export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  /** Whether an earlier run copied it. */
  readonly isKept: boolean;
}

/** The ledger: a collection without it is empty, so it comes last. */
const ledger = 'imports';
const daySeconds = 86_400;
const watchMilliseconds = 5000;

/**
 * Copies a collection into another store, table by table, with INSERT ... SELECT between the two engines, and compares each copy with
 * its original: number of rows and a checksum over all of them. An interrupted move is run again: tables that are the same on both
 * sides are kept, and the others are emptied and copied from their beginning.
 * @returns the tables that hold rows @throws MoveError when the target holds another collection or a copy differs; EngineError
 */
export async function moveCollection(options: MoveOptions): Promise<MovedTable[]> {
  const { schema, replace = false, onTable } = options;
  const [from, to] = await Promise.all([withTables(options.from, schema), withTables(options.to, schema)]);
  const content = (await digestOf(from, ledger)).text;
  if (content.startsWith('0 ')) throw new MoveError('There is nothing to move: the source holds no collection.');
  await assertSettled(from.engine);
  const isEmpty = (await digestOf(to, ledger)).rows === 0;
  const begun = await unfinishedMove(to.engine);
  if (!replace && begun !== content && !(isEmpty && begun === undefined))
    throw new MoveError(
      'The target already holds a collection. Name an empty database or folder, or add --replace to put this collection in its place.',
    );
  await markMove(to.engine, content);
  await endEarlierMove([from.engine, to.engine]);
  const moved: MovedTable[] = [];
  const tables = [...schema.placements].flatMap(([table, { kind }]) => (kind === 'landing' ? [] : [table]));
  for (const table of tables.toSorted((one, other) => Number(one === ledger) - Number(other === ledger))) {
    const result = await moveTable(table, { ...options, from, to });
    if (result.rows === 0) continue;
    moved.push(result);
    onTable?.(result);
  }
  await unmarkMove(to.engine);
  return moved;
}

async function moveTable(table: string, { from, to, schema, onRows }: SidesWithTables): Promise<MovedTable> {
  const [original, before] = await Promise.all([digestOf(from, table), digestOf(to, table)]);
  if (original.text === before.text) return { table, rows: original.rows, isKept: true };
  await run(to.engine, `TRUNCATE TABLE ${table} SETTINGS max_table_size_to_drop = 0`);
  const watch = setInterval(() => {
    void countOf(to.engine, table).then(
      (rows) => onRows?.(table, rows, original.rows),
      () => undefined,
    );
  }, watchMilliseconds);
  try {
    await copy(table, { from, to, schema });
  } finally {
    clearInterval(watch);
  }
  const after = await digestOf(to, table);
  if (after.text !== original.text)
    throw new MoveError(
      `The copy of the table ${table} differs from the original (${after.rows} of ${original.rows} rows). Stop the services that use the source or the target, and run the move again.`,
    );
  return { table, rows: original.rows, isKept: false };
}

/** Each shard needs the watermark of every batch, because it has a share of the rows. */
async function copy(table: string, { from, to, schema }: SidesWithTables): Promise<void> {
  const { columns, kind } = from.tableOf(table);
  const names = columns.join(', ');
  const hasMarks = columns.includes('wmseq');
  const final = keepsFirst(kind) ? 'FINAL' : '';
  const select = (source: string, condition: string) => `SELECT ${names} FROM ${source} ${final} ${condition}`;
  const rows = hasMarks ? "WHERE rrtype != 'WATERMARK'" : '';
  const marks = "WHERE rrtype = 'WATERMARK'";
  if (from.remote) {
    const source = from.remote(table);
    await run(to.engine, `INSERT INTO ${table} (${names}) ${select(source, rows)}`);
    if (!hasMarks) return;
    for (const { engine, name } of partsOf(to.engine, table, schema))
      await run(engine, `INSERT INTO ${name} (${names}) ${select(source, marks)}`);
    return;
  }
  if (!to.remote) throw new MoveError('Copy the data folder instead: both sides are embedded.');
  const push = (target: string, condition: string) =>
    run(from.engine, `INSERT INTO FUNCTION ${target} (${names}) ${select(table, condition)}`);
  await push(to.remote(table), rows);
  if (!hasMarks) return;
  for (const { name, shard } of partsOf(to.engine, table, schema)) await push(to.remote(name, shard), marks);
}

/** The table of each shard, or the one of a single store. */
function partsOf(engine: Engine, table: string, schema: SchemaMap) {
  if (!engine.cluster) return [{ engine, name: table, shard: undefined }];
  return engine.cluster.shards.map((each) => ({
    engine: each.engine,
    name: localName(table, schema),
    shard: each.shard,
  }));
}

const upkeep = { limits: 'upkeep' } as const;
const ask = <Row>(engine: Engine, sql: string) =>
  engine.query<Row>({ name: 'move', sql, settings: { max_execution_time: daySeconds } }, upkeep);
const run = (engine: Engine, sql: string) =>
  engine.command(
    { name: 'move', sql, settings: { max_execution_time: daySeconds, distributed_foreground_insert: 1 } },
    upkeep,
  );

interface Digest {
  readonly rows: number;
  readonly text: string;
}

/** The digest of the merged rows, without watermarks: each shard has its own. */
async function digestOf({ engine, tableOf }: SideWithTables, table: string): Promise<Digest> {
  const { columns, kind } = tableOf(table);
  const final = kind.startsWith('MergeTree') ? '' : 'FINAL';
  const rows = columns.includes('wmseq') ? "WHERE rrtype != 'WATERMARK'" : '';
  const [found] = await ask<{ move_rows: number; move_sum: string }>(
    engine,
    `SELECT count() AS move_rows, toString(sum(cityHash64(${columns.join(', ')}))) AS move_sum FROM ${table} ${final} ${rows}`,
  );
  return { rows: found?.move_rows ?? 0, text: `${found?.move_rows} ${found?.move_sum}` };
}

async function countOf(engine: Engine, table: string): Promise<number> {
  const [found] = await ask<{ move_rows: number }>(engine, `SELECT count() AS move_rows FROM ${table}`);
  return found?.move_rows ?? 0;
}

interface Table {
  /** Without those that the store computes. */
  readonly columns: readonly string[];
  /** The engine with its arguments, without Replicated and its path. */
  readonly kind: string;
}

interface SideWithTables extends Side {
  readonly tableOf: (name: string) => Table;
}

type SidesWithTables = Omit<MoveOptions, 'from' | 'to'> & {
  readonly from: SideWithTables;
  readonly to: SideWithTables;
};

/** Reads the tables of a side all at once. */
async function withTables(side: Side, schema: SchemaMap): Promise<SideWithTables> {
  const { engine } = side;
  const found = await ask<Table & { readonly name: string }>(
    engine,
    `SELECT name, columns,
       replaceRegexpOne(engine_full, '^(?:Replicated|Shared)(\\\\w+)\\\\(\\'[^\\']*\\', \\'[^\\']*\\'(?:, )?', '\\\\1(') AS kind
     FROM system.tables AS t
     INNER JOIN (
       SELECT table, arrayMap(pair -> pair.2, arraySort(groupArray((position, name)))) AS columns FROM system.columns
       WHERE database = currentDatabase() AND default_kind NOT IN ('MATERIALIZED', 'ALIAS', 'EPHEMERAL') GROUP BY table
     ) AS c ON c.table = t.name
     WHERE database = currentDatabase()`,
  );
  const tables = new Map(found.map((table) => [table.name, table]));
  return {
    ...side,
    tableOf(name) {
      // the kind of a distributed table is that of its table on each shard
      const table = tables.get(engine.cluster ? localName(name, schema) : name);
      if (!table) throw new MoveError(`The table ${name} is missing.`);
      return table;
    },
  };
}

/** Of rows with one key, the last inserted one counts, so the copy must keep their order. A version column makes that unnecessary. */
function keepsFirst(kind: string): boolean {
  return /^(AggregatingMergeTree|ReplacingMergeTree(?:\(\))? )/.test(`${kind} `);
}

/** The target gets every watermark on every shard: a batch that some source shards lack would look complete and be lost. */
async function assertSettled({ cluster }: Engine): Promise<void> {
  if (!cluster) return;
  const sql = `SELECT groupArray((rname, wmseq)) AS marks FROM (
    SELECT rname, max(wmseq) AS wmseq FROM fwd_local WHERE rrtype = 'WATERMARK' GROUP BY rname ORDER BY rname)`;
  const marks = await Promise.all(cluster.shards.map(({ engine }) => ask<object>(engine, sql)));
  if (marks.some((each) => JSON.stringify(each) !== JSON.stringify(marks[0])))
    throw new MoveError(
      'The shards of the source do not have the same batches of observations. Start the service on it once, which sends the missing ones again, and stop it.',
    );
}

/** A statement of a killed move may still run on a server. */
async function endEarlierMove(engines: readonly Engine[]): Promise<void> {
  const left = "Settings['log_comment'] = 'move' AND query_kind = 'Insert'";
  for (const each of engines) {
    if (each.kind === 'embedded') continue;
    for (const node of each.cluster?.nodes() ?? [{ engine: each }]) {
      await run(node.engine, `KILL QUERY WHERE ${left} ASYNC`);
      while ((await ask(node.engine, `SELECT 1 FROM system.processes WHERE ${left}`)).length > 0) await pause(200);
    }
  }
}
