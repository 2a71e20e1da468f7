// A process of kills.long.spec.ts: settles the journal that the last process left, imports the logs in an archive, and writes the number of imported
// lines after each batch and the outcome.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importLog } from '#server/ingest/logs/import-log.ts';
import { readLog } from '#server/ingest/logs/read-log.ts';
import { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { openFolderStore } from './folder-store.ts';
import { reportEvent } from './report-event.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, distinct: { type: 'string', default: '' } },
});
const engine = await openFolderStore(values.folder);
const journal = new ObservationJournal(engine, join(values.folder, 'journal'), (file) =>
  reportEvent({ corrupt: file }),
);
await journal.settle();
reportEvent({ begins: true });
const outcome = await importLog(engine, {
  journal,
  read: readLog,
  today: '2026-11-01',
  owe: () => true,
  reading: { file: join(values.folder, 'logs.tar.gz'), about: {}, now: 2e9, maxDistinct: Number(values.distinct) },
  onProgress: ({ lines }) => reportEvent({ lines }),
});
reportEvent({ state: outcome.state });
await engine.close();
