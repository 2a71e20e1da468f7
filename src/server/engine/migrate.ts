import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';

export interface SchemaOptions {
  /** The folder of the numbered *.sql files. */
  readonly folder: string;
  /** How dictionaries reach their own server: `USER '...' PASSWORD '...' `, or nothing. */
  readonly credentials?: string;
}

/**
 * Brings the schema up to date: every numbered file that the ledger does not name runs once, in order. Statements are
 * idempotent, so a step that was cut off runs again whole.
 * @returns the names of the steps that ran now
 */
export async function migrate(engine: Engine, { folder, credentials = '' }: SchemaOptions): Promise<string[]> {
  await engine.command({
    name: 'migrate',
    sql: 'CREATE TABLE IF NOT EXISTS schema_steps (step String, at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY step',
  });
  const done = new Set(
    (await engine.query<{ step: string }>({ name: 'migrate', sql: 'SELECT step FROM schema_steps' })).map(
      (row) => row.step,
    ),
  );
  const steps = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .filter((file) => !done.has(file));
  for (const step of steps) {
    const text = readFileSync(join(folder, step), 'utf8')
      .replaceAll('{database}', engine.database)
      .replaceAll('{credentials}', credentials);
    for (const sql of statements(text)) await engine.command({ name: 'migrate', sql });
    await engine.insert('schema_steps', [{ step }]);
  }
  return steps;
}

/** A statement ends where a line ends with `;`. */
function statements(text: string): string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((part) => part.trim())
    .filter((part) => part.replace(/^\s*--.*$/gm, '').trim() !== '');
}
