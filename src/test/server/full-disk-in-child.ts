// Run by disk-faults.long.spec.ts in a process of its own, on a small disk: writes batches, fills the disk, writes more, frees it, and
// prints the contents of the collection and the status of the store after each step.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { EngineError } from '#server/engine/engine.ts';
import { openFolderStore } from './folder-store.ts';
import { reportEvent } from './report-event.ts';
import { seededObservations } from './seeded-observations.ts';

const { values } = parseArgs({ options: { folder: { type: 'string', default: '' } } });
const engine = await openFolderStore(values.folder);
const journal = new ObservationJournal(engine, join(values.folder, 'journal'), (message) => {
  throw new Error(message);
});

async function step(name: string, sequence: number): Promise<void> {
  const rows = seededObservations({ seed: 'disk', sequence, rows: 500, names: 500 });
  const fault = await journal.write(rows, { import: 100, sequence }).then(
    () => null,
    (error: unknown) => (error instanceof EngineError ? error.fault : (error as NodeJS.ErrnoException).code),
  );
  const counts: Record<string, number> = {};
  for (const table of ['fwd', 'rev', 'names', 'txt', 'rrsets', 'rrsets_by_hash']) {
    const sql = `SELECT count() AS rows FROM ${table} FINAL WHERE rrtype != 'WATERMARK'`;
    counts[table] = (await engine.query<{ rows: number }>({ name: 'spec', sql }))[0]?.rows ?? -1;
  }
  const { writeFault = null } = await engine.status();
  reportEvent({ name, fault, counts, writeFault });
}

await step('before', 1);
const ballast = join(values.folder, 'ballast');
// room for the small file of the journal, however much the store takes: it is the store that meets the full disk
writeFileSync(`${ballast}-room`, Buffer.alloc(160_000));
const filled: string[] = [];
for (let size = 512_000; size >= 4000; size /= 2)
  try {
    for (;;) {
      filled.push(`${ballast}-${filled.length}`);
      writeFileSync(filled.at(-1) ?? '', Buffer.alloc(size));
    }
  } catch {
    rmSync(filled.at(-1) ?? '', { force: true });
  }
rmSync(`${ballast}-room`);
await step('full', 2);
await step('still full', 2);
for (const file of filled) rmSync(file, { force: true });
await step('freed', 3);
await engine.close();
