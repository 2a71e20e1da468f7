// The service under measurement, in its own process: the application, the engine and the limits of production over
// real HTTP. The parent process can order a replay of the statements of a request, directly on the engine port.
//
//   host.ts <data folder> <'sample' | number of generated records>, keys in SIGHTLINE_API_KEYS
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { dateToIsoDate } from '#model/dates.ts';
import { dictionaries, reloadDictionaries } from '#server/ingest/dictionaries.ts';
import { finishImport, firstLoadRecord } from '#server/ingest/ledger.ts';
import { lastSequence, writeObservations } from '#server/ingest/journal/observations.ts';
import { readConfig } from '#server/config.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { openService } from '#server/open-service.ts';
import { plantFindings, runDetector } from '#bench/findings/plant.ts';
import { importNextDay, refreshLastDays } from '#bench/sources/generated-feed.ts';
import { fillTable, mergeTables } from './fill-tables.ts';
import { generatedEvidence } from './generated-evidence.ts';
import { generatedPrefixes, generatedRecords, generatedRows, generatedUntil } from './generated-records.ts';

const importId = 900;
const tables = ['fwd', 'rev', 'names', 'txt', 'rrsets', 'rrsets_by_hash'];
const evidenceTables = [
  'whois',
  'whois_values',
  'certificates',
  'certificate_names',
  'first_certificates',
  'scan_jarm',
  'jarm_hosts',
  'scan_html',
  'page_hosts',
];
/** Seconds of filling the collection; NaN for one that existed already. */
const fill = { isKept: false, insertSeconds: NaN, mergeSeconds: NaN };

/** Fills the collection with the generated records and merges it, unless an earlier run has done so. */
async function fillWithGenerated(engine: Engine, total: number): Promise<void> {
  const startedAt = performance.now();
  fill.isKept = (await lastSequence(engine, importId)) > 0;
  if (!fill.isKept) await fillStore(engine, total);
  await engine.insert('prefixes', generatedPrefixes());
  await mergeTables(engine, ['prefixes']);
  await reloadDictionaries(engine, dictionaries.imports);
  // a store without an entry in the ledger looks as if it had lost its first load
  const asOf = dateToIsoDate(generatedUntil);
  const head = { kind: 'observations', digest: '', licence: '' };
  await finishImport(engine, { id: importId, source: 'bench', ...head, asOf }, total);
  await finishImport(engine, firstLoadRecord(asOf), 0);
  if (!fill.isKept) console.log(`filled and merged in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

/** Inserts inside the store, all views in parallel: several times as fast as rows sent from here. */
async function fillStore(engine: Engine, total: number): Promise<void> {
  await assertSameRules(engine, total);
  for (const table of [...tables, ...evidenceTables])
    await engine.command({ name: 'bench', sql: `TRUNCATE TABLE ${table}` });
  const startedAt = performance.now();
  await fillTable(engine, `INSERT INTO obs ${generatedRows(total)}`);
  fill.insertSeconds = (performance.now() - startedAt) / 1000;
  await mergeTables(engine, tables);
  fill.mergeSeconds = (performance.now() - startedAt) / 1000 - fill.insertSeconds;
  for (const statement of generatedEvidence(total)) await fillTable(engine, statement);
  await mergeTables(engine, evidenceTables);
  await writeObservations(engine, [], { import: importId, sequence: 1 });
}

/** Questions are made in TypeScript, records in SQL. @throws Error when the two differ */
async function assertSameRules(engine: Engine, total: number): Promise<void> {
  const from = Math.max(0, total - 10_000);
  const numbers = ['first_seen', 'last_seen', 'count', 'ttl'].map((column) => `toUInt32(${column}) AS ${column}`);
  const sql = `SELECT rrtype, rrname, rdata, ${numbers.join()} FROM (${generatedRows(total, from)})`;
  const made = await engine.query({ name: 'bench', sql });
  if (JSON.stringify(made) !== JSON.stringify(generatedRecords(total, from)))
    throw new Error('generated-records.ts makes other records in SQL than in TypeScript');
}

const rowsAtOnce = 200_000;

async function writeGenerated(engine: Engine, { total, count }: { total: number; count: number }): Promise<number> {
  let milliseconds = 0;
  for (let from = 0, sequence = 1; from < count; from += rowsAtOnce, sequence += 1) {
    const rows = generatedRecords(total, from, Math.min(rowsAtOnce, count - from)).map((record) => ({
      ...record,
      sources: 1,
    }));
    const startedAt = performance.now();
    const { rejected } = await writeObservations(engine, rows, { import: importId + 1, sequence });
    milliseconds += performance.now() - startedAt;
    if (rejected > 0) throw new Error(`${rejected} generated records were rejected`);
  }
  return milliseconds;
}

/** Orders of the parent process; the answer is a number. */
export type Order =
  /** Remember the statements since the last such order; the answer is their number. */
  | { readonly act: 'remember' }
  /** Milliseconds that the remembered statements take on the engine port, one after the other. */
  | { readonly act: 'replay'; readonly number: number }
  /** The port of a plain HTTP server that answers each request with the rows of the next remembered statement. */
  | { readonly act: 'plain-port'; readonly number: number }
  /** When the latest request passed this point; epoch milliseconds with fractions. */
  | { readonly act: 'moment'; readonly of: Moment }
  /** Seconds that filling the collection took, and merging it; NaN for one that was kept. */
  | { readonly act: 'fill-time'; readonly of: 'insertSeconds' | 'mergeSeconds' }
  /** Bytes of the passive DNS tables on disk. */
  | { readonly act: 'bytes' }
  /** Write this many generated records of a collection, as imports do; the milliseconds of writing. */
  | { readonly act: 'write'; readonly total: number; readonly count: number }
  /** Milliseconds that the engine port takes for SELECT 1. */
  | { readonly act: 'select-1' }
  /** Import the next day of a generated list; milliseconds. */
  | { readonly act: 'import'; readonly listings: number }
  /** Refresh the scores of this many days, today the last of them; milliseconds. */
  | { readonly act: 'refresh'; readonly days: number }
  /** Plant so many cases of each finding; the number of their records, 0 when they were there. */
  | { readonly act: 'plant'; readonly total: number; readonly cases: number }
  /** Run a detector; milliseconds. */
  | { readonly act: 'detect'; readonly detector: string };

/** Points of a request, in this order: key known, question valid, statement begun, rows received, answer as text. */
type Moment = 'arrived' | 'validated' | 'asked' | 'answered' | 'serialised';

const [folder = '', collection = 'sample', answers] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

type Statement = readonly [Query<unknown>, QueryOptions];
let latest: Statement[] = [];
const remembered: Statement[][] = [];
const moments: Partial<Record<Moment, number>> = {};
const note = (moment: Moment): void => void (moments[moment] = performance.timeOrigin + performance.now());

// the engine answers a repeated condition from a cache, which falsifies measurements
const withoutConditionCache = <Row>(query: Query<Row>): Query<Row> => ({
  ...query,
  settings: { use_query_condition_cache: 0, ...query.settings },
});
const measured = (engine: Engine): Engine => ({
  ...engine,
  query: async (query, options = {}) => {
    const statement = withoutConditionCache(query);
    note('asked');
    const rows = await engine.query(statement, options);
    note('answered');
    // a statement that is refused for its size is not kept: each of its keys is then queried alone
    latest.push([statement, { limits: options.limits ?? 'lookup' }]);
    return rows;
  },
});

const config = { ...readConfig({ ...process.env, SIGHTLINE_DATA: folder, SIGHTLINE_OFFLINE: 'on' }), port: 0 };
/** This file is built into dist/bench, beside dist/server. */
const threadProgram = join(import.meta.dirname, '../server/thread-program.js');
const service = await openService(config, {
  ...(existsSync(threadProgram) && { threadProgram }),
  // the least that the service takes
  statementBytes: 1_200_000_000,
  ...(answers !== 'kept' && { limits: { cachedAnswerBytes: 0 } }),
  wrapEngine: measured,
  // hooks cost time, which would count as that of the service
  ...(answers !== 'kept' && {
    extend: (app) => {
      app.addHook('onRequest', (_, __, done) => (note('arrived'), done()));
      app.addHook('preHandler', (_, __, done) => (note('validated'), done()));
      app.addHook('onSend', (_, __, payload, done) => (note('serialised'), done(null, payload)));
    },
  }),
  logger: { level: 'fatal' }, // the parent reports failures
  ...(collection !== 'sample' && {
    fill: (engine) => fillWithGenerated(engine, Number(collection)),
    now: () => generatedUntil,
  }),
});
const { isReady } = await service.load();
if (!isReady) process.exit(1);
await service.app.listen({ host: config.host, port: config.port });

/** What answering over HTTP costs without the service: node:http, the engine port and JSON. */
let plainStatements: readonly Statement[] = [];
const plainServer = createServer((_, response) => {
  const [next, ...rest] = plainStatements;
  plainStatements = rest;
  void (next ? service.engine.query(...next) : Promise.resolve([])).then((rows) => {
    const body = JSON.stringify({ rows });
    response.setHeader('content-type', 'application/json');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  });
});

async function obey(order: Order): Promise<number> {
  switch (order.act) {
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
    case 'plain-port':
      plainStatements = remembered[order.number] ?? [];
      if (!plainServer.listening) await once(plainServer.listen(0, '127.0.0.1'), 'listening');
      return (plainServer.address() as AddressInfo).port;
    case 'moment':
      return moments[order.of] ?? NaN;
    case 'select-1': {
      const startedAt = performance.now();
      await service.engine.query({ name: 'bench', sql: 'SELECT 1' });
      return performance.now() - startedAt;
    }
    case 'fill-time':
      return fill[order.of];
    case 'bytes': {
      const sql = `SELECT sum(bytes_on_disk) AS bytes FROM system.parts
                   WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)}`;
      const [row] = await service.engine.query<{ bytes: number }>({ name: 'bench', sql, params: { tables } });
      return row?.bytes ?? NaN;
    }
    case 'write':
      return writeGenerated(service.engine, order);
    case 'import':
      return importNextDay(service.engine, order.listings);
    case 'refresh':
      return refreshLastDays(service.engine, order.days);
    case 'plant':
      return plantFindings(service.engine, order.total, order.cases);
    case 'detect':
      return runDetector(service.engine, order.detector);
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
