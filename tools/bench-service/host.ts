// The service under measurement, in a process of its own: the application, the engine and the limits of production over
// real HTTP. Its parent may also have it replay, straight on the engine port, the statements that a request led to.
//
//   host.ts <data folder> <'sample' | number of generated records>, keys in SIGHTLINE_API_KEYS
import { mkdirSync } from 'node:fs';
import { dateToIsoDate } from '#model/dates.ts';
import { dictionaries, reloadDictionaries } from '#server/collect/dictionaries.ts';
import { finishImport, firstLoadRecord } from '#server/collect/ledger.ts';
import { writeObservations } from '#server/collect/observations.ts';
import { readConfig } from '#server/config.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { openService } from '#server/open-service.ts';
import { importNextDay, refreshLastDays } from '../bench-sources/generated-feed.ts';
import { batchCount, generatedPrefixes, generatedRecords, generatedUntil } from './generated-records.ts';

const importId = 900;

/** Fills the collection with the generated records and merges it. A batch that is there already is left alone. */
async function fillWithGenerated(engine: Engine, total: number): Promise<void> {
  await engine.insert('prefixes', generatedPrefixes());
  for (let batch = 0; batch < batchCount(total); batch += 1)
    await writeObservations(engine, [...generatedRecords(batch, total)], { import: importId, sequence: batch + 1 });
  // as the service leaves its tables after an import (engine.md: look-ups over many parts are slow)
  for (const table of ['fwd', 'rev', 'names', 'txt', 'rrsets', 'rrsets_by_hash', 'prefixes'])
    await engine.command({ name: 'bench', sql: `OPTIMIZE TABLE ${table} FINAL` }, { limits: 'upkeep' });
  await reloadDictionaries(engine, dictionaries.imports);
  // the ledger speaks of what is there: a store without it looks as if it had lost its first load
  const asOf = dateToIsoDate(generatedUntil);
  const head = { kind: 'observations', digest: '', licence: '', sample: false };
  await finishImport(engine, { id: importId, source: 'bench', ...head, asOf }, total);
  await finishImport(engine, firstLoadRecord(asOf), 0);
}

/** What the parent asks for; the answer is a number. */
export type Order =
  /** From now on answers are kept for repeats, or not. */
  | { readonly act: 'keep-answers'; readonly value: boolean }
  /** Remember the statements since the last such order under the number that is answered. */
  | { readonly act: 'remember' }
  /** Milliseconds that the remembered statements take on the engine port, one after the other. */
  | { readonly act: 'replay'; readonly number: number }
  /** Import the next day of a generated list; milliseconds. */
  | { readonly act: 'import'; readonly listings: number }
  /** Refresh the scores of so many days, today the last of them; milliseconds. */
  | { readonly act: 'refresh'; readonly days: number };

const [folder = '', collection = 'sample'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

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
const measured = (engine: Engine): Engine => ({
  ...engine,
  query: (query, options = {}) => {
    const statement = withoutConditionCache(query);
    latest.push([statement, { limits: options.limits ?? 'lookup' }]);
    return engine.query(statement, options);
  },
  writes: () => (keepsAnswers ? engine.writes() : (changes += 1)),
});

const config = { ...readConfig({ ...process.env, SIGHTLINE_DATA: folder, SIGHTLINE_OFFLINE: 'on' }), port: 0 };
const service = await openService(config, {
  statementBytes: 1_000_000_000,
  wrapEngine: measured,
  logger: { level: 'fatal' }, // failures are the parent's to report
  ...(collection !== 'sample' && {
    fill: (engine) => fillWithGenerated(engine, Number(collection)),
    now: () => generatedUntil,
  }),
});
const { isReady } = await service.load();
if (!isReady) process.exit(1);
await service.app.listen({ host: config.host, port: config.port });

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
      for (const statement of remembered[order.number] ?? []) await service.engine.query(...statement);
      return performance.now() - startedAt;
    }
    case 'import':
      return importNextDay(service.engine, order.listings);
    case 'refresh':
      return refreshLastDays(service.engine, order.days);
  }
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.({ answer }));
});
process.on('SIGTERM', () => {
  void service.close().then(() => process.exit(0));
});
const address = service.app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
