import { localName, type SchemaMap } from './cluster-statements.ts';
import { toEngineError, type Engine, type EngineError, type Shard } from './engine.ts';
import type { ServerEngine } from './http-engine.ts';

export interface ShardOptions {
  /** Counted from 1. */
  readonly shard: number;
  /** Number of shards. */
  readonly shards: number;
  readonly schema: SchemaMap;
  readonly database: string;
  readonly isReplicated: boolean;
  /** Makes the error that no replica answers. */
  readonly lost: (cause: unknown) => EngineError;
}

/** Statements go to the first replica that answers; a statement that fails there is not repeated. @param replicas in their order */
export function openShard(replicas: readonly { readonly engine: ServerEngine }[], options: ShardOptions): Shard {
  const { shard, shards, schema, database, isReplicated, lost } = options;
  const structures = new Map<string, string>();

  async function onFirst<T>(act: (engine: ServerEngine) => Promise<T>): Promise<T> {
    const replica = replicas.find(({ engine }) => engine.outage === undefined) ?? replicas[0];
    if (!replica) throw lost(undefined);
    try {
      return await act(replica.engine);
    } catch (error) {
      const failure = toEngineError(error);
      throw failure.fault === 'unreachable' ? lost(failure) : failure;
    }
  }
  const engine: Engine = {
    kind: 'server',
    database,
    query: (asked, given) => onFirst((replica) => replica.query(asked, given)),
    command: (asked, given) => onFirst((replica) => replica.command(asked, given)),
    insert: (table, rows) => onFirst((replica) => replica.insert(table, rows)),
    save: (asked, file) => onFirst((replica) => replica.save(asked, file)),
    status: () => onFirst((replica) => replica.status()),
    writes: () => replicas.reduce((sum, replica) => sum + replica.engine.writes(), 0),
    inTurn: (work) => onFirst((replica) => replica.inTurn(work)),
    // the cluster closes the connections
    close: () => Promise.resolve(),
  };
  return {
    shard,
    engine,
    localTable: (table) => localName(table, schema),
    insertShare: async (table, rows, into = table) => {
      const placement = schema.placements.get(table);
      const key = placement?.kind === 'landing' ? placement.key : undefined;
      if (key === undefined) throw new TypeError(`rows of ${table} cannot be inserted into a shard as blocks`);
      const structure = structures.get(table) ?? (await structureOf(engine, table));
      structures.set(table, structure);
      const share = `rrtype = 'WATERMARK' OR cityHash64(${key}) % ${shards} = ${shard - 1}`;
      await onFirst((replica) => replica.insertWhere(into, rows, structure, share));
    },
    settle: async (tables) => {
      if (!isReplicated) return;
      const sync = (table: string) => `SYSTEM SYNC REPLICA ${localName(table, schema)} LIGHTWEIGHT`;
      await Promise.all(tables.map((table) => engine.command({ name: 'cluster', sql: sync(table) })));
    },
  };
}

async function structureOf(engine: Engine, table: string): Promise<string> {
  const columns = await engine.query<{ name: string; type: string }>({
    name: 'cluster',
    sql: 'SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position',
    params: { table },
  });
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ');
}
