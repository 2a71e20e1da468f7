// Measures `npm start` on an empty folder and again on the filled one, with the sample collection: seconds until the first answer, and
// the memory of the service at rest and under load, divided into its own (anonymous) and that of mapped files, beside that of a process
// that has only opened an empty store. `ps` shows which processes of the start remain. `npm run bench:start` (builds first when a
// source is newer).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { benchFolder } from './bench-folder.ts';
import { verdict } from './service/figures.ts';
import { isReady, leanCaller } from './service/http-callers.ts';
import { questions } from './service/questions.ts';
import { isStale } from '../../tools/build-stamp.ts';
import { memoryOf, type ProcessMemory } from './process-memory.ts';

const root = join(import.meta.dirname, '../..');
const port = 8797;
const { folder: data, removeFolder } = benchFolder();
/** Time after the start and after load in which the engine releases memory and scores are refreshed. */
const settleSeconds = 40;
const loadSeconds = 15;
/** MB resident at rest. */
const mostIdle = 300;
const keys = Array.from({ length: 16 }, (_, at) => `bench-start-caller-${at}`);

interface Process {
  readonly pid: number;
  readonly megabytes: number;
  readonly command: string;
}

interface Start {
  readonly seconds: number;
  /** The kernel's high-water mark when the service was ready, MB. */
  readonly peak: number | undefined;
  readonly memory: ReadonlyMap<string, ProcessMemory | undefined>;
  readonly processes: readonly Process[];
}

if (isStale()) await (await import('../../tools/build.ts')).buildAll();
try {
  console.log('| MB | resident | anonymous | of files |\n| --- | ---: | ---: | ---: |');
  printMemory('Node and the engine, an empty store', await memoryOfEngine());
  const starts: Start[] = [];
  for (const label of ['first start', 'second start']) {
    const start = await measureStart();
    starts.push(start);
    for (const [when, memory] of start.memory) printMemory(`${label}, ${when}`, memory);
  }
  for (const [at, { seconds, peak, processes }] of starts.entries()) {
    console.log(
      `\n${at === 0 ? 'first' : 'second'} start: ${seconds.toFixed(1)} s to ready, ${peak ?? '?'} MB at most until then`,
    );
    for (const { pid, megabytes, command } of processes)
      console.log(`  ps: ${pid} ${String(megabytes).padStart(5)} MB  ${command.slice(0, 90)}`);
  }
  // npm waits for its script, whose first process has become the service
  const isAlone = starts.every(({ processes }) => processes.every(({ command }) => /^npm |main\.js/.test(command)));
  const idle = starts[0]?.memory.get('idle')?.resident ?? NaN;
  console.log(`\nonly npm and the service remain after a start   ${verdict(isAlone)}`);
  console.log(`idle after the first load: ${idle} MB resident (at most ${mostIdle})   ${verdict(idle <= mostIdle)}`);
  process.exitCode = isAlone && idle <= mostIdle ? 0 : 1;
} finally {
  removeFolder();
}

function printMemory(title: string, memory: ProcessMemory | undefined): void {
  console.log(`| ${title} | ${memory?.resident ?? '?'} | ${memory?.anonymous ?? '?'} | ${memory?.fileBacked ?? '?'} |`);
}

/** The memory of Node, the library of the engine and its client without a service: after the answer to SELECT 1. */
async function memoryOfEngine(): Promise<ProcessMemory | undefined> {
  const script = `import { createClient } from '@clickhouse/client';
    import { createChdbConnection } from 'chdb/connection';
    const client = createClient({ connection: createChdbConnection({ path: process.argv[1] }) });
    await (await client.query({ query: 'SELECT 1', format: 'JSONEachRow' })).text();
    console.log('answered');
    setInterval(() => undefined, 1000);`;
  const child = spawn('node', ['--input-type=module', '-e', script, join(data, 'empty')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    await pause(5000);
    return memoryOf(child.pid);
  } finally {
    child.kill('SIGKILL');
  }
}

async function measureStart(): Promise<Start> {
  const startedAt = performance.now();
  // its own process group, as a terminal gives it
  const starter = spawn('npm', ['start', '--silent'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      SIGHTLINE_DATA: join(data, 'service'),
      SIGHTLINE_PORT: String(port),
      SIGHTLINE_OFFLINE: 'on',
      SIGHTLINE_API_KEYS: keys.join(','),
    },
  });
  const gone = new Promise((resolve) => starter.once('exit', resolve));
  while (!(await isReady(port))) {
    if (starter.exitCode !== null) throw new Error(`the service ended with ${starter.exitCode}`);
    await pause(100);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const service = processesOf(starter.pid).find(({ command }) => command.includes('dist/server/main.js'));
  const memory = new Map<string, ProcessMemory | undefined>();
  const [peak, note] = [peakMegabytes(service?.pid), (when: string) => memory.set(when, memoryOf(service?.pid))];
  note('when ready');
  await pause(settleSeconds * 1000);
  note('idle');
  const processes = processesOf(starter.pid);
  memory.set(`most under ${keys.length} callers`, await memoryUnderLoad(service?.pid));
  await pause(settleSeconds * 1000);
  note('idle after them');
  process.kill(-(starter.pid ?? 0), 'SIGTERM');
  await gone;
  while (await isReady(port)) await pause(100);
  return { seconds, peak, memory, processes };
}

/** Every kind of question in turn, and look-ups of names that were not requested before. @returns the peak memory */
async function memoryUnderLoad(pid: number | undefined): Promise<ProcessMemory | undefined> {
  const paths = Object.values(questions({ jobId: 'none', nshash: 'none' })).flatMap(({ path, body }) =>
    body ? [] : [path],
  );
  let [most, asked] = [memoryOf(pid), 0];
  const timer = setInterval(() => {
    const now = memoryOf(pid);
    if ((now?.resident ?? 0) > (most?.resident ?? 0)) most = now;
  }, 200);
  const endsAt = performance.now() + loadSeconds * 1000;
  const call = async (key: string) => {
    const caller = leanCaller(port, { 'x-api-key': key });
    while (performance.now() < endsAt) {
      asked += 1;
      const path =
        asked % 2 === 0 ? paths[(asked / 2) % paths.length] : `/explore/padns/lookup/query/a/n${asked}.example`;
      const { status } = await caller.ask(`/api/v1${path}`);
      // live look-ups are refused, because the service is offline
      if (status === 429 || (status >= 500 && !path?.includes('whoislive')))
        throw new Error(`${path} answered ${status}`);
    }
    caller.close();
  };
  await Promise.all(keys.map(call));
  clearInterval(timer);
  return most;
}

/** Processes of a group by `ps`, with resident memory; shared memory is counted in each. */
function processesOf(group: number | undefined): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,pid=,rss=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [, pgid, pid, kilobytes, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const megabytes = Math.round(Number(kilobytes) / 1024);
    return Number(pgid) === group ? [{ pid: Number(pid), megabytes, command }] : [];
  });
}

/** The kernel's high-water mark of resident memory; only Linux reports it. */
function peakMegabytes(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}
