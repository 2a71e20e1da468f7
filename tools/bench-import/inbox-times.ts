import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../bench-service/figures.ts';
import { exactNames } from '../bench-service/passive-dns-rows.ts';

const root = join(import.meta.dirname, '../..');
const callers = 4;
const [warmUpSeconds, idleSeconds] = [3, 10];

export interface ImportTimes {
  readonly lines: number;
  /** Distinct records of each batch, which is what is written. */
  readonly rows: number;
  /** From when the service opens the file until the file is done. */
  readonly seconds: number;
  /** Resident memory before, and the most meanwhile; NaN where /proc does not tell. */
  readonly idleBytes: number;
  readonly peakBytes: number;
  /** 95 of 100 exact look-ups, milliseconds. */
  readonly idleLookups: number;
  readonly lookups: number;
}

export interface BuiltService {
  /** Puts the file into the inbox and waits for its report, with callers that look names up. @throws Error with the report of a failure */
  importFile(file: string): Promise<ImportTimes>;
  close(): Promise<void>;
}

/** Starts what `npm run build` made, with an inbox, over a collection that is filled already. @param records how many it was filled with */
export async function startBuilt(data: string, inbox: string, records: number): Promise<BuiltService> {
  mkdirSync(inbox, { recursive: true });
  const keys = Array.from({ length: callers }, (_, at) => `bench-import-caller-${at}`);
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: String(2 * availableParallelism() + 6),
      SIGHTLINE_DATA: data,
      SIGHTLINE_INBOX: inbox,
      SIGHTLINE_PORT: String(port),
      SIGHTLINE_API_KEYS: keys.join(','),
      SIGHTLINE_SAMPLE: 'off',
      SIGHTLINE_OFFLINE: 'on',
    },
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await pause(200);
  }
  const names = exactNames(records);
  const agent = new Agent({ keepAlive: true });
  const lookUps = (until: Promise<unknown>) =>
    askUntil(until, (name, key) => get(agent, { port, name, key }), { names, keys });
  return {
    async importFile(file) {
      await lookUps(pause(warmUpSeconds * 1000));
      const idle = await lookUps(pause(idleSeconds * 1000));
      const memory = watchMemory(child);
      let taken: Taken | undefined;
      const during: number[] = [];
      // the service looks at its inbox from time to time: look-ups before it takes the file are not counted
      const started = startOf(child, put(file, inbox));
      const working = started.then(async (startedAt) => (taken = await reportOf(inbox, basename(file), startedAt)));
      await lookUps(started);
      during.push(...(await lookUps(working)));
      const { idleBytes, peakBytes } = memory.stop();
      if (!taken) throw new Error('the file was not imported');
      const lookupTimes = { idleLookups: percentile(idle, 0.95), lookups: percentile(during, 0.95) };
      return { ...taken, idleBytes, peakBytes, ...lookupTimes };
    },
    async close() {
      agent.destroy();
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Written under a hidden name first, so that it is never taken half. @returns where it is */
function put(file: string, inbox: string): string {
  const [hidden, target] = [join(inbox, `.${basename(file)}`), join(inbox, basename(file))];
  renameSync(file, hidden);
  renameSync(hidden, target);
  return target;
}

/** When the process opens the file; when it was put there, where /proc does not tell. */
async function startOf(child: ChildProcess, file: string): Promise<number> {
  const folder = `/proc/${child.pid}/fd`;
  while (existsSync(file) && existsSync(folder)) {
    const isOpen = readdirSync(folder).some((descriptor) => linkOf(join(folder, descriptor)) === file);
    if (isOpen) break;
    await pause(20);
  }
  return performance.now();
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // closed in the meantime
    return '';
  }
}

type Taken = Pick<ImportTimes, 'lines' | 'rows' | 'seconds'>;

async function reportOf(inbox: string, name: string, startedAt: number): Promise<Taken> {
  for (;;) {
    for (const how of ['done', 'failed']) {
      const folder = join(inbox, how);
      const settled = existsSync(folder) ? readdirSync(folder).find((each) => each.endsWith(` ${name}`)) : undefined;
      const report = settled === undefined ? '' : join(folder, settled.replace(name, 'report.txt'));
      if (report === '' || !existsSync(report)) continue;
      const seconds = (performance.now() - startedAt) / 1000;
      const text = readFileSync(report, 'utf8');
      const lines = numberIn(text, /^Lines: ([\d,]+)/m);
      const rows = numberIn(text, /^Answers: .*?([\d,]+) of them distinct/m);
      if (how === 'failed' || !(lines > 0 && rows > 0)) throw new Error(text);
      return { lines, rows, seconds };
    }
    await pause(20);
  }
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]?.replaceAll(',', ''));
}

interface Asked {
  readonly names: readonly string[];
  readonly keys: readonly string[];
}

/** One name after another until the work is done. @returns how long each look-up took */
async function askUntil(
  until: Promise<unknown>,
  ask: (name: string, key: string) => Promise<void>,
  { names, keys }: Asked,
): Promise<number[]> {
  const milliseconds: number[] = [];
  let [isDone, next] = [false, 0];
  const done = until.finally(() => (isDone = true));
  const call = async (key: string) => {
    while (!isDone) {
      const startedAt = performance.now();
      await ask(names[(next += 1) % names.length] ?? '', key);
      milliseconds.push(performance.now() - startedAt);
      await pause(5);
    }
  };
  await Promise.all([done, ...keys.map(call)]);
  return milliseconds;
}

function get(agent: Agent, { port, name, key }: { port: number; name: string; key: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = `/api/v1/explore/padns/lookup/query/a/${name}`;
    const call = request({ agent, port, path, headers: { 'x-api-key': key } });
    call.on('response', (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`a look-up answered ${response.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

/** Resident memory of the process and its threads. */
function watchMemory({ pid }: ChildProcess): { stop(): { idleBytes: number; peakBytes: number } } {
  const idleBytes = residentBytes(pid);
  let peakBytes = idleBytes;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, residentBytes(pid))), 100);
  return {
    stop: () => {
      clearInterval(timer);
      return { idleBytes, peakBytes };
    },
  };
}

function residentBytes(pid: number | undefined): number {
  try {
    return 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
