// `npm run bench:service`: what the service adds to its engine, and what it serves to many. The application runs in a process
// of its own (TypeScript through tsx, otherwise as in production) and is asked over real HTTP.
//
//   --records 20000000   size of the generated collection (1,000,000 unless given)
//   --keep FOLDER        keep the collections there and use them again
//   --only rows          or operations, path, load: one part of it
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureOperations } from './operation-times.ts';
import { measurePath } from './lookup-path.ts';
import { measureRows } from './passive-dns-rows.ts';
import { startService, type Service } from './service.ts';
import { measureCallers, measureCancelling, measureRepeats } from './under-load.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    only: { type: 'string' },
  },
});
const records = Number(values.records);
const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'sightline-bench-')) : resolve(values.keep);
const isWanted = (part: string) => values.only === undefined || values.only === part;

async function withService(
  name: string,
  collection: string,
  measure: (service: Service) => Promise<void>,
): Promise<void> {
  const service = await startService(join(folder, name), collection);
  try {
    await measure(service);
  } finally {
    await service.close();
  }
}

console.log(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; the service runs from TypeScript in a process of its own`,
);
const results: boolean[] = [];
try {
  if (isWanted('operations')) {
    console.log('\nThe sample collection, one caller, no answers kept');
    await withService('sample', 'sample', measureOperations);
  }
  if (isWanted('rows') || isWanted('load') || isWanted('path')) {
    console.log(`\n${records} generated passive DNS records, no answers kept`);
    await withService(`generated-${records}`, values.records, async (service) => {
      if (isWanted('path')) await measurePath(service, records);
      if (isWanted('rows')) results.push(await measureRows(service, records));
      if (!isWanted('load')) return;
      console.log('\nMany callers');
      results.push(await measureCallers(service, records));
      results.push(await measureRepeats(service, records));
      results.push(await measureCancelling(service));
    });
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = results.every(Boolean) ? 0 : 1;
