import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { createSchema, OtherSchema } from './create-schema.ts';
import { readSchema } from './forms.ts';

const schemaFolder = 'src/server/schema';
const folder = specFolder('schema');
let engine: Engine | undefined;
let stores = 0;

beforeEach(async () => {
  await engine?.close();
  stores += 1;
  const path = join(folder, String(stores));
  engine = await openChdb({ path, database: 'sightline', sessions: 2, limits: statementLimits(1e9) });
});
afterAll(() => engine?.close());

const store = (): Engine => {
  if (!engine) throw new Error('no store is open');
  return engine;
};
const run = (sql: string) => store().command({ name: 'spec', sql });
const tables = async () => {
  const sql = 'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name';
  return (await store().query<{ name: string }>({ name: 'spec', sql })).map(({ name }) => name);
};
const create = () => createSchema(store(), { folder: schemaFolder });

it('creates every table of the schema, and leaves a store that has them alone', async () => {
  await create();
  expect(await tables()).toEqual(
    expect.arrayContaining(['schema_form', ...readSchema(schemaFolder).placements.keys()]),
  );
  await run('DROP TABLE rejects SYNC');
  await create();
  expect(await tables()).not.toContain('rejects');
});

it('finishes after an interruption', async () => {
  await create();
  await run('DROP TABLE rejects SYNC');
  await run('DROP TABLE obs_fwd SYNC');
  await run("ALTER TABLE schema_form DELETE WHERE state = 'whole' SETTINGS mutations_sync = 1");
  await create();
  expect(await tables()).toEqual(expect.arrayContaining(['rejects', 'obs_fwd']));
});

it.each([
  [
    'was made before the tables were noted',
    async () => {
      await run('CREATE TABLE schema_steps (step String) ENGINE = MergeTree ORDER BY step');
      await run("INSERT INTO schema_steps SELECT '001-ledger.sql'");
    },
  ],
  [
    'has another schema',
    async () => {
      await create();
      await run("ALTER TABLE schema_form UPDATE digest = 'another' WHERE 1 SETTINGS mutations_sync = 1");
    },
  ],
])('refuses a collection that %s, and changes nothing in it', async (_, make) => {
  await make();
  const before = await tables();
  await expect(create()).rejects.toThrow(OtherSchema);
  await expect(create()).rejects.toThrow(
    /holds other tables or a collection of another version: choose a new folder .* and load the sources again\.$/,
  );
  expect(await tables()).toEqual(before);
});
