// `npm run bench:growth`: what a collection costs as it grows, one column for each size: disk, filling, merging, starting,
// refreshing scores, memory, and the slowest look-ups, as a table in Markdown.
//
//   --sizes 1000000,20000000   records of the generated collections
//   --keep FOLDER              keep the collections there and use them again (then without the times of filling)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { percentile } from './bench-service/figures.ts';
import { slowestTimes } from './bench-service/passive-dns-rows.ts';
import { startService, type Service } from './bench-service/service.ts';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000000,20000000' }, keep: { type: 'string' } },
});
const sizes = values.sizes.split(',').map(Number);
const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'sightline-bench-')) : resolve(values.keep);

/** A figure by its name, as the table shows it. */
type Column = ReadonlyMap<string, string>;

try {
  const columns: Column[] = [];
  for (const records of sizes) columns.push(await measureSize(records));
  printTable(columns);
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

async function measureSize(records: number): Promise<Column> {
  const home = join(folder, `generated-${records}`);
  const filled = await startService(home, String(records));
  const insertSeconds = await filled.order({ act: 'fill-time', of: 'insertSeconds' });
  const mergeSeconds = await filled.order({ act: 'fill-time', of: 'mergeSeconds' });
  await filled.close();
  const startedAt = performance.now();
  const service = await startService(home, String(records));
  const startSeconds = (performance.now() - startedAt) / 1000;
  try {
    const idle = await megabytes(service);
    const bytes = await service.order({ act: 'bytes' });
    const selectOne: number[] = [];
    for (let time = 0; time < 100; time += 1) selectOne.push(await service.order({ act: 'select-1' }));
    await slowestTimes(service, records, 2); // the service has just started: its code is not compiled yet
    const slowest = await slowestTimes(service, records);
    const afterLookups = await megabytes(service);
    const refresh = await service.order({ act: 'refresh', days: 1 });
    return new Map([
      ['bytes a record', (bytes / records).toFixed(0)],
      ['records a second, filled by the store itself', perSecond(records, insertSeconds)],
      ['seconds of merging after it', shownSeconds(mergeSeconds)],
      ['seconds to start again', startSeconds.toFixed(1)],
      ['seconds of refreshing the scores of a day', (refresh / 1000).toFixed(1)],
      [
        'MB resident: started · after look-ups · after scores',
        `${idle} · ${afterLookups} · ${await megabytes(service)}`,
      ],
      ['`SELECT 1`, p50 ms', percentile(selectOne, 0.5).toFixed(2)],
      ...[...slowest].map(([name, p95]): [string, string] => [`${name}, p95 ms`, p95.toFixed(1)]),
    ]);
  } finally {
    await service.close();
  }
}

function perSecond(records: number, seconds: number): string {
  return Number.isFinite(seconds) ? Math.round(records / seconds).toLocaleString('en') : 'kept';
}

function shownSeconds(seconds: number): string {
  return Number.isFinite(seconds) ? seconds.toFixed(0) : 'kept';
}

async function megabytes(service: Service): Promise<number> {
  const metrics = await service.text('/metrics');
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6);
}

function printTable(columns: readonly Column[]): void {
  const names = [...(columns[0]?.keys() ?? [])];
  console.log(`\n| records | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} |`);
  console.log(`| --- | ${sizes.map(() => '---:').join(' | ')} |`);
  for (const name of names) console.log(`| ${name} | ${columns.map((column) => column.get(name) ?? '').join(' | ')} |`);
}
