/**
 * The service that the end-to-end tests talk to: the real one after its whole first load. Beside it stands one control path, through which a test makes an operation fail or wait; a fault
 * holds only for requests that carry its own key, so that tests beside it notice nothing.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dateToIsoDate } from '#model/dates.ts';
import { buildApp } from '#server/app.ts';
import { firstLoad } from '#server/collect/first-load.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { migrate } from '#server/engine/migrate.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { ApiError } from '#server/http/api-error.ts';
import { openApiKeys } from '#server/http/api-keys.ts';
import { loadState } from '#server/http/load-state.ts';
import { apiKey, servicePort } from './service-address.ts';

interface Fault {
  readonly operationId: string;
  /** Answer with this status instead. */
  readonly status?: number;
  readonly delayMilliseconds?: number;
}

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'sightline-e2e-'));
const faultKeys = Array.from({ length: 20 }, (_, at) => `${apiKey}-fault-${String(at).padStart(2, '0')}`);
const faults = new Map<string, Fault[]>();

const engine = await openChdb({
  path: join(folder, 'store'),
  database: 'sightline',
  sessions: 4,
  limits: statementLimits(1e9),
});
const load = loadState();
const app = await buildApp({
  engine,
  load,
  keys: openApiKeys([apiKey, ...faultKeys], folder),
  document: JSON.parse(readFileSync(join(root, 'public/openapi.json'), 'utf8')) as object,
  dashboardFolder: join(root, 'dist/web'),
  jobsFolder: join(folder, 'jobs'),
  isLoopback: true,
  offline: true,
  logger: { level: 'error' },
  extend: (instance) => {
    instance.put('/test/faults/:key', async (request) => {
      const { key } = request.params as { key: string };
      faults.set(key, request.body as Fault[]);
      return { faults: faults.get(key) };
    });
    instance.addHook('preHandler', async (request) => {
      const fault = faults
        .get(String(request.headers['x-api-key']))
        ?.find(({ operationId }) => operationId === request.routeOptions.config.operationId);
      if (!fault) return;
      if (fault.delayMilliseconds) await pause(fault.delayMilliseconds);
      if (fault.status)
        throw new ApiError(fault.status, 'test_fault', 'This operation fails because a test asked for it.');
    });
  },
});

async function stop(): Promise<void> {
  await app.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

await app.listen({ host: '127.0.0.1', port: servicePort });
await migrate(engine, { folder: join(root, 'src/server/engine/schema') });
await firstLoad(engine, {
  sample: true,
  today: dateToIsoDate(new Date()),
  onProgress: (steps) => load.set({ state: 'loading', steps, startedAt: Date.now() }),
});
load.set({ state: 'ready' });
