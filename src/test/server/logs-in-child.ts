// A process of kills.long.spec.ts: settles the journal that the last process left, imports the logs in an archive, and writes the number of imported
// lines after each batch and the outcome.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importLog } from '#server/ingest/logs/import-log.ts';
import { readLog } from '#server/ingest/logs/read-log.ts';
import { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, distinct: { type: 'string', default: '' } },
});
const path = join(values.folder, 'store');
const engine = await openChdb({ path, database: 'sightline', sessions: 2, limits: statementLimits(1e9) });
await createSchema(engine, { folder: 'src/server/schema' });
const journal = new ObservationJournal(engine, join(values.folder, 'journal'), (file) => say({ corrupt: file }));
await journal.settle();
say({ begins: true });
const outcome = await importLog(engine, {
  ...{ journal, read: readLog, today: '2026-11-01', owe: () => true },
  reading: { file: join(values.folder, 'logs.tar.gz'), about: {}, now: 2e9, maxDistinct: Number(values.distinct) },
  onProgress: ({ lines }) => say({ lines }),
});
say({ state: outcome.state });
await engine.close();

function say(event: object): void {
  console.warn(JSON.stringify(event));
}
