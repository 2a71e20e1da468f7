// Fills a data folder with seeded observations so that the service considers it loaded; runs in a process of its own,
// because chDB opens one data folder per process.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dateToIsoDate } from '#model/dates.ts';
import { finishImport, importIds } from '#server/ingest/ledger.ts';
import { writeObservations } from '#server/ingest/journal/observations.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { seededObservations } from './seeded-observations.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, observations: { type: 'string', default: '100000' } },
});
const rows = Number(values.observations);
const path = join(values.folder, 'store');
const engine = await openChdb({ path, database: 'sightline', sessions: 2, limits: statementLimits(2e9) });
await createSchema(engine, { folder: 'src/server/schema' });
const observations = seededObservations({ seed: 'service', sequence: 1, rows, names: rows });
await writeObservations(engine, observations, { import: 100, sequence: 1 });
// the first load and the daily derivations count as done: there are only observations
for (const id of [importIds.firstLoad, importIds.scores, importIds.nsTransfers]) {
  const head = { kind: 'first-load', digest: '', licence: '', sample: false };
  await finishImport(engine, { id, source: 'spec', ...head, asOf: dateToIsoDate(new Date()) }, 0);
}
await engine.close();
