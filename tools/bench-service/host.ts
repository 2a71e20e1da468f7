// The service under measurement, in a process of its own: the application, the engine and the limits of production over
// real HTTP. Its parent may also have it replay, straight on the engine port, the statements that a request led to.
//
//   host.ts <data folder> <'sample' | number of generated records>, keys in SIGHTLINE_API_KEYS
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { dateToIsoDate } from '#model/dates.ts';
import { buildApp } from '#server/app.ts';
import { firstLoad } from '#server/collect/first-load.ts';
import { openLiveFindings } from '#server/collect/live-findings.ts';
import { observationJournal } from '#server/collect/observation-journal.ts';
import { readConfig } from '#server/config.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { migrate } from '#server/engine/migrate.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { openApiKeys } from '#server/http/api-keys.ts';
import { loadState } from '#server/http/load-state.ts';
import { offlineDoor } from '#server/live/offline-door.ts';
import { fillWithGenerated } from './fill.ts';
import { generatedUntil } from './generated-records.ts';

/** What the parent asks for; the answer is a number. */
export type Order =
  /** From now on answers are kept for repeats, or not. */
  | { readonly act: 'keep-answers'; readonly value: boolean }
  /** Remember the statements since the last such order under the number that is answered. */
  | { readonly act: 'remember' }
  /** Milliseconds that the remembered statements take on the engine port, one after the other. */
  | { readonly act: 'replay'; readonly number: number };

const root = join(import.meta.dirname, '../..');
const [folder = '', collection = 'sample'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const engine = await openChdb({
  path: join(folder, 'store'),
  database: 'sightline',
  sessions: Math.max(4, 2 * availableParallelism()),
  limits: statementLimits(1_000_000_000),
});
await migrate(engine, { folder: join(root, 'src/server/engine/schema') });
if (collection === 'sample') await firstLoad(engine, { sample: true, today: dateToIsoDate(new Date()) });
else await fillWithGenerated(engine, Number(collection));

type Statement = readonly [Query<unknown>, QueryOptions];
let latest: Statement[] = [];
const remembered: Statement[][] = [];
let keepsAnswers = false;
let changes = 0;

// a repeated condition is answered from its cache, which flatters every measurement (engine.md, trap 9)
const withoutConditionCache = <Row>(query: Query<Row>): Query<Row> => ({
  ...query,
  settings: { ...query.settings, use_query_condition_cache: 0 },
});
const measured: Engine = {
  ...engine,
  query: (query, options = {}) => {
    const statement = withoutConditionCache(query);
    latest.push([statement, { limits: options.limits ?? 'lookup' }]);
    return engine.query(statement, options);
  },
  writes: () => (keepsAnswers ? engine.writes() : (changes += 1)),
};

const complain = (error: unknown) => console.error(error);
const app = await buildApp({
  engine: measured,
  load: loadState({ state: 'ready' }),
  keys: openApiKeys(readConfig().apiKeys, folder),
  document: JSON.parse(readFileSync(join(root, 'public/openapi.json'), 'utf8')) as object,
  dashboardFolder: join(root, 'dist/web'),
  jobsFolder: join(folder, 'jobs'),
  isLoopback: true,
  live: offlineDoor(),
  findings: openLiveFindings({
    engine,
    journal: observationJournal(engine, join(folder, 'journal'), complain),
    onError: complain,
  }),
  logger: { level: 'fatal' }, // failures are the parent's to report
  ...(collection !== 'sample' && { now: () => generatedUntil }),
});
await app.listen({ host: '127.0.0.1', port: 0 });

async function obey(order: Order): Promise<number> {
  switch (order.act) {
    case 'keep-answers':
      keepsAnswers = order.value;
      return 0;
    case 'remember': {
      remembered.push(latest);
      latest = [];
      return remembered.length - 1;
    }
    case 'replay': {
      const startedAt = performance.now();
      for (const statement of remembered[order.number] ?? []) await engine.query(...statement);
      return performance.now() - startedAt;
    }
  }
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.({ answer }));
});
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => engine.close())
    .then(() => process.exit(0));
});
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
