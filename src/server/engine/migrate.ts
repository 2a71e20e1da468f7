import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError, type ClusterNode, type Engine } from './engine.ts';
import { schemaFor, type Form } from './schema-forms.ts';

export interface SchemaOptions {
  /** The folder of the numbered *.sql files. */
  readonly folder: string;
  /** How dictionaries reach their own server: `USER '...' PASSWORD '...' `, or nothing. */
  readonly credentials?: string;
  /** Steps that stand by themselves and are wanted before the others; all steps unless given. */
  readonly only?: readonly string[];
}

/** The tables by which service processes find out which of them may change the collection, the schema included. */
export const sharingSteps = ['040-service-jobs.sql', '050-service-lease.sql'] as const;

/** Makes these tables on one node of a cluster, whose ledger they come before. */
export async function createSharedTables(engine: Engine, folder: string): Promise<void> {
  const steps = stepsFor(engine, { folder, only: sharingSteps });
  for (const { forms } of steps) for (const { sql } of forms) await engine.command({ name: 'migrate', sql });
}

/**
 * Brings the schema up to date: every numbered file that the ledger does not name runs once, in order. Statements are
 * idempotent, so a step that was cut off runs again whole. On a cluster each node has a ledger of its own. A node without one beside
 * others that have one has lost its disk: it is left behind, as are those that do not answer while a step runs.
 * @returns the names of the steps that ran now
 */
export async function migrate(engine: Engine, options: SchemaOptions): Promise<string[]> {
  const { cluster } = engine;
  if (!cluster) return runSteps([await ledgerOf(engine)], stepsFor(engine, options));
  const ledgers = await Promise.all(cluster.nodes.map(async (node) => ({ node, ledger: await ledgerOf(node.engine) })));
  const filled = ledgers.filter(({ ledger }) => ledger.done.size > 0);
  const used = filled.length > 0 ? filled : ledgers;
  const empty = ledgers.filter((each) => !used.includes(each)).map(({ node }) => node);
  for (const node of empty)
    if (
      !hasReplica(
        node,
        used.map((each) => each.node),
      )
    )
      throw lostShard(node);
  if (empty.length > 0) await cluster.leaveBehind(empty);
  const steps = stepsFor(engine, options, cluster.name);
  const stores = used.map(({ ledger }) => ledger);
  if (steps.some(({ step }) => stores.some(({ done }) => !done.has(step)))) await cluster.leaveAbsentBehind();
  return runSteps(stores, steps);
}

/** Brings the schema of one node of a cluster up to date. */
export async function migrateNode(
  engine: Engine,
  options: SchemaOptions & { readonly cluster: string },
): Promise<void> {
  await runSteps([await ledgerOf(engine)], stepsFor(engine, options, options.cluster));
}

/** Whether a server has a schema: one without has lost its disk, or is new. */
export async function hasSchema(engine: Engine): Promise<boolean> {
  const sql = "SELECT 1 AS found FROM system.tables WHERE database = {database:String} AND name = 'schema_steps'";
  const found = await engine.query({ name: 'migrate', sql, params: { database: engine.database } });
  return found.length > 0 && (await ledgerOf(engine)).done.size > 0;
}

function hasReplica({ shard }: ClusterNode, others: readonly ClusterNode[]): boolean {
  return others.some((each) => each.shard === shard);
}

function lostShard({ shard, address }: ClusterNode): EngineError {
  return new EngineError(
    'damaged',
    `all replicas of shard ${shard} are empty and other shards are not: restore ${address} from a backup, or empty all nodes`,
  );
}

interface Step {
  readonly step: string;
  readonly forms: readonly Form[];
}

function stepsFor(engine: Engine, { folder, credentials = '', only }: SchemaOptions, cluster?: string): Step[] {
  const schema = schemaFor(cluster === undefined ? { kind: 'single' } : { kind: 'copies', cluster }, engine.database);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  // also of steps that ran before: later ones are judged by their tables
  const steps = files.sort().map((step) => {
    const text = readFileSync(join(folder, step), 'utf8');
    const forms = schema.forms(
      step,
      text.replaceAll('{database}', engine.database).replaceAll('{credentials}', credentials),
    );
    return { step, forms };
  });
  return only ? steps.filter(({ step }) => only.includes(step)) : steps;
}

async function runSteps(stores: readonly Ledger[], steps: readonly Step[]): Promise<string[]> {
  const ran: string[] = [];
  for (const { step, forms } of steps) {
    const behind = stores.filter(({ done }) => !done.has(step));
    if (behind.length === 0) continue;
    // a statement may read what the one before made on another node
    for (const { sql } of forms)
      await Promise.all(behind.map(({ engine }) => engine.command({ name: 'migrate', sql })));
    await Promise.all(behind.map(({ engine }) => engine.insert('schema_steps', [{ step }])));
    ran.push(step);
  }
  return ran;
}

/** Whether every step has run, as far as this version knows them. @throws EngineError */
export async function isMigrated(engine: Engine, folder: string): Promise<boolean> {
  const { done } = await ledgerOf(engine);
  return readdirSync(folder).every((file) => !file.endsWith('.sql') || done.has(file));
}

interface Ledger {
  readonly engine: Engine;
  /** The steps that ran before. */
  readonly done: ReadonlySet<string>;
}

async function ledgerOf(engine: Engine): Promise<Ledger> {
  await engine.command({
    name: 'migrate',
    sql: 'CREATE TABLE IF NOT EXISTS schema_steps (step String, at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY step',
  });
  const rows = await engine.query<{ step: string }>({ name: 'migrate', sql: 'SELECT step FROM schema_steps' });
  return { engine, done: new Set(rows.map((row) => row.step)) };
}
