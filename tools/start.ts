// `npm start`: builds what is stale, then runs the service in its own process. The thread pool must be sized before the
// process starts: chDB needs one thread a session beside those that Node itself uses (files, name look-ups).
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isStale } from './build-stamp.ts';

const root = join(import.meta.dirname, '..');

if (isStale()) {
  console.log('Building the dashboard and the service ...');
  const { buildAll } = await import('./build.ts');
  await buildAll();
}
const threads = String(2 * availableParallelism() + 6);
const service = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/server/main.js')], {
  stdio: 'inherit',
  env: { UV_THREADPOOL_SIZE: threads, ...process.env },
});
// the terminal sends Ctrl-C to both; what a supervisor sends to this process is handed on
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => service.kill(signal));
service.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
