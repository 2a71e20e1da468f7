// `npm run bench:import`: how fast logs are read and imported, and how much that slows look-ups. The logs are generated: a few names are
// repeated, and one line in twenty is new unless --new says another share.
//
//   --lines 200000       lines of each log; 1,000,000 for zeek-dns and suricata-eve and 200,000 for the others by default
//   --new 1              share of lines that are new: 1 for a log that never repeats itself
//   --single             each new line holds one record, an address, instead of 2.25 on average
//   --format zeek-dns    one format alone
//   --records 20000000   passive DNS records of the generated collection (1,000,000 by default)
//   --keep FOLDER        keep the collection there and use it again
//   --only read          or import: one part of it
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder } from '#bench/bench-folder.ts';
import { formatNumber } from '#model/format.ts';
import { logFormats } from '#server/ingest/logs/formats.ts';
import { machineState, verdict } from '#bench/service/figures.ts';
import { startService } from '#bench/service/service.ts';
import { startBuilt, type BuiltService, type CheckedTimes, type ImportTimes, type Taken } from './inbox-times.ts';
import { logWriters } from './log-lines.ts';
import { measureReading, writeLog, type ReadTimes } from './read-times.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string' },
    new: { type: 'string', default: '0.05' },
    single: { type: 'boolean', default: false },
    format: { type: 'string' },
    records: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    only: { type: 'string' },
  },
});

const newShare = Number(values.new);
const isSingle = values.single;
/** Lines a second. These formats are imported as well. */
const goals: Readonly<Record<string, number>> =
  newShare > 0.5 ? { 'zeek-dns': 60_000 } : { 'zeek-dns': 100_000, 'suricata-eve': 60_000 };
const maxBytes = 700e6;
const maxLookupRatio = 2;
/** Seconds of the dry run of an upload and its import, divided by those of the import of a file in the inbox (the mean of two). */
const maxCheckRatio = 1.2;

const { folder, removeFolder } = benchFolder(values.keep);
const isWanted = (part: string) => values.only === undefined || values.only === part;
const linesOf = (format: string) => Number(values.lines ?? (format in goals ? 1_000_000 : 200_000));
const wanted = logFormats
  .map(({ format }) => format)
  .filter((format) => values.format === undefined || values.format === format);
if (wanted.length === 0) throw new Error(`There is no format "${values.format}".`);
const measured = wanted.filter((format) => format in logWriters);

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const rate = (count: number, seconds: number) => formatNumber(Math.round(count / seconds));

/** @returns whether the goal of the format is reached */
function printReading(format: string, times: ReadTimes): boolean {
  const { lines, readSeconds } = times;
  const goal = goals[format];
  const isGood = goal === undefined || lines / readSeconds >= goal;
  const cells = [
    formatNumber(lines).padStart(11),
    megabytes(times.unpackedBytes).padStart(10),
    megabytes(times.packedBytes).padStart(9),
    `${times.countSeconds.toFixed(2)} s`.padStart(9),
    `${times.unpackSeconds.toFixed(2)} s`.padStart(11),
    `${readSeconds.toFixed(2)} s`.padStart(10),
    rate(lines, readSeconds).padStart(11),
    formatNumber(times.found).padStart(11),
  ];
  console.log(`${format.padEnd(15)}${cells.join('')}${goal === undefined ? '' : `  ${verdict(isGood)}`}`);
  return isGood;
}

/** Imports one after the other: each finds the records of those before it. */
interface Imports {
  readonly alone: Taken;
  readonly beside: ImportTimes;
  readonly checked: CheckedTimes;
  readonly again: Taken;
}

/** @returns whether every goal is reached */
function printImport(format: string, { alone, beside, checked, again }: Imports): boolean {
  const { lines, rows, seconds } = alone;
  const { idleBytes, peakBytes, idleLookups, lookups } = beside;
  const goal = goals[format] ?? 0;
  const ratio = lookups / idleLookups;
  // the import of an upload merges parts of the imports before it: it is compared with those before and after it
  const checkRatio = (2 * (checked.check + checked.import)) / (seconds + again.seconds);
  const results = [
    [`${rate(lines, seconds)} lines/s (at least ${formatNumber(goal)})`, lines / seconds >= goal],
    [
      `${megabytes(peakBytes)} at most, ${megabytes(idleBytes)} idle (below ${megabytes(maxBytes)})`,
      peakBytes < maxBytes,
    ],
    [
      `look-ups p95 ${idleLookups.toFixed(1)} ms idle, ${lookups.toFixed(1)} ms during: ${ratio.toFixed(1)} times (at most ${maxLookupRatio})`,
      ratio <= maxLookupRatio,
    ],
    [
      `checked in ${checked.check.toFixed(1)} s and then imported in ${checked.import.toFixed(1)} s: ${checkRatio.toFixed(2)} times the import alone, ${seconds.toFixed(1)} s before and ${again.seconds.toFixed(1)} s after it (at most ${maxCheckRatio})`,
      checkRatio <= maxCheckRatio,
    ],
  ] as const;
  console.log(
    `${format}: ${formatNumber(lines)} lines with ${formatNumber(rows)} distinct records in ${seconds.toFixed(1)} s, ${rate(rows, seconds)} records/s, beside callers ${beside.seconds.toFixed(1)} s`,
  );
  for (const [text, isGood] of results) console.log(`  ${verdict(isGood)}  ${text}`);
  return results.every(([, isGood]) => isGood);
}

async function measureImports(formats: readonly string[]): Promise<boolean[]> {
  const data = join(folder, `generated-${values.records}`);
  // fills the collection if need be
  await (await startService(data, values.records)).close();
  const program = join(import.meta.dirname, '../../../dist/server/main.js');
  const options = { program, data, records: Number(values.records), inbox: join(folder, 'inbox') };
  const inService = async <T>(work: (service: BuiltService) => Promise<T>): Promise<T> => {
    const service = await startBuilt(options);
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  };
  const results: boolean[] = [];
  for (const format of formats) {
    const { alone, beside } = await inService(async (service) => ({
      alone: await service.importFile(await logOf(format, '-a')),
      beside: await service.importBesideCallers(await logOf(format, '-b')),
    }));
    // a start derives the scores that are owed, which the service would do in the midst of the third import
    const { checked, again } = await inService(async (service) => ({
      checked: await service.checkAndImport(await logOf(format, '-c')),
      again: await service.importFile(await logOf(format, '-d')),
    }));
    results.push(printImport(format, { alone, beside, checked, again }));
  }
  return results;
}

async function logOf(format: string, label: string): Promise<string> {
  const file = await writeLog(folder, format, { lines: linesOf(format), newShare, isSingle, label });
  rmSync(file.replace(/\.gz$/, ''));
  return file;
}

console.log(`${machineState()}; ${Math.round(100 * newShare)} % of the lines are distinct`);
const results: boolean[] = [];
try {
  if (isWanted('read')) {
    console.log('\nReading packed logs into records in the thread of the service, without writing them');
    console.log('format               lines  unpacked   packed    wc -l  gzip|wc -l      read    lines/s      found');
    for (const format of measured) {
      const file = await writeLog(folder, format, { lines: linesOf(format), newShare, isSingle });
      results.push(printReading(format, await measureReading(file, format)));
      rmSync(file);
    }
    for (const format of wanted) if (!(format in logWriters)) console.log(`${format.padEnd(15)} is not generated`);
  }
  const imported = measured.filter((format) => format in goals);
  if (isWanted('import') && imported.length > 0) {
    console.log(
      `\nImporting from the inbox into a collection of ${values.records} records: alone, and beside two callers`,
    );
    results.push(...(await measureImports(imported)));
  }
} finally {
  removeFolder();
}
process.exitCode = results.every(Boolean) ? 0 : 1;
