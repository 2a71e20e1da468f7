// `npm run bench:sources`: how fast feeds are read and imported, and how much that slows look-ups.
//
//   --records 20000000   passive DNS records of the generated collection (1,000,000 by default)
//   --listings 1000000   entries of the daily list, and rows of each format
//   --keep FOLDER        keep the collection there and use it again
//   --only formats       or import: one part of it
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineState } from '#bench/service/figures.ts';
import { benchFolder } from '#bench/bench-folder.ts';
import { startService } from '#bench/service/service.ts';
import { measureBeside } from './beside-lookups.ts';
import { measureFormats } from './formats.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    listings: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    only: { type: 'string' },
  },
});
const [records, listings] = [Number(values.records), Number(values.listings)];
const { folder, removeFolder } = benchFolder(values.keep);
const isWanted = (part: string) => values.only === undefined || values.only === part;

console.log(machineState());
const results: boolean[] = [];
try {
  if (isWanted('formats')) {
    console.log(`\nReaders, ${listings} rows each`);
    await measureFormats(folder, listings);
  }
  if (isWanted('import')) {
    console.log(`\n${listings} listings into a collection of ${records} passive DNS records, with 4 callers`);
    const service = await startService(join(folder, `generated-${records}`), values.records);
    try {
      for (const title of ['import of a list', 'import of the next day']) {
        const work = { title, order: { act: 'import', listings }, maxSeconds: 40 } as const;
        results.push(await measureBeside(service, records, work));
      }
      for (const [title, days] of [
        ['scores of today', 1],
        ['scores of seven days', 7],
      ] as const) {
        const work = { title, order: { act: 'refresh', days }, maxSeconds: 300 } as const;
        results.push(await measureBeside(service, records, work));
      }
    } finally {
      await service.close();
    }
  }
} finally {
  removeFolder();
}
process.exitCode = results.every(Boolean) ? 0 : 1;
