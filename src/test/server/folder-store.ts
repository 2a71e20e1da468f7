import { join } from 'node:path';
import { dateToIsoDate } from '#model/dates.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { finishImport, importIds } from '#server/ingest/ledger.ts';
import { createSchema } from '#server/schema/create-schema.ts';

/** Opens the store of a data folder without a service, and creates the tables that it lacks. */
export async function openFolderStore(folder: string, statementBytes = 1e9): Promise<Engine> {
  const limits = statementLimits(statementBytes);
  const engine = await openChdb({ path: join(folder, 'store'), database: 'sightline', sessions: 2, limits });
  await createSchema(engine, { folder: 'src/server/schema' });
  return engine;
}

/** Notes the first load and the daily derivations as done: a service then takes the collection as it is. */
export async function countAsLoaded(engine: Engine): Promise<void> {
  const head = { kind: 'first-load', digest: '', licence: '', asOf: dateToIsoDate(new Date()) };
  for (const id of [importIds.firstLoad, importIds.scores, importIds.nsTransfers])
    await finishImport(engine, { id, source: 'spec', ...head }, 0);
}
