// `npm run dev`: the dashboard by Vite, with hot reload, in front of the service, which restarts when one of its files changes.
// Settings are those of the service (docs/configuration.md). Without SIGHTLINE_API_KEYS, a key for development is used.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');
const { SIGHTLINE_API_KEYS: keys = 'development-key-0000' } = process.env;

const service = spawn(
  process.execPath,
  [
    join(root, 'node_modules/tsx/dist/cli.mjs'),
    'watch',
    '--clear-screen=false',
    ...['src/server/schema/*.sql', 'public/openapi.json'].flatMap((path) => ['--include', join(root, path)]),
    join(root, 'src/server/main.ts'),
  ],
  {
    stdio: 'inherit',
    cwd: root,
    // one thread a session of chDB alongside those that Node itself uses, as in `npm start`
    env: { UV_THREADPOOL_SIZE: String(2 * availableParallelism() + 6), ...process.env, SIGHTLINE_API_KEYS: keys },
  },
);
const dashboard = await createServer({ root, clearScreen: false });
await dashboard.listen();
const [address = ''] = dashboard.resolvedUrls?.local ?? [];
console.log(`\n  Dashboard with hot reload   ${address}#key=${keys.split(',')[0]?.trim()}\n`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => service.kill(signal));
service.on('exit', (code) => {
  void dashboard.close().finally(() => process.exit(code ?? 1));
});
