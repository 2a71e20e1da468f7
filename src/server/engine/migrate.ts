import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { refill } from './refill.ts';
import { schemaFor } from './schema-forms.ts';

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

/**
 * Brings the schema up to date: every numbered file that the ledger does not name runs once, in order. Statements are
 * idempotent, so a step that was cut off runs again whole. On a cluster each node has a ledger of its own, and a node without
 * one beside others that have one is filled from them.
 * @returns the names of the steps that ran now
 */
export async function migrate(engine: Engine, { folder, credentials = '', only }: SchemaOptions): Promise<string[]> {
  const { cluster } = engine;
  const stores = await Promise.all((cluster?.nodes ?? [{ engine }]).map(ledgerOf));
  const empty = stores.filter(({ done }) => done.size === 0);
  const isRefill = empty.length < stores.length;
  const schema = schemaFor(cluster ? { kind: 'copies', cluster: cluster.name } : { kind: 'single' }, engine.database);
  const steps: string[] = [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  for (const step of files.sort()) {
    const text = readFileSync(join(folder, step), 'utf8')
      .replaceAll('{database}', engine.database)
      .replaceAll('{credentials}', credentials);
    // also of steps that ran before: later ones are judged by their tables
    const forms = schema.forms(step, text);
    const behind = stores.filter(({ done }) => !done.has(step));
    if (behind.length === 0 || (only && !only.includes(step))) continue;
    // a statement may read what the one before made on another node
    for (const { sql } of forms) await onAll(behind, (store) => store.command({ name: 'migrate', sql }));
    // a node that is to be filled counts as empty until it is full
    const migrated = isRefill ? behind.filter((store) => !empty.includes(store)) : behind;
    await onAll(migrated, (store) => store.insert('schema_steps', [{ step }]));
    steps.push(step);
  }
  if (cluster && isRefill && empty.length > 0) {
    await refill(
      cluster,
      cluster.nodes.filter((_, at) => stores[at]?.done.size === 0),
    );
    const rows = files.map((step) => ({ step }));
    await onAll(empty, (store) => store.insert('schema_steps', rows));
  }
  return steps;
}

/** Whether every step has run, as far as this version knows them. @throws EngineError */
export async function isMigrated(engine: Engine, folder: string): Promise<boolean> {
  const { done } = await ledgerOf({ engine });
  return readdirSync(folder).every((file) => !file.endsWith('.sql') || done.has(file));
}

interface Store {
  readonly engine: Engine;
  /** The steps that ran before. */
  readonly done: ReadonlySet<string>;
}

async function onAll(stores: readonly Store[], act: (engine: Engine) => Promise<void>): Promise<void> {
  await Promise.all(stores.map((store) => act(store.engine)));
}

async function ledgerOf({ engine }: Pick<Store, 'engine'>): Promise<Store> {
  await engine.command({
    name: 'migrate',
    sql: 'CREATE TABLE IF NOT EXISTS schema_steps (step String, at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY step',
  });
  const rows = await engine.query<{ step: string }>({ name: 'migrate', sql: 'SELECT step FROM schema_steps' });
  return { engine, done: new Set(rows.map((row) => row.step)) };
}
