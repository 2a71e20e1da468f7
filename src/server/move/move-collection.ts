import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, Settings } from '#server/engine/engine.ts';

export interface MoveOptions {
  /** Both have the same schema (`migrate`), and no service uses either of them. */
  readonly from: Engine;
  readonly to: Engine;
  /** Take the place of another collection in the target. */
  readonly replace?: boolean;
  /** Hears of each table once it is copied and compared. */
  readonly onTable?: (table: MovedTable) => void;
  /** How many rows of how many have been copied, in all tables together. */
  readonly onRows?: (done: number, all: number) => void;
}

export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  /** Of them, those that an earlier run had copied. */
  readonly kept: number;
}

/** Why a move cannot be made, in words for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/** Tables in the source: links to the parts that are copied. */
const snapshotPrefix = 'move_from_';
/** Tables in the target: the copies, until they are put in place. */
const stagingPrefix = 'move_to_';
/** Of a piece that is read, kept in a file and inserted as one block. */
const pieceBytes = 64_000_000;
const pieceRows = 500_000;
/** The ledger: a collection without it is empty, so it comes last. */
const ledger = 'imports';

/**
 * Copies a collection into another store, table by table, compares each copy with its original (number of rows and a checksum
 * over all of them, watermarks included), and puts all of them in place at the end. Until then the target is as it was. A move
 * that was cut off is run again: what had been copied is kept, as long as the original has not changed.
 * @returns the tables that were moved
 * @throws MoveError when the target holds another collection, a copy differs, or the source was written to; EngineError
 */
export async function moveCollection(options: MoveOptions): Promise<MovedTable[]> {
  const { from, to, replace = false, onTable, onRows } = options;
  await checkTarget(from, to, replace);
  const tables = await takeSnapshots(from);
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  const scratch = await mkdtemp(join(tmpdir(), 'sightline-move-'));
  const moved: MovedTable[] = [];
  let done = 0;
  try {
    for (const table of tables) {
      const kept = await copyTable({ ...table, from, to, file: join(scratch, 'rows') }, (rows) =>
        onRows?.((done += rows), all),
      );
      moved.push({ table: table.name, rows: table.rows, kept });
      onTable?.({ table: table.name, rows: table.rows, kept });
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  await checkUntouched(from, tables);
  await putInPlace(to, tables);
  await dropTables(to, stagingPrefix);
  await dropSnapshots(from);
  // look-ups pay for each part they read
  for (const { name, parts } of tables) if (piecesOf(parts).length > 1) await run(to, `OPTIMIZE TABLE ${name} FINAL`);
  return moved;
}

/** Whether a move into this store was cut off: what is in place may be a half of it. @throws EngineError */
export async function isMoveUnfinished(engine: Engine): Promise<boolean> {
  const [{ count } = { count: 0 }] = await ask<{ count: number }>(
    engine,
    `SELECT count() AS count FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})`,
    { prefix: stagingPrefix },
  );
  return count > 0;
}

/** Removes what a move out of this store left behind when it was cut off: its links keep old parts on the disk. @throws EngineError */
export function dropSnapshots(engine: Engine): Promise<void> {
  return dropTables(engine, snapshotPrefix);
}

interface Part {
  readonly part: string;
  readonly rows: number;
  readonly bytes: number;
  /** Of its content. */
  readonly hash: string;
}

/** A table of the source as it was when the move began. */
interface Snapshot extends Filled {
  readonly columns: readonly string[];
  readonly parts: readonly Part[];
  readonly rows: number;
}

interface Copying extends Snapshot {
  readonly from: Engine;
  readonly to: Engine;
  readonly file: string;
}

const upkeep = { limits: 'upkeep' } as const;
const ask = <Row>(engine: Engine, sql: string, params: Readonly<Record<string, string>> = {}, settings?: Settings) =>
  engine.query<Row>({ name: 'move', sql, params, ...(settings && { settings }) }, upkeep);
const run = (engine: Engine, sql: string) => engine.command({ name: 'move', sql }, upkeep);

/** Names that no column of the tables has. */
interface Digest {
  readonly move_rows: number;
  readonly move_sum: string;
}

/** An empty target, or one that an earlier run of the same move has filled. */
async function checkTarget(from: Engine, to: Engine, replace: boolean): Promise<void> {
  const lines = (engine: Engine) =>
    ask<Digest>(engine, `SELECT count() AS move_rows, toString(sum(cityHash64(*))) AS move_sum FROM ${ledger}`);
  const [[source], [target]] = await Promise.all([lines(from), lines(to)]);
  if (source?.move_rows === 0) throw new MoveError('There is nothing to move: the source holds no collection.');
  // a move that was cut off while it put the copies in place
  const isContinued = target?.move_sum === source?.move_sum && (await isMoveUnfinished(to));
  if (replace || target?.move_rows === 0 || isContinued) return;
  await dropSnapshots(from);
  throw new MoveError(
    'The target already holds a collection. Name an empty database or folder, or add --replace to put this collection in its place.',
  );
}

interface Filled {
  readonly name: string;
  readonly partitions: readonly string[];
  /** Number of the newest insert: grows with each, and merges leave it. */
  readonly newest: number;
}

/** The tables that hold rows, of the collection and of the service, without what a move itself makes; the ledger last. */
function filledTables(engine: Engine): Promise<Filled[]> {
  return ask<Filled>(
    engine,
    `SELECT table AS name, arraySort(groupUniqArray(partition_id)) AS partitions, max(max_block_number) AS newest
     FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 AND table != 'schema_steps'
       AND NOT startsWith(table, {snapshot:String}) AND NOT startsWith(table, {staging:String})
     GROUP BY table ORDER BY table = {ledger:String}, table`,
    { ledger, snapshot: snapshotPrefix, staging: stagingPrefix },
  );
}

/** Links to the parts of each table that holds rows: they cost no disk, and nothing merges or writes them. */
async function takeSnapshots(from: Engine): Promise<Snapshot[]> {
  await dropSnapshots(from);
  const snapshots: Snapshot[] = [];
  for (const { name, partitions, newest } of await filledTables(from)) {
    const copy = `${snapshotPrefix}${name}`;
    await run(from, `CREATE TABLE ${copy} AS ${name}`);
    await run(from, `ALTER TABLE ${copy} MODIFY SETTING ${neverMerged}`);
    for (const id of partitions) await run(from, `ALTER TABLE ${copy} ATTACH PARTITION ID '${id}' FROM ${name}`);
    const parts = await ask<Part>(
      from,
      `SELECT name AS part, rows, data_uncompressed_bytes AS bytes, hash_of_all_files AS hash FROM system.parts
       WHERE database = currentDatabase() AND table = {copy:String} AND active ORDER BY partition_id, min_block_number`,
      { copy },
    );
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    snapshots.push({ name, columns: await columnsOf(from, name), partitions, parts, rows, newest });
  }
  return snapshots;
}

const neverMerged =
  'max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1, merge_with_ttl_timeout = 1000000000';

async function columnsOf(engine: Engine, table: string): Promise<string[]> {
  const columns = await ask<{ name: string }>(
    engine,
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
       AND default_kind NOT IN ('MATERIALIZED', 'ALIAS', 'EPHEMERAL') ORDER BY position`,
    { table },
  );
  return columns.map(({ name }) => name);
}

/** @returns how many rows were there already */
async function copyTable(copying: Copying, onRows: (rows: number) => void): Promise<number> {
  const { name, to, from, columns, file } = copying;
  const staging = `${stagingPrefix}${name}`;
  const pieces = piecesOf(copying.parts);
  const kept = await continueStaging(to, copying, pieces);
  onRows(kept);
  let passed = 0;
  const listed = columns.join(', ');
  for (const { part, first, rows } of pieces) {
    passed += rows;
    if (passed <= kept) continue;
    const sql = `SELECT ${listed} FROM ${snapshotPrefix}${name}
      WHERE _part = {part:String} AND _part_offset >= {first:UInt64} AND _part_offset < {end:UInt64}`;
    await from.save({ name: 'move', sql, params: { part, first, end: first + rows } }, file);
    await to.insert(staging, { file, columns });
    onRows(rows);
  }
  const [[original], [copy]] = await Promise.all([
    digest(from, snapshotPrefix, copying),
    digest(to, stagingPrefix, copying),
  ]);
  if (original?.move_rows === copy?.move_rows && original?.move_sum === copy?.move_sum) return kept;
  await run(to, `DROP TABLE ${staging} SYNC`);
  throw new MoveError(
    `The copy of the table ${name} differs from the original (${copy?.move_rows} of ${original?.move_rows} rows). Nothing was changed in the target; run the move again.`,
  );
}

interface Piece {
  readonly part: string;
  /** Its first row in the part. */
  readonly first: number;
  readonly rows: number;
}

function piecesOf(parts: readonly Part[]): Piece[] {
  return parts.flatMap(({ part, rows, bytes }) => {
    const size = Math.max(1, Math.min(pieceRows, Math.floor((pieceBytes * rows) / Math.max(bytes, 1))));
    return Array.from({ length: Math.ceil(rows / size) }, (_, index) => {
      const first = index * size;
      return { part, first, rows: Math.min(size, rows - first) };
    });
  });
}

/**
 * The table in the target that takes the copy. It has no views on it and is never merged, and each piece arrives whole or not at
 * all, so that its number of rows says which pieces are there.
 * @returns that number
 */
async function continueStaging(to: Engine, { name, parts }: Snapshot, pieces: readonly Piece[]): Promise<number> {
  const staging = `${stagingPrefix}${name}`;
  const plan = createHash('sha256')
    .update(JSON.stringify([pieces, parts.map(({ hash }) => hash)]))
    .digest('hex');
  const [table] = await ask<{ comment: string }>(
    to,
    'SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {staging:String}',
    { staging },
  );
  if (table?.comment === plan) {
    const [{ rows } = { rows: 0 }] = await ask<{ rows: number }>(to, `SELECT count() AS rows FROM ${staging}`);
    let passed = 0;
    const ends = pieces.map((piece) => (passed += piece.rows));
    if (rows === 0 || ends.includes(rows)) return rows;
  }
  await run(to, `DROP TABLE IF EXISTS ${staging} SYNC`);
  await run(to, `CREATE TABLE ${staging} AS ${name} COMMENT '${plan}'`);
  await run(to, `ALTER TABLE ${staging} MODIFY SETTING ${neverMerged}`);
  return 0;
}

/** Of all rows, whatever their order. */
function digest(engine: Engine, prefix: string, { name, columns }: Snapshot) {
  return ask<Digest>(
    engine,
    `SELECT count() AS move_rows, toString(sum(cityHash64(${columns.join(', ')}))) AS move_sum FROM ${prefix}${name}`,
  );
}

async function checkUntouched(from: Engine, tables: readonly Snapshot[]): Promise<void> {
  const before = new Map(tables.map(({ name, newest }) => [name, newest]));
  for (const { name, newest } of await filledTables(from))
    if (before.get(name) !== newest)
      throw new MoveError(
        `The table ${name} was written to during the move. Stop the services that use the source, and run the move again.`,
      );
}

/** Each statement replaces or removes a whole partition, so that it can be repeated; the ledger comes last. */
async function putInPlace(to: Engine, tables: readonly Snapshot[]): Promise<void> {
  const copied = new Map(tables.map(({ name, partitions }) => [name, partitions]));
  for (const { name, partitions } of await filledTables(to))
    for (const id of partitions.filter((each) => !copied.get(name)?.includes(each)))
      await run(to, `ALTER TABLE ${name} DROP PARTITION ID '${id}'`);
  for (const { name, partitions } of tables)
    for (const id of partitions)
      await run(to, `ALTER TABLE ${name} REPLACE PARTITION ID '${id}' FROM ${stagingPrefix}${name}`);
}

async function dropTables(engine: Engine, prefix: string): Promise<void> {
  const tables = await ask<{ name: string }>(
    engine,
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})
     ORDER BY name = {last:String}, name`,
    { prefix, last: `${prefix}${ledger}` },
  );
  for (const { name } of tables) await run(engine, `DROP TABLE ${name} SYNC`);
}
