import { z } from 'zod';
import { formatNumber } from '#model/format.ts';
import { readOrQuarantine, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';
import { shardsOf, type Engine } from '#server/engine/engine.ts';
import { collectionTables, passingTables, teamTables } from './collection-tables.ts';
import { feedsWithoutRows } from './feeds/apply/lost-feeds.ts';
import { importState, importIds, latestImports } from './ledger.ts';
import { packagedSources } from './packaged-sources.ts';
import { laggingTables } from './journal/observations.ts';

const damage = z.object({
  table: z.string(),
  /** How many rows are gone; absent when unknown. */
  rows: z.number().optional(),
  /** What was found, for the operator. */
  reason: z.string(),
});
/** A table that lost rows on disk. Queries answer from the rows that are left. */
export type Damage = Readonly<z.output<typeof damage>>;

const part = z.object({
  table: z.string(),
  /** Numbers of the first and the last insert in the part, which merges preserve. */
  first: z.number(),
  last: z.number(),
  rows: z.number(),
});
type Part = Readonly<z.output<typeof part>>;

const inventory = z.object({
  /** A folder may have been used with both kinds of store. */
  store: z.enum(['embedded', 'server']),
  parts: z.array(part),
  detached: z.array(z.string()),
  damage: z.array(damage),
});
type Inventory = Readonly<z.output<typeof inventory>>;

export interface StoreIntegrity {
  /** Damage since the last `take`, and damage that was left then. @throws EngineError */
  inspect(): Promise<Damage[]>;
  /**
   * Reads every part of the embedded store and compares it with its checksums. A damaged part is set aside: queries answer from the rows
   * that are left, and the next start repairs it like other damage.
   * @param signal stops it between two parts @throws EngineError, or the error of the disk
   */
  check(signal: AbortSignal): Promise<{ readonly parts: number; readonly found: Damage[] }>;
  /** Writes the inventory of the store, with the damage that is left. @throws EngineError, or the error of the disk */
  take(left: readonly Damage[]): Promise<void>;
}

/**
 * At start, ClickHouse detaches a part that it cannot read and continues without its rows, and it does not notice a part whose folder
 * is gone. So a file beside the store lists the parts: each must still exist, alone or merged into a larger one. A server
 * has its own replicas and merges: there, only detached parts are damage.
 * @param file of the inventory
 */
export function storeIntegrity(engine: Engine, file: string, onCorrupt: OnCorrupt): StoreIntegrity {
  const store = engine.kind;
  const nothing: Inventory = { store, parts: [], detached: [], damage: [] };
  const read = async (): Promise<Inventory> => {
    const found = await readOrQuarantine(file, (value) => inventory.parse(value), onCorrupt);
    return found?.store === store ? found : nothing;
  };
  return {
    async inspect() {
      const load = await importState(engine, importIds.firstLoad);
      if (load?.state === 'started') return []; // the load will start again with an empty collection
      const [before, disks] = await Promise.all([read(), partsOnDisks(engine)]);
      // parts that a removal emptied are gone; the inventory follows it
      const isRemoving = (await latestImports(engine)).some(({ state }) => ['removing', 'removed'].includes(state));
      const found = [
        ...before.damage,
        ...(engine.kind === 'embedded' && !isRemoving
          ? disks.flatMap(({ active }) => missingParts(before.parts, active))
          : []),
        ...disks.flatMap(({ active, aside }) => brokenParts(aside, before.detached, active)),
        ...(await againstLedger(engine)),
      ];
      const byTable = new Map<string, Damage>();
      for (const each of found) if (!byTable.has(each.table)) byTable.set(each.table, each);
      const list = [...byTable.values()];
      // written before the repair: if that is cut off, it begins again at the next start
      if (list.length > 0) await replaceFile(file, JSON.stringify({ ...before, damage: list } satisfies Inventory));
      return list;
    },
    async check(signal) {
      const parts = await partsByName(engine);
      const found: Damage[] = [];
      for (const part of parts) {
        signal.throwIfAborted();
        const reason = await checkPart(engine, part);
        if (reason === undefined) continue;
        await engine.command({
          name: 'integrity',
          sql: `ALTER TABLE ${part.table} DETACH PART {name:String}`,
          params: { name: part.name },
        });
        found.push({ table: part.table, rows: part.rows, reason });
      }
      return { parts: parts.length, found };
    },
    async take(left) {
      const disks = await partsOnDisks(engine);
      const parts = disks.flatMap(({ active }) => active);
      const detached = disks.flatMap(({ aside }) => aside.map(({ id }) => id));
      await replaceFile(file, JSON.stringify({ store, parts, detached, damage: [...left] } satisfies Inventory));
    },
  };
}

/** Without the tables that are emptied as a part of normal work. */
const watched: readonly string[] = [
  ...collectionTables.filter((table) => !passingTables.includes(table)),
  ...teamTables,
];

/** The parts of the engine, or of each shard of a cluster. */
function partsOnDisks(engine: Engine): Promise<{ active: Part[]; aside: PartAside[] }[]> {
  const place = (shard: number) => (engine.cluster ? `shard ${shard}/` : '');
  return Promise.all(
    shardsOf(engine).map(async (store) => {
      const [active, aside] = await Promise.all([
        activeParts(store.engine),
        partsAside(store.engine, place(store.shard)),
      ]);
      return { active, aside };
    }),
  );
}

/** On a node of a cluster, the local share of a table has another name. */
const tableName = "replaceRegexpOne(table, '_local$', '')";

function activeParts(engine: Engine): Promise<Part[]> {
  return engine.query<Part>({
    name: 'integrity',
    sql: `SELECT ${tableName} AS table, min_block_number AS first, max_block_number AS last, rows FROM system.parts
          WHERE database = currentDatabase() AND active AND ${tableName} IN {watched:Array(String)} ORDER BY table, first`,
    params: { watched },
  });
}

interface NamedPart {
  readonly table: string;
  readonly name: string;
  readonly rows: number;
}

function partsByName(engine: Engine): Promise<NamedPart[]> {
  return engine.query<NamedPart>({
    name: 'integrity',
    sql: `SELECT table, name, rows FROM system.parts
          WHERE database = currentDatabase() AND active AND table IN {watched:Array(String)} ORDER BY table, name`,
    params: { watched },
  });
}

/** @returns what is wrong with the part; undefined when it is whole, or was merged meanwhile */
async function checkPart(engine: Engine, { table, name, rows }: NamedPart): Promise<string | undefined> {
  const isThere = async () => (await partsByName(engine)).some((each) => each.table === table && each.name === name);
  try {
    const [row] = await engine.query<{ is_passed: number }>(
      {
        name: 'integrity',
        sql: `CHECK TABLE ${table} PART {name:String} SETTINGS check_query_single_value_result = 0`,
        params: { name },
      },
      { limits: 'upkeep' },
    );
    if (row?.is_passed === 1 || !(await isThere())) return undefined;
  } catch (error) {
    if (!(await isThere())) return undefined;
    throw error;
  }
  return `a part of the table ${table} with ${formatNumber(rows)} rows does not match its checksums and was set aside (${name})`;
}

interface PartAside {
  readonly id: string;
  readonly table: string;
  readonly first: number | null;
  readonly last: number | null;
}

function partsAside(engine: Engine, place: string): Promise<PartAside[]> {
  return engine.query<PartAside>({
    name: 'integrity',
    sql: `SELECT concat({place:String}, table, '/', name) AS id, ${tableName} AS table, min_block_number AS first, max_block_number AS last
          FROM system.detached_parts
          WHERE database = currentDatabase() AND startsWith(reason, 'broken') AND ${tableName} IN {watched:Array(String)}`,
    params: { watched, place },
  });
}

/** Parts that are gone, and whose rows are not in other parts of the same inserts. */
export function missingParts(before: readonly Part[], now: readonly Part[]): Damage[] {
  const lost = new Map<string, number>();
  for (const { table, first, last, rows } of before) {
    const same = now.filter((each) => each.table === table);
    if (same.some((each) => each.first <= first && each.last >= last)) continue;
    // the parts it was merged from may have come back
    const left = same.filter((each) => each.first >= first && each.last <= last);
    const gone = rows - left.reduce((sum, each) => sum + each.rows, 0);
    if (gone > 0) lost.set(table, (lost.get(table) ?? 0) + gone);
  }
  return [...lost].map(([table, rows]) => ({
    table,
    rows,
    reason: `${formatNumber(rows)} rows of the table ${table} are gone from the disk`,
  }));
}

/** Parts that the engine has detached since the inventory, and whose rows are in no other part. */
function brokenParts(aside: readonly PartAside[], known: readonly string[], now: readonly Part[]): Damage[] {
  return aside
    .filter(({ id }) => !known.includes(id))
    .filter(
      ({ table, first, last }) =>
        first === null ||
        last === null ||
        !now.some((each) => each.table === table && each.first <= first && each.last >= last),
    )
    .map(({ table, id }) => ({ table, reason: `a part of the table ${table} is damaged and was set aside (${id})` }));
}

/** Compares with the ledger, which needs no inventory but only detects lost tables and newest batches. */
async function againstLedger(engine: Engine): Promise<Damage[]> {
  const imports = await engine.query<{ id: number; rows: number }>({
    name: 'integrity',
    sql: `SELECT import AS id, max(rows) AS rows FROM imports WHERE state = 'done' GROUP BY id HAVING rows > 0 ORDER BY id`,
  });
  const tablesOf = new Map(packagedSources().map(({ importId, tables }) => [importId, tables]));
  const found: Damage[] = [];
  for (const { id } of imports) {
    for (const table of await laggingTables(engine, id))
      found.push({ table, reason: `the table ${table} lacks the newest rows of import ${id}` });
    for (const table of tablesOf.get(id) ?? []) {
      const [count] = await engine.query<{ rows: number }>({
        name: 'integrity',
        sql: `SELECT count() AS rows FROM ${table} WHERE import = {id:UInt32}`,
        params: { id },
      });
      if (count?.rows === 0) found.push({ table, reason: `the table ${table} has lost all rows of import ${id}` });
    }
  }
  for (const { table, source } of await feedsWithoutRows(engine))
    found.push({ table, reason: `the table ${table} has lost all rows of ${source}` });
  return found;
}
