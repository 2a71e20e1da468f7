// Fills a data folder with seeded observations so that the service considers it loaded; runs in a process of its own,
// because chDB opens one data folder per process.
import { parseArgs } from 'node:util';
import { writeObservations } from '#server/ingest/journal/observations.ts';
import { countAsLoaded, openFolderStore } from './folder-store.ts';
import { seededObservations } from './seeded-observations.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, observations: { type: 'string', default: '100000' } },
});
const rows = Number(values.observations);
const engine = await openFolderStore(values.folder, 2e9);
const observations = seededObservations({ seed: 'service', sequence: 1, rows, names: rows });
await writeObservations(engine, observations, { import: 100, sequence: 1 });
await countAsLoaded(engine);
await engine.close();
