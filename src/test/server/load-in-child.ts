// A process of kills.long.spec.ts: loads a reduced collection into a folder, and kills itself at a given step or writes a
// fingerprint of every table.
import { parseArgs } from 'node:util';
import { collectionTables, passingTables } from '#server/ingest/collection-tables.ts';
import { firstLoad } from '#server/ingest/first-load.ts';
import { inBatches, type Source } from '#server/ingest/source.ts';
import { openFolderStore } from './folder-store.ts';
import { reportEvent } from './report-event.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    sample: { type: 'boolean', default: false },
    today: { type: 'string', default: '2026-11-21' },
    'kill-in': { type: 'string', default: '' },
    'kill-at': { type: 'string', default: '0' },
  },
});

const lines = Array.from({ length: 3000 }, (_, n) => [
  { first: `::ffff:10.${n >> 8}.${n & 255}.0`, length: 120, asn: n + 1, valid_from: '2026-06-17' },
]);
const reduced: Source = {
  importId: 2,
  id: 'open-data:origin-as',
  kind: 'prefixes',
  covers: ['origin_as'],
  tables: ['prefixes'],
  digest: 'reduced',
  licence: '',
  asOf: '2026-06-17',
  countLines: () => Promise.resolve(lines.length),
  batches: () => inBatches('prefixes', lines),
};

const engine = await openFolderStore(values.folder, 2e9);
const startedAt = performance.now();
const loaded = await firstLoad(engine, {
  sample: values.sample,
  today: values.today,
  openData: [reduced],
  // small, but of many batches: a kill has to find one between two others
  sampleExtent: { domains: 300, batchRows: 1000 },
  onProgress: (steps) => {
    const here = steps.find((step) => step.name === values['kill-in']);
    // a moment later, so that it hits an insert and not the pause between two
    if (here && here.total + here.done > 0 && here.done >= Number(values['kill-at']))
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 15);
  },
});
const loadedAt = performance.now();
const again = await firstLoad(engine, { sample: values.sample, today: values.today });
/** Time of a start that finds the load done, as a share of the time of the load. */
const secondCheckShare = (performance.now() - loadedAt) / (loadedAt - startedAt);
const prints: Record<string, object> = {};
for (const table of collectionTables.filter(
  (name) => name !== 'imports' && name !== 'rejects' && !passingTables.includes(name),
)) {
  const [print] = await engine.query<object>({
    name: 'spec',
    sql: `SELECT count() AS rows, toString(sum(cityHash64(* EXCEPT (written)))) AS hash FROM ${table} FINAL`,
  });
  if (print) prints[table] = print;
}
await engine.close();
reportEvent({ loaded, again, secondCheckShare, prints });
