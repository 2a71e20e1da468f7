import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '#bench/service/figures.ts';
import { isReady } from '#bench/service/http-callers.ts';
import { exactNames } from '#bench/service/passive-dns-rows.ts';
import { freePort } from '../../../tools/free-port.ts';

const callers = 2;
/** Pause between two look-ups of a caller; milliseconds. Callers behave like people, not like a load test. */
const callerPause = 50;
const [warmUpSeconds, idleSeconds] = [3, 8];
/** A process is idle after this many seconds without one in which it took more than so many hundredths of a core. */
const [quietSeconds, busyTicks] = [15, 10];
/** Pause between two questions how far an upload is; milliseconds. Fifty a second took a tenth of a core from the import. */
const statePause = 200;
/** Bytes of a piece of an upload. */
const pieceBytes = 8_000_000;

export interface Taken {
  readonly lines: number;
  /** Number of distinct records per batch, which are the rows written. */
  readonly rows: number;
  /** From when the service opens the file until the file is done. */
  readonly seconds: number;
}

export interface ImportTimes extends Taken {
  /** Resident memory before, and its peak during the import; NaN without /proc. */
  readonly idleBytes: number;
  readonly peakBytes: number;
  /** p95 of exact look-ups, milliseconds. */
  readonly idleLookups: number;
  readonly lookups: number;
}

/** Seconds from the last byte of an upload until it is checked, and from then until it is imported. */
export interface CheckedTimes {
  readonly check: number;
  readonly import: number;
}

export interface BuiltService {
  /** Puts the file into the inbox and waits for its report. @throws Error with the report if it failed */
  importFile(file: string): Promise<Taken>;
  /** The same with callers that look names up. */
  importBesideCallers(file: string): Promise<ImportTimes>;
  /** Uploads the file, and imports it after its dry run. @throws Error if it failed */
  checkAndImport(file: string): Promise<CheckedTimes>;
  close(): Promise<void>;
}

interface BuiltOptions {
  /** The built main.ts, absolute. */
  readonly program: string;
  /** Filled already, with this many records. */
  readonly data: string;
  readonly records: number;
  readonly inbox: string;
}

/** Starts the service as `npm start` does, with an inbox. @throws Error when it ends */
export async function startBuilt({ program, data, inbox, records }: BuiltOptions): Promise<BuiltService> {
  // reports of earlier runs
  rmSync(inbox, { recursive: true, force: true });
  mkdirSync(inbox, { recursive: true });
  const keys = Array.from({ length: callers }, (_, at) => `bench-import-caller-${at}`);
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
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
      await idle(child, port);
      const startedAt = await startOf(child, put(file, inbox));
      return reportOf(child, { inbox, name: basename(file), startedAt });
    },
    async importBesideCallers(file) {
      await idle(child, port);
      await lookUps(pause(warmUpSeconds * 1000));
      const before = await lookUps(pause(idleSeconds * 1000));
      const memory = watchMemory(child);
      // the service checks its inbox at intervals: look-ups before it opens the file are not counted
      const started = startOf(child, put(file, inbox));
      await lookUps(started);
      const working = reportOf(child, { inbox, name: basename(file), startedAt: await started });
      const during = await lookUps(working);
      const taken = await working;
      const { idleBytes, peakBytes } = memory.stop();
      const after = await lookUps(pause(idleSeconds * 1000));
      // a service answers more slowly just after its start, and while it merges imported rows
      const idleLookups = Math.min(percentile(before, 0.95), percentile(after, 0.95));
      return { ...taken, idleBytes, peakBytes, idleLookups, lookups: percentile(during, 0.95) };
    },
    async checkAndImport(file) {
      await idle(child, port);
      return checkAndImport(port, keys[0] ?? '', file);
    },
    async close() {
      agent.destroy();
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Writes the file under a hidden name first, so that it is never imported half. @returns its path */
function put(file: string, inbox: string): string {
  const [hidden, target] = [join(inbox, `.${basename(file)}`), join(inbox, basename(file))];
  renameSync(file, hidden);
  renameSync(hidden, target);
  return target;
}

/** The time at which the process opens the file; without /proc, the time at which it was put there. */
async function startOf(child: ChildProcess, file: string): Promise<number> {
  const folder = `/proc/${child.pid}/fd`;
  const path = realpathSync(file);
  while (existsSync(file) && existsSync(folder)) {
    const isOpen = readdirSync(folder).some((descriptor) => linkOf(join(folder, descriptor)) === path);
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

interface Waiting {
  readonly inbox: string;
  readonly name: string;
  readonly startedAt: number;
}

/** The report of the service on a file in its inbox. @throws Error with the report if the file was not imported */
async function reportOf(child: ChildProcess, { inbox, name, startedAt }: Waiting): Promise<Taken> {
  while (child.exitCode === null) {
    for (const how of ['done', 'failed']) {
      const folder = join(inbox, how);
      const settled = existsSync(folder) ? readdirSync(folder).find((each) => each.endsWith(` ${name}`)) : undefined;
      const report = settled === undefined ? '' : join(folder, settled.replace(name, 'report.txt'));
      if (report === '' || !existsSync(report)) continue;
      const seconds = (performance.now() - startedAt) / 1000;
      const text = readFileSync(report, 'utf8');
      if (text === '') continue; // about to be written
      const lines = numberIn(text, /^Lines: ([\d,]+)/m);
      const rows = numberIn(text, /^Answers: .*?([\d,]+) of them distinct/m);
      if (how === 'failed' || !(lines > 0 && rows > 0)) throw new Error(text);
      return { lines, rows, seconds };
    }
    await pause(20);
  }
  throw new Error(`the service ended with ${child.exitCode}`);
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]?.replaceAll(',', ''));
}

interface Asked {
  readonly names: readonly string[];
  readonly keys: readonly string[];
}

/** Looks up names in turn until the work is done. @returns the time of each look-up */
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
      await pause(callerPause);
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

async function checkAndImport(port: number, key: string, file: string): Promise<CheckedTimes> {
  const ask = async (path: string, body?: object): Promise<{ id: string; state: string; error: string | null }> => {
    const isPiece = body instanceof Uint8Array;
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/sightline/imports${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-api-key': key,
        ...(body && { 'content-type': `application/${isPiece ? 'octet-stream' : 'json'}` }),
      },
      ...(body && { body: isPiece ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return (JSON.parse(text) as { response: { id: string; state: string; error: string | null } }).response;
  };
  const until = async (id: string, wanted: string): Promise<number> => {
    for (;;) {
      const { state, error } = await ask(`/${id}`);
      if (state === wanted) return performance.now();
      if (state === 'failed' || error !== null) throw new Error(error ?? state);
      await pause(statePause);
    }
  };
  const content = readFileSync(file);
  rmSync(file);
  const { id } = await ask('', { name: basename(file), bytes: content.length, start: 0 });
  for (let at = 0; at < content.length; at += pieceBytes)
    await ask(`/${id}/content?offset=${at}`, content.subarray(at, at + pieceBytes));
  const sentAt = performance.now();
  const checkedAt = await until(id, 'checked');
  await ask(`/${id}`, { action: 'start' });
  return { check: (checkedAt - sentAt) / 1000, import: ((await until(id, 'done')) - checkedAt) / 1000 };
}

/**
 * Waits until the service has checked its store, and then does nothing: merges and scores of an earlier import would count as the next
 * one. Does not wait for the latter without /proc.
 */
async function idle({ pid }: ChildProcess, port: number): Promise<void> {
  while (!(await readiness(port)).includes('checkedAt')) await pause(1000);
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return;
  let quietSince = performance.now();
  for (let before = ticksOf(file); performance.now() < quietSince + quietSeconds * 1000;) {
    await pause(1000);
    const ticks = ticksOf(file);
    if (ticks - before > busyTicks) quietSince = performance.now();
    before = ticks;
  }
}

/** Processor time, in hundredths of a second: the 14th and 15th field of proc(5). */
function ticksOf(file: string): number {
  const [user, system] = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13);
  return Number(user) + Number(system);
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

async function readiness(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).text();
}
