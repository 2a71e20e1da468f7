/** The service that the end-to-end tests talk to: the real one with its whole first load, and the controls of the tests beside it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dateToIsoDate } from '#model/dates.ts';
import { buildApp } from '#server/app.ts';
import { firstLoad } from '#server/collect/first-load.ts';
import { openLiveFindings } from '#server/collect/live-findings.ts';
import { observationJournal } from '#server/collect/observation-journal.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { migrate } from '#server/engine/migrate.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { openApiKeys } from '#server/http/api-keys.ts';
import { loadState } from '#server/http/load-state.ts';
import { openLiveDoor } from '#server/live/open-live-door.ts';
import { openTestInternet } from './internet.ts';
import { apiKeys, servicePort } from './service-address.ts';
import { testControls } from './test-controls.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'sightline-e2e-'));
const controls = testControls();
const engine = await openChdb({
  path: join(folder, 'store'),
  database: 'sightline',
  sessions: 4,
  limits: statementLimits(1e9),
});
const internet = await openTestInternet();
const load = loadState();
const app = await buildApp({
  engine: controls.holding(engine),
  load,
  keys: openApiKeys(apiKeys, folder),
  document: JSON.parse(readFileSync(join(root, 'public/openapi.json'), 'utf8')) as object,
  dashboardFolder: join(root, 'dist/web'),
  jobsFolder: join(folder, 'jobs'),
  isLoopback: true,
  live: openLiveDoor({ offline: false, testAllowance: internet.allowance }),
  findings: openLiveFindings({
    engine,
    journal: observationJournal(engine, join(folder, 'journal'), console.error),
    onError: console.error,
  }),
  // the output of the tests shows what comes on standard error
  logger: { level: 'error', stream: process.stderr },
  // a busy machine makes tests slow, not red
  limits: { eventLoopDelayMilliseconds: 0 },
  extend: controls.extend,
});

async function stop(): Promise<void> {
  await app.close();
  await engine.close();
  await internet.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

await app.listen({ host: '127.0.0.1', port: servicePort });
const startedAt = Date.now();
await migrate(engine, { folder: join(root, 'src/server/engine/schema') });
await firstLoad(engine, {
  sample: true,
  today: dateToIsoDate(new Date()),
  onProgress: (steps) => load.set({ state: 'loading', steps, startedAt }),
});
load.set({ state: 'ready' });
