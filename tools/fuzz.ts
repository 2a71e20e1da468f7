// `npm run fuzz`: a long attack on the whole service, with the real first load and the sample collection, over HTTP. The bounded
// version of each stage is part of `npm test`. Prints requests, answers, server errors, hangs, envelope faults, leaks and memory.
//
//   --requests 20000     random requests to all 60 operations; for the live ones the service is offline
//   --live 1000          random requests to the live operations, against a small internet on loopback
//   --seed 1             another seed sends other requests
//   --keep FOLDER        keep the loaded collection there and use it again
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { firstLoad } from '#server/ingest/first-load.ts';
import { openOutboundClient } from '#server/live/open-outbound-client.ts';
import { key, openTestService } from '#test/server/collection.ts';
import { abuse, pushKey } from '#test/server/abuse-stage.ts';
import { fuzz, peakMemory, type FuzzReport } from '#test/server/fuzz.ts';
import { openSampleInternet } from '#test/server/sample-internet.ts';
import { processKeys, startService, type ServiceProcess } from '#test/server/service-process.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    live: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const seed = Number(values.seed);
const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'sightline-fuzz-')) : resolve(values.keep);
let faults = 0;

try {
  const service = await startService(folder, {
    sample: true,
    env: { SIGHTLINE_API_KEYS: `${processKeys.join(',')},shipper:ingest:${pushKey}` },
  });
  try {
    await attack(service);
    console.log('\nlarge and deep bodies, packed bodies, and heavy questions beside exact look-ups');
    const { summary, faults: found } = await abuse(service, (line) => console.log(`  ${line}`));
    console.log(`\n${summary}`);
    for (const what of found.slice(0, 40)) console.log(`- ${what}`);
    faults += found.length;
  } finally {
    await service.kill();
  }
  await attackLive();
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(faults === 0 ? '\nno faults' : `\n${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;

async function attack(service: ServiceProcess): Promise<void> {
  const requests = Number(values.requests);
  const base = new URL(service.url).origin;
  const report = await fuzz({ base, keys: service.keys }, { requests, seed, onProgress: progress(requests) });
  print('all operations', report);
  console.log(`peak memory of the service: ${megabytes(peakMemory(service.pid))}`);
}

async function attackLive(): Promise<void> {
  const internet = await openSampleInternet();
  const live = openOutboundClient({ offline: false, lookupMilliseconds: 3000, testAllowance: internet.allowance });
  const service = await openTestService({ live });
  try {
    await firstLoad(service.engine, { sample: true, today: dateToIsoDate(new Date()), openData: [] });
    const operations: OperationId[] = [
      'domainWhoisLive',
      'domainInfratag',
      'domainInfratagBulk',
      'padnsIpDiversity',
      'scanFavicon',
    ];
    const target = { base: await service.listen({ requestsPerMinute: 1_000_000 }), keys: [key] };
    print('live operations', await fuzz(target, { requests: Number(values.live), seed, operations }));
  } finally {
    await service.close();
    await internet.close();
  }
}

function print(title: string, { requests, answers, findings, slowest }: FuzzReport): void {
  const count = (fault: string) => findings.filter((finding) => finding.fault === fault).length;
  console.log(`\n${title}: ${requests} requests with the seed ${seed}`);
  for (const [answer, times] of [...answers].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${String(times).padStart(7)}  ${answer}`);
  console.log(
    `server errors ${count('server error')}, hangs ${count('hang')}, envelope faults ${count('envelope')}, ` +
      `leaks ${count('leak')}, broken connections ${count('connection')}`,
  );
  console.log('slowest:');
  for (const { milliseconds, request } of slowest.slice(0, 5))
    console.log(`  ${milliseconds.toFixed(0).padStart(6)} ms  ${request.slice(0, 160)}`);
  for (const { fault, what, request } of findings.slice(0, 40)) console.log(`- ${fault}: ${what}\n    ${request}`);
  faults += findings.length;
}

function progress(all: number): (done: number) => void {
  return (done) => {
    if (done % 5000 === 0) console.log(`  ${done} of ${all}`);
  };
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? 'not reported by this system' : `${Math.round(bytes / 1e6)} MB`;
}
