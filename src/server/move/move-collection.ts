import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, Params } from '#server/engine/engine.ts';
import { MoveError, nodesOf, schemaName, type Node } from './move-node.ts';

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
 * that was cut off is run again: what had been copied is kept, as long as the original has not changed. A cluster is read from one
 * replica of each shard, and each of its nodes gets its share.
 * @returns the tables that were moved
 * @throws MoveError when the target holds another collection, a copy differs, or the source was written to; EngineError
 */
export async function moveCollection(options: MoveOptions): Promise<MovedTable[]> {
  const { from, to, replace = false, onTable, onRows } = options;
  const [sources, targets] = await Promise.all([nodesOf(from), nodesOf(to)]);
  const read = sources.filter(({ shard }, at) => sources.findIndex((each) => each.shard === shard) === at);
  await checkTarget(from, to, replace);
  const tables = await takeSnapshots(read);
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  const scratch = await mkdtemp(join(tmpdir(), 'sightline-move-'));
  const moved: MovedTable[] = [];
  let done = 0;
  try {
    for (const table of tables) {
      const kept = await copyTable(table, targets, join(scratch, 'rows'), (rows) => onRows?.((done += rows), all));
      moved.push({ table: table.name, rows: table.rows, kept });
      onTable?.({ table: table.name, rows: table.rows, kept });
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  await checkUntouched(read, tables);
  // the first node says whether a move is unfinished
  const [first, ...others] = targets;
  for (const group of [others, first ? [first] : []]) {
    await Promise.all(group.map((target) => putInPlace(target, tables)));
    await Promise.all(group.map(({ engine }) => dropTables(engine, stagingPrefix)));
  }
  await dropSnapshots(from);
  // look-ups pay for each part they read
  for (const { name, originals } of tables)
    if (originals.flatMap(({ parts }) => piecesOf(parts)).length > 1)
      for (const { engine, localTable } of targets) await run(engine, `OPTIMIZE TABLE ${localTable(name)} FINAL`);
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
export async function dropSnapshots(engine: Engine): Promise<void> {
  for (const node of engine.cluster?.nodes ?? [{ engine }]) await dropTables(node.engine, snapshotPrefix);
}

interface Part {
  readonly part: string;
  readonly rows: number;
  readonly bytes: number;
  /** Of its content. */
  readonly hash: string;
}

/** A table of a node of the source as it was when the move began. */
interface Original extends Filled {
  readonly node: Node;
  readonly parts: readonly Part[];
}

/** A table as it was, on each node that it is read from. */
interface Snapshot {
  /** In the schema. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly originals: readonly Original[];
  readonly rows: number;
}

const upkeep = { limits: 'upkeep' } as const;
const ask = <Row>(engine: Engine, sql: string, params: Params = {}) =>
  engine.query<Row>({ name: 'move', sql, params }, upkeep);
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
  /** On its node. */
  readonly name: string;
  readonly partitions: readonly string[];
  /** Number of the newest insert: grows with each, and merges leave it. */
  readonly newest: number;
}

/** The tables that hold rows, of the collection and of the service, without what belongs to the store; the ledger last. */
function filledTables(engine: Engine): Promise<Filled[]> {
  return ask<Filled>(
    engine,
    `SELECT table AS name, arraySort(groupUniqArray(partition_id)) AS partitions, max(max_block_number) AS newest
     FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 AND table NOT IN ('schema_steps', 'cluster_copies')
       AND NOT startsWith(table, {snapshot:String}) AND NOT startsWith(table, {staging:String})
     GROUP BY table ORDER BY table = {ledger:String}, table`,
    { ledger, snapshot: snapshotPrefix, staging: stagingPrefix },
  );
}

/** Links to the parts of each table that holds rows: they cost no disk, and nothing merges or writes them. */
async function takeSnapshots(nodes: readonly Node[]): Promise<Snapshot[]> {
  const found = new Map<string, Original[]>();
  for (const [at, node] of nodes.entries()) {
    await dropTables(node.engine, snapshotPrefix);
    for (const filled of await filledTables(node.engine)) {
      const table = schemaName(node, filled.name);
      const isOnEveryNode = node.localTable(table) === table;
      if (at > 0 && isOnEveryNode) continue;
      found.set(table, [...(found.get(table) ?? []), { ...filled, node, parts: await link(node.engine, filled) }]);
    }
  }
  const snapshots: Snapshot[] = [];
  for (const [name, originals] of found) {
    const [{ node: { engine }, name: local } = { node: { engine: undefined }, name }] = originals;
    if (!engine) continue;
    const rows = originals.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.rows, 0);
    snapshots.push({ name, columns: await columnsOf(engine, local), originals, rows });
  }
  // other shards may hold tables that the first does not
  return snapshots.toSorted((one, other) => Number(one.name === ledger) - Number(other.name === ledger));
}

async function link(engine: Engine, { name, partitions }: Filled): Promise<Part[]> {
  const copy = `${snapshotPrefix}${name}`;
  await run(engine, `CREATE TABLE ${copy} AS ${name}`);
  await run(engine, `ALTER TABLE ${copy} MODIFY SETTING ${neverMerged}`);
  for (const id of partitions) await run(engine, `ALTER TABLE ${copy} ATTACH PARTITION ID '${id}' FROM ${name}`);
  return ask<Part>(
    engine,
    `SELECT name AS part, rows, data_uncompressed_bytes AS bytes, hash_of_all_files AS hash FROM system.parts
     WHERE database = currentDatabase() AND table = {copy:String} AND active ORDER BY partition_id, min_block_number`,
    { copy },
  );
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
async function copyTable(
  table: Snapshot,
  targets: readonly Node[],
  file: string,
  onRows: (rows: number) => void,
): Promise<number> {
  const { name, columns, originals } = table;
  const pieces = originals.flatMap((original) => piecesOf(original.parts).map((piece) => ({ ...piece, original })));
  const had = await Promise.all(targets.map((target) => continueStaging(target, table, pieces)));
  const isKept = (at: number) => had.every((count) => at < count);
  const kept = pieces.filter((_, at) => isKept(at)).reduce((sum, { rows }) => sum + rows, 0);
  onRows(kept);
  for (const [at, piece] of pieces.entries()) {
    if (isKept(at)) continue;
    const { engine } = piece.original.node;
    const { from, params } = sourceOf(piece);
    await engine.save({ name: 'move', sql: `SELECT ${columns.join(', ')} FROM ${from}`, params }, file);
    const lacking = targets.filter((_, place) => at >= (had[place] ?? 0));
    await Promise.all(lacking.map((target) => target.insertShare(name, { file, columns }, stagingOf(target, name))));
    onRows(piece.rows);
  }
  await Promise.all(targets.map((target) => compare(target, table)));
  return kept;
}

/** @throws MoveError when the copy is not what the target has to hold of the originals */
async function compare(target: Node, { name, columns, originals }: Snapshot): Promise<void> {
  const share = target.shareOf(name, columns) ?? '1';
  const digest = async (engine: Engine, from: string) => {
    const sql = `SELECT count() AS move_rows, toString(sum(cityHash64(${columns.join(', ')}))) AS move_sum FROM ${from}`;
    const [found] = await ask<Digest>(engine, sql);
    return { rows: found?.move_rows ?? 0, sum: BigInt(found?.move_sum ?? 0) };
  };
  const staging = stagingOf(target, name);
  const copy = await digest(target.engine, staging);
  const parts = await Promise.all(
    originals.map((each) => digest(each.node.engine, `${snapshotPrefix}${each.name} WHERE ${share}`)),
  );
  const rows = parts.reduce((sum, each) => sum + each.rows, 0);
  const sum = BigInt.asUintN(
    64,
    parts.reduce((total, each) => total + each.sum, 0n),
  );
  if (copy.rows === rows && copy.sum === sum) return;
  await run(target.engine, `DROP TABLE ${staging} SYNC`);
  throw new MoveError(
    `The copy of the table ${name} differs from the original (${copy.rows} of ${rows} rows). Nothing was changed in the target; run the move again.`,
  );
}

function stagingOf({ localTable }: Node, table: string): string {
  return `${stagingPrefix}${localTable(table)}`;
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

type TakenPiece = Piece & { readonly original: Original };

function sourceOf({ part, first, rows, original: { name } }: TakenPiece): { from: string; params: Params } {
  return {
    from: `${snapshotPrefix}${name}
      WHERE _part = {part:String} AND _part_offset >= {first:UInt64} AND _part_offset < {end:UInt64}`,
    params: { part, first, end: first + rows },
  };
}

/**
 * The table in the target that takes the copy. It has no views on it and is never merged, and each piece arrives whole or not at
 * all, so that its number of rows says which pieces are there.
 * @returns how many of the pieces
 */
async function continueStaging(target: Node, table: Snapshot, pieces: readonly TakenPiece[]): Promise<number> {
  const { engine } = target;
  const { name, columns, originals } = table;
  const staging = stagingOf(target, name);
  const plan = createHash('sha256')
    .update(JSON.stringify([pieces.map(({ part, first, rows }) => [part, first, rows]), originals.map(hashesOf)]))
    .digest('hex');
  const [found] = await ask<{ comment: string }>(
    engine,
    'SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {staging:String}',
    { staging },
  );
  if (found?.comment === plan) {
    const [{ rows } = { rows: 0 }] = await ask<{ rows: number }>(engine, `SELECT count() AS rows FROM ${staging}`);
    const share = target.shareOf(name, columns);
    let passed = 0;
    for (const [at, piece] of pieces.entries()) {
      if (passed === rows) return at;
      if (passed > rows) break;
      passed += share === undefined ? piece.rows : await countOf(piece, share);
    }
    if (passed === rows) return pieces.length;
  }
  await run(engine, `DROP TABLE IF EXISTS ${staging} SYNC`);
  await run(engine, `CREATE TABLE ${staging} AS ${target.localTable(name)} COMMENT '${plan}'`);
  await run(engine, `ALTER TABLE ${staging} MODIFY SETTING ${neverMerged}`);
  return 0;
}

function hashesOf({ parts }: Original): string[] {
  return parts.map(({ hash }) => hash);
}

async function countOf(piece: TakenPiece, share: string): Promise<number> {
  const { from, params } = sourceOf(piece);
  const sql = `SELECT count() AS rows FROM ${from} AND (${share})`;
  const [found] = await ask<{ rows: number }>(piece.original.node.engine, sql, params);
  return found?.rows ?? 0;
}

async function checkUntouched(nodes: readonly Node[], tables: readonly Snapshot[]): Promise<void> {
  const originals = tables.flatMap((table) => table.originals);
  for (const node of nodes)
    for (const { name, newest } of await filledTables(node.engine)) {
      const isRead = node === nodes[0] || node.localTable(schemaName(node, name)) !== schemaName(node, name);
      const before = originals.find((each) => each.node === node && each.name === name)?.newest;
      if (isRead && before !== newest)
        throw new MoveError(
          `The table ${name} was written to during the move. Stop the services that use the source, and run the move again.`,
        );
    }
}

/** Each statement replaces or removes a whole partition, so that it can be repeated; the ledger comes last. */
async function putInPlace({ engine, localTable }: Node, tables: readonly Snapshot[]): Promise<void> {
  const staged = await ask<{ name: string; partitions: readonly string[] }>(
    engine,
    `SELECT substring(table, length({prefix:String}) + 1) AS name, arraySort(groupUniqArray(partition_id)) AS partitions
     FROM system.parts WHERE database = currentDatabase() AND active AND startsWith(table, {prefix:String}) GROUP BY table`,
    { prefix: stagingPrefix },
  );
  const copied = new Map(staged.map(({ name, partitions }) => [name, partitions]));
  for (const { name, partitions } of await filledTables(engine))
    for (const id of partitions.filter((each) => !copied.get(name)?.includes(each)))
      await run(engine, `ALTER TABLE ${name} DROP PARTITION ID '${id}'`);
  for (const local of tables.map(({ name }) => localTable(name)))
    for (const id of copied.get(local) ?? [])
      await run(engine, `ALTER TABLE ${local} REPLACE PARTITION ID '${id}' FROM ${stagingPrefix}${local}`);
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
