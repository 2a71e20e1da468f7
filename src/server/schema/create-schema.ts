import { EngineError, type Engine } from '#server/engine/engine.ts';
import { readSchema, type Form } from './forms.ts';

export interface SchemaOptions {
  /** The folder of the *.sql files. */
  readonly folder: string;
  /** Credentials of dictionaries on their own server: `USER '...' PASSWORD '...' `, or empty. */
  readonly credentials?: string;
}

/** The store holds tables of another version of Sightline, or of something else. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema';
  constructor(database: string) {
    super(
      `The database ${database} holds other tables or a collection of another version: choose a new folder (SIGHTLINE_DATA) or database (SIGHTLINE_CLICKHOUSE_URL) and load the sources again.`,
    );
  }
}

/**
 * Creates the tables of an empty store. An interrupted run is repeated: statements create only what is missing, and never change or
 * delete anything. @throws OtherSchema; EngineError
 */
export async function createSchema(engine: Engine, { folder, credentials = '' }: SchemaOptions): Promise<void> {
  const { cluster, database } = engine;
  const schema = readSchema(folder);
  const nodes = cluster?.nodes() ?? [{ engine, shard: 1, address: '' }];
  const states = await Promise.all(nodes.map((node) => stateOf(node.engine, schema.digest)));
  if (states.includes('other')) throw new OtherSchema(database);
  if (states.every((state) => state === 'whole')) return;
  const lost = nodes.find((_, at) => states[at] === 'empty');
  if (cluster?.form === 'shards' && lost && states.includes('whole')) throw lostShard(lost);
  const unfinished = nodes.filter((_, at) => states[at] !== 'whole');
  await Promise.all(unfinished.map((node) => note(node.engine, schema.digest, 'begun')));
  const form: Form = cluster ? { kind: cluster.form, cluster: cluster.name } : { kind: 'plain' };
  const asked = cluster?.form === 'replicated' ? nodes.slice(0, 1) : unfinished;
  for (const statement of schema.statements(form, database)) {
    const sql = statement.replaceAll('{database}', database).replaceAll('{credentials}', credentials);
    // a statement may read tables that the previous one created on another node
    await Promise.all(asked.map((node) => node.engine.command({ name: 'schema', sql })));
  }
  await Promise.all(unfinished.map((node) => note(node.engine, schema.digest, 'whole')));
}

type State = 'empty' | 'begun' | 'whole' | 'other';

/** Each node records its schema in its own table. */
async function stateOf(engine: Engine, digest: string): Promise<State> {
  const ask = <Row>(sql: string) => engine.query<Row>({ name: 'schema', sql });
  const tables = await ask<{ name: string }>('SELECT name FROM system.tables WHERE database = currentDatabase()');
  if (tables.length === 0) return 'empty';
  if (!tables.some(({ name }) => name === 'schema_form')) return 'other';
  const notes = await ask<{ digest: string; state: string }>('SELECT digest, state FROM schema_form');
  if (notes.some((each) => each.digest !== digest)) return 'other';
  return notes.some(({ state }) => state === 'whole') ? 'whole' : 'begun';
}

async function note(engine: Engine, digest: string, state: State): Promise<void> {
  await engine.command({
    name: 'schema',
    sql: 'CREATE TABLE IF NOT EXISTS schema_form (digest String, state String) ENGINE = MergeTree ORDER BY state',
  });
  await engine.insert('schema_form', [{ digest, state }]);
}

function lostShard({ shard, address }: { readonly shard: number; readonly address: string }): EngineError {
  return new EngineError(
    'damaged',
    `shard ${shard} is empty and other shards are not: restore ${address} from a backup, or choose a new database`,
  );
}
