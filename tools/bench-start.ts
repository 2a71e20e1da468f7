// Measures the start of the service on an empty folder and again on the filled one: seconds until the first answer, and
// the most memory the process held. `npm run bench:start` (builds first when a source is newer).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isStale } from './build-stamp.ts';

const root = join(import.meta.dirname, '..');
const port = 8797;
const data = mkdtempSync(join(tmpdir(), 'sightline-bench-'));

if (isStale()) await (await import('./build.ts')).buildAll();
try {
  for (const label of ['first start', 'second start']) {
    const { seconds, megabytes } = await measureStart();
    console.log(
      `${label.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s to ready  ${String(megabytes ?? '?').padStart(6)} MB at most`,
    );
  }
} finally {
  rmSync(data, { recursive: true, force: true });
}

async function measureStart(): Promise<{ seconds: number; megabytes: number | undefined }> {
  const startedAt = performance.now();
  const service = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    stdio: 'ignore',
    env: { ...process.env, UV_THREADPOOL_SIZE: '10', SIGHTLINE_DATA: data, SIGHTLINE_PORT: String(port) },
  });
  const gone = new Promise((resolve) => service.once('exit', resolve));
  while (!(await isReady())) {
    if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
    await pause(100);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const megabytes = peakMegabytes(service.pid);
  service.kill('SIGTERM');
  await gone;
  return { seconds, megabytes };
}

async function isReady(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
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
