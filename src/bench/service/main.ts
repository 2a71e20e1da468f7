// `npm run bench:service`: the overhead of the service over its engine, and its throughput. The application runs in a process
// of its own, built as in production, and is queried over real HTTP.
//
//   --records 20000000          size of the generated collection (1,000,000 by default)
//   --keep FOLDER               keep the collections there and use them again
//   --only rows                 or operations, path, adds, load, ingest: one part of it
//   --before CHECKOUT           an earlier version takes turns in operations and adds; prints the ratios
//   --ingest-records 5000000    how many records are ingested (at most 2,000,000 by default)
//   --balboa-records 5000000    how many records balboa is given (all by default; 0: leave it out)
//
// If Debian's balboa is installed, it gets the same records and queries in between.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { machineState } from './figures.ts';
import { benchFolder } from '#bench/bench-folder.ts';
import { formatNumber } from '#model/format.ts';
import { missingPrograms, startBalboa, type Balboa } from './balboa.ts';
import { printGoals, type Results } from './goals.ts';
import { ingestByWriting, ingestOverHttp, pushers, recordsEach } from './ingest.ts';
import { measurePath } from './lookup-path.ts';
import { measureOperations } from './operation-times.ts';
import { measureRows } from './passive-dns-rows.ts';
import { measureAdds } from './service-adds.ts';
import { startService, type Service, type StartOptions } from './service.ts';
import { measureCallers, measureCancelling, measureRepeats } from './under-load.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    only: { type: 'string' },
    before: { type: 'string' },
    'ingest-records': { type: 'string' },
    'balboa-records': { type: 'string' },
  },
});
const records = Number(values.records);
const balboaRecords = Math.min(records, Number(values['balboa-records'] ?? records));
const ingested = Math.min(records, Number(values['ingest-records'] ?? 2_000_000), balboaRecords || records);
const { folder, removeFolder } = benchFolder(values.keep);
const isWanted = (part: string) => values.only === undefined || values.only === part;

async function withService(
  name: string,
  collection: string,
  measure: (service: Service) => Promise<void>,
  options: StartOptions = {},
): Promise<void> {
  const service = await startService(join(folder, name), collection, options);
  try {
    await measure(service);
  } finally {
    await service.close();
  }
}

/** With the earlier version of `--before` as well, over a folder of its own. */
async function withVersions(
  name: string,
  collection: string,
  measure: (service: Service, before?: Service) => Promise<void>,
  options: StartOptions = {},
): Promise<void> {
  if (values.before === undefined) return withService(name, collection, measure, options);
  const checkout = resolve(values.before);
  const withEarlier = (before: Service) =>
    withService(name, collection, (service) => measure(service, before), options);
  return withService(`before-${name}`, collection, withEarlier, { ...options, checkout });
}

const results: Results = { records, selectOne: [], times: new Map(), rates: new Map() };
const verdicts: boolean[] = [];

/** Starts balboa and loads the records. @returns its rate per second for the records that Sightline ingests, too */
async function startFedBalboa(temporary: string): Promise<{ balboa: Balboa; perSecond: number } | undefined> {
  if (balboaRecords === 0) return undefined;
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(
      `\nWithout balboa: ${missing.join(', ')} not installed (apt-get install balboa balboa-backend-rocksdb)`,
    );
    return undefined;
  }
  console.log(
    `\nbalboa reads ${formatNumber(balboaRecords)} of the ${formatNumber(records)} records from a dump (its fastest input that keeps both times)`,
  );
  const balboa = await startBalboa(temporary);
  const perSecond = ingested / (await balboa.feed(records, 0, ingested));
  console.log(
    `the first ${formatNumber(ingested)} of them: ${formatNumber(Math.round(perSecond))} a second until the last one was found`,
  );
  if (balboaRecords > ingested) {
    const rest = balboaRecords - ingested;
    const seconds = await balboa.feed(records, ingested, rest);
    console.log(`the other ${formatNumber(rest)}: ${formatNumber(Math.round(rest / seconds))} a second`);
  }
  return { balboa, perSecond };
}

async function measureGenerated(balboa: Balboa | undefined): Promise<void> {
  console.log(`\n${formatNumber(records)} generated passive DNS records, no answers kept`);
  if (balboa)
    console.log(
      'balboa has no order and no pages: it is asked for all that matches, which the caller sorts to get the newest 100',
    );
  const balboaHasAll = balboaRecords === records;
  if (balboa && !balboaHasAll) console.log('balboa has fewer records: its answers are not compared with ours');
  const options = { records, results, balboaHasAll, ...(balboa && { balboa }) };
  await withService(`generated-${records}`, values.records, async (service) => {
    const measured = { ...options, service };
    if (isWanted('path')) await measurePath(service, records);
    if (isWanted('rows')) verdicts.push(await measureRows(measured));
    if (!isWanted('load')) return;
    console.log('\nMany callers');
    await measureCallers(measured);
    verdicts.push(await measureCancelling(service));
  });
  if (!isWanted('adds') && !isWanted('load')) return;
  console.log('\nAnswers kept, as in production');
  const name = `generated-${records}`;
  const kept = { keepsAnswers: true };
  if (isWanted('adds'))
    await withVersions(name, values.records, (service, before) => measureAdds({ service, before, records }), kept);
  if (isWanted('load'))
    await withService(name, values.records, (service) => measureRepeats({ ...options, service }), kept);
}

async function measureIngest(temporary: string, balboaPerSecond: number | undefined): Promise<void> {
  const given = { folder: temporary, total: records, count: ingested, selectOne: results.selectOne };
  console.log(
    `\nIngest of the first ${formatNumber(ingested)} records into an empty collection, by ${pushers} shippers with ${formatNumber(recordsEach)} a push`,
  );
  results.rates.set('ingested over HTTP, acknowledged a second', {
    sightline: await ingestOverHttp(given),
    ...(balboaPerSecond !== undefined && { balboa: balboaPerSecond }),
  });
  results.rates.set('written by writeObservations a second', { sightline: await ingestByWriting(given) });
  for (const name of ['ingested over HTTP, acknowledged a second', 'written by writeObservations a second'])
    console.log(`${name}: ${formatNumber(Math.round(results.rates.get(name)?.sightline ?? NaN))}`);
}

console.log(machineState());
const { folder: temporary, removeFolder: removeTemporary } = benchFolder();
let fed: { balboa: Balboa; perSecond: number } | undefined;
try {
  if (isWanted('operations')) {
    console.log('\nThe sample collection, one caller, no answers kept');
    await withVersions('sample', 'sample', measureOperations);
  }
  const isCompared = isWanted('rows') || isWanted('load');
  if (isCompared || isWanted('ingest')) fed = await startFedBalboa(temporary);
  if (isCompared || isWanted('path') || isWanted('adds')) await measureGenerated(fed?.balboa);
  await fed?.balboa.close(); // nothing else runs alongside ingest
  if (isWanted('ingest')) await measureIngest(temporary, fed?.perSecond);
  if (results.times.size + results.rates.size > 0) verdicts.push(printGoals(results));
} finally {
  await fed?.balboa.close();
  removeTemporary();
  removeFolder();
}
process.exitCode = verdicts.every(Boolean) ? 0 : 1;
