// Measures `npm start` on an empty folder and again on the filled one: seconds until the first answer, and the memory of each
// process that is left when the service is idle. `npm run bench:start` (builds first when a source is newer).
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isStale } from './build-stamp.ts';

const root = join(import.meta.dirname, '..');
const port = 8797;
const data = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
/** After the start, the engine gives memory back for a while. */
const settleSeconds = 20;

interface Process {
  readonly pid: number;
  readonly megabytes: number;
  readonly command: string;
}

if (isStale()) await (await import('./build.ts')).buildAll();
try {
  for (const label of ['first start', 'second start']) {
    const { seconds, peak, idle } = await measureStart();
    console.log(`${label.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s to ready  ${peak ?? '?'} MB at most`);
    for (const { megabytes, command } of idle)
      console.log(`  idle ${String(megabytes).padStart(5)} MB  ${command.slice(0, 90)}`);
  }
} finally {
  rmSync(data, { recursive: true, force: true });
}

async function measureStart(): Promise<{ seconds: number; peak: number | undefined; idle: Process[] }> {
  const startedAt = performance.now();
  // a process group of its own, as a terminal gives it
  const starter = spawn('npm', ['start', '--silent'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, SIGHTLINE_DATA: data, SIGHTLINE_PORT: String(port), SIGHTLINE_OFFLINE: 'on' },
  });
  const gone = new Promise((resolve) => starter.once('exit', resolve));
  while (!(await isReady())) {
    if (starter.exitCode !== null) throw new Error(`the service ended with ${starter.exitCode}`);
    await pause(100);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await pause(settleSeconds * 1000);
  const idle = processesOf(starter.pid);
  const service = idle.find(({ command }) => command.includes('dist/server/main.js'));
  const peak = peakMegabytes(service?.pid);
  process.kill(-(starter.pid ?? 0), 'SIGTERM');
  await gone;
  while (await isReady()) await pause(100);
  return { seconds, peak, idle };
}

async function isReady(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

/** What `ps` shows of a process group: resident memory, with what is shared counted in each. */
function processesOf(group: number | undefined): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,pid=,rss=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [, pgid, pid, kilobytes, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const megabytes = Math.round(Number(kilobytes) / 1024);
    return Number(pgid) === group ? [{ pid: Number(pid), megabytes, command }] : [];
  });
}

/** The kernel's high-water mark of resident memory; only Linux tells. */
function peakMegabytes(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}
