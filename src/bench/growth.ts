// `npm run bench:growth`: what a collection costs as it grows, one column for each size: disk, filling, merging, starting,
// refreshing scores, memory, and the slowest look-ups, as a table in Markdown. Its last column says how much slower look-ups are in the
// largest collection than in the smallest, both relative to SELECT 1 at the same time.
//
//   --sizes 20000000,100000000   records of the generated collections (1000000,20000000 by default)
//   --keep FOLDER                keep the collections there and use them again (without the fill times)
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder } from './bench-folder.ts';
import { formatNumber } from '#model/format.ts';
import { percentile } from './service/figures.ts';
import { slowestTimes } from './service/passive-dns-rows.ts';
import { startService, type Service } from './service/service.ts';
import { memoryOf } from './process-memory.ts';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000000,20000000' }, keep: { type: 'string' } },
});
const sizes = values.sizes.split(',').map(Number);
const { folder, removeFolder } = benchFolder(values.keep);

/** The figures of one collection by name, as the table shows them. */
interface Column {
  readonly figures: ReadonlyMap<string, string>;
  /** p95 in milliseconds by the name of the question. */
  readonly slowest: ReadonlyMap<string, number>;
  /** Median of SELECT 1 at the same time. */
  readonly selectOne: number;
}

/** Maximum growth of a look-up from the smallest to the largest size, both relative to SELECT 1. */
const mostGrowth = 1.5;

try {
  const columns: Column[] = [];
  for (const records of sizes) columns.push(await measureSize(records));
  if (!printTable(columns)) process.exitCode = 1;
} finally {
  removeFolder();
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
    const idle = megabytes(service);
    const bytes = await service.order({ act: 'bytes' });
    const selectOne: number[] = [];
    for (let time = 0; time < 100; time += 1) selectOne.push(await service.order({ act: 'select-1' }));
    await slowestTimes(service, records, 2); // the service has just started: its code is not compiled yet
    const slowest = await slowestTimes(service, records);
    const afterLookups = megabytes(service);
    const refresh = await service.order({ act: 'refresh', days: 1 });
    const figures = new Map([
      ['bytes a record', (bytes / records).toFixed(0)],
      ['records a second, filled by the store itself', perSecond(records, insertSeconds)],
      ['seconds of merging after it', shownSeconds(mergeSeconds)],
      ['seconds to start again', startSeconds.toFixed(1)],
      ['seconds of refreshing the scores of a day', (refresh / 1000).toFixed(1)],
      [
        'MB resident (anonymous): started · after look-ups · after scores',
        `${idle} · ${afterLookups} · ${megabytes(service)}`,
      ],
      ['`SELECT 1`, p50 ms', percentile(selectOne, 0.5).toFixed(2)],
      ...[...slowest].map(([name, p95]): [string, string] => [lookupTitle(name), p95.toFixed(1)]),
    ]);
    return { figures, slowest, selectOne: percentile(selectOne, 0.5) };
  } finally {
    await service.close();
  }
}

function perSecond(records: number, seconds: number): string {
  return Number.isFinite(seconds) ? formatNumber(Math.round(records / seconds)) : 'kept';
}

function shownSeconds(seconds: number): string {
  return Number.isFinite(seconds) ? seconds.toFixed(0) : 'kept';
}

/** Resident memory, and its anonymous part. */
function megabytes({ pid }: Service): string {
  const memory = memoryOf(pid);
  return memory ? `${memory.resident} (${memory.anonymous})` : '?';
}

function lookupTitle(name: string): string {
  return `${name.replaceAll('*', String.raw`\*`)}, p95 ms`;
}

/** @returns whether no look-up grew too much */
function printTable(columns: readonly Column[]): boolean {
  const [first, last] = [columns[0], columns.at(-1)];
  const growth = new Map(
    [...(first && last && first !== last ? first.slowest : [])].map(([name, before]): [string, number] => {
      const now = last?.slowest.get(name) ?? NaN;
      return [lookupTitle(name), now / (last?.selectOne ?? NaN) / (before / (first?.selectOne ?? NaN))];
    }),
  );
  const shownGrowth = (name: string) => {
    const times = growth.get(name);
    return times === undefined ? '' : `${times.toFixed(2)}${times <= mostGrowth ? '' : ' **missed**'}`;
  };
  console.log(`\n| records | ${sizes.map((size) => formatNumber(size)).join(' | ')} | times (≤ ${mostGrowth}) |`);
  console.log(`| --- | ${sizes.map(() => '---:').join(' | ')} | ---: |`);
  for (const name of first?.figures.keys() ?? [])
    console.log(
      `| ${[name, ...columns.map(({ figures }) => figures.get(name) ?? ''), shownGrowth(name)].join(' | ')} |`,
    );
  return [...growth.values()].every((times) => times <= mostGrowth);
}
