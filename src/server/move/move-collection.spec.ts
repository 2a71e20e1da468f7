import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateToIsoDate } from '#model/dates.ts';
import { readConfig } from '#server/config.ts';
import { openServer } from '#server/engine/http-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { openService, type Service } from '#server/open-service.ts';
import { startTestCluster } from '#test/server/clickhouse-cluster.ts';
import { key, openTestService, type TestService } from '#test/server/collection.ts';
import { interfaceOperations } from '#test/server/fuzz.ts';
import { copyTestStore, root } from '#test/server/made-once.ts';
import { parameterCases } from '#test/server/parameter-cases/all.ts';
import {
  childProgram,
  fillCollection,
  type ClickHouseServer,
  startClickHouseServer,
} from '#test/server/service-process.ts';

// `npm run move` itself, with the sample collection, over a real ClickHouse server.

const now = new Date();
const folder = mkdtempSync(join(tmpdir(), 'sightline-move-'));
const source = join(folder, 'source');
const small = join(folder, 'small');
const back = join(folder, 'back');
let server: ClickHouseServer;
let embedded: TestService;
const opened: (Service | Engine)[] = [];

beforeAll(async () => {
  mkdirSync(source);
  await copyTestStore(join(source, 'store'), dateToIsoDate(now));
  await fillCollection(small, 5000);
  server = await startClickHouseServer();
  embedded = await openTestService({ sample: dateToIsoDate(now), now });
}, 400_000);
afterAll(async () => {
  for (const each of opened) await each.close();
  await embedded?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number | null;
  readonly said: string;
}

/** @param killAt text in the output at which the process is killed, unless it ends before */
async function move(words: readonly string[], killAt?: string): Promise<Run> {
  const program = await childProgram('move');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: root,
      env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), SIGHTLINE_DATA: source },
    });
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (killAt !== undefined && said.includes(killAt)) child.kill('SIGKILL');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => resolve({ code, said }));
  });
}

const urlOf = (database: string) => `${server.url}/${database}`;

async function onServer(database: string): Promise<Engine> {
  const engine = await openServer({ url: urlOf(database), limits: statementLimits(1e9) });
  opened.push(engine);
  return engine;
}

/** Of every table that holds rows: their number and a checksum, once merged. */
async function contents(engine: Engine): Promise<Readonly<Record<string, string>>> {
  const ask = <Row>(sql: string) => engine.query<Row>({ name: 'spec', sql }, { limits: 'upkeep' });
  const tables = await ask<{ name: string; engine: string }>(
    `SELECT name, engine FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND total_rows > 0
       AND name NOT IN ('schema_steps', 'service_processes', 'service_claims', 'service_documents', 'service_calls')`,
  );
  const found: Record<string, string> = {};
  for (const { name, engine: kind } of tables) {
    const final = kind === 'MergeTree' ? '' : ' FINAL';
    const [row] = await ask<{ x: string }>(
      `SELECT concat(toString(count()), ' ', toString(groupBitXor(sipHash64(*)))) AS x FROM ${name}${final}`,
    );
    found[name] = row?.x ?? '';
  }
  return found;
}

async function serve(database: string, env: NodeJS.ProcessEnv = {}): Promise<Service> {
  const config = readConfig({
    SIGHTLINE_DATA: join(folder, `service-of-${database}`),
    SIGHTLINE_API_KEYS: key,
    SIGHTLINE_OFFLINE: 'on',
    SIGHTLINE_SAMPLE: 'off',
    SIGHTLINE_CLICKHOUSE_URL: urlOf(database),
    ...env,
  });
  const service = await openService(config, {
    now: () => now,
    report: () => undefined,
    limits: { eventLoopDelayMilliseconds: 0 },
  });
  opened.push(service);
  return service;
}

/** @returns how many questions were asked */
async function expectSameAnswers(service: Service, questionsEach: number): Promise<number> {
  let asked = 0;
  for (const operationId of interfaceOperations)
    for (const { ask } of Object.values(parameterCases[operationId] ?? {}).slice(0, questionsEach)) {
      const { path, body = undefined } =
        typeof ask === 'string' ? { path: ask } : typeof ask === 'function' ? { path: '' } : ask;
      // each answer names a job of its own
      if (path === '' || /prefer=job_id|max_wait=0/.test(path)) continue;
      const whole = body ? await embedded.post(path, body) : await embedded.get(path);
      const answer = await service.app.inject({
        method: body ? 'POST' : 'GET',
        url: `/api/v1${path}`,
        headers: { 'x-api-key': key },
        ...(body && { payload: body }),
      });
      expect({ status: answer.statusCode, text: answer.body }, path).toEqual({
        status: whole.status,
        text: JSON.stringify(whole.body),
      });
      asked += 1;
    }
  return asked;
}

/** Of one node of a cluster. */
async function count(url: string, table: string): Promise<number> {
  const engine = await openServer({ url, limits: statementLimits(1e9) });
  const [found] = await engine.query<{ rows: number }>({ name: 'spec', sql: `SELECT count() AS rows FROM ${table}` });
  await engine.close();
  return found?.rows ?? 0;
}

async function readiness(service: Service): Promise<string> {
  return (await service.app.inject({ url: '/readyz' })).body;
}

describe('a move to a server and back', { timeout: 400_000 }, () => {
  it('puts nothing in place while it is cut off again and again, and goes on where it was', async () => {
    // between two tables, and while the copies are put in place
    for (const point of ['  rev:', '  imports:']) {
      const { code, said } = await move(['--to', urlOf('sightline')], point);
      expect(code, said).toBe(null);
      expect(said, said).toContain(point);
    }
    const service = await serve('sightline');
    expect(await service.load()).toEqual({ isReady: false });
    expect(await readiness(service)).toContain('run the same “npm run move” again');
    const last = await move(['--to', urlOf('sightline')]);
    expect(last, last.said).toMatchObject({ code: 0 });
    expect(last.said).toMatch(/fwd: [\d,]+ rows, the same on both sides \([\d,]+ were there\)/);
    expect(last.said).toContain('SIGHTLINE_CLICKHOUSE_URL');
    const found = await contents(await onServer('sightline'));
    expect(found).toEqual(await contents(embedded.engine));
    expect(Object.keys(found).length).toBeGreaterThan(30);
  });

  it('then answers every operation as before', async () => {
    const service = await serve('sightline');
    expect(await service.load()).toMatchObject({ isReady: true });
    expect(await expectSameAnswers(service, 2)).toBeGreaterThan(60);
    // a move is made while no service uses either side
    for (const each of opened.splice(0)) await each.close();
  });

  it('goes on to the shards of a cluster, cut off and repeated, and comes back from it the same', async () => {
    const cluster = await startTestCluster(2, 1);
    try {
      const urls = cluster.nodes.map(({ url }) => url).join(',');
      const there = ['--from', urlOf('sightline'), '--to', urls, '--to-cluster', cluster.name];
      expect(await move(there, '  rev:')).toMatchObject({ code: null });
      const moved = await move(there);
      expect(moved, moved.said).toMatchObject({ code: 0 });
      expect(moved.said).toMatch(/fwd: [\d,]+ rows, the same on both sides \([\d,]+ were there\)/);
      expect(moved.said).toContain(`SIGHTLINE_CLICKHOUSE_CLUSTER=${cluster.name}`);
      const shares = await Promise.all(cluster.nodes.map(({ url }) => count(url, 'fwd_local')));
      expect(Math.min(...shares)).toBeGreaterThan(1000);
      const service = await serve('cluster', {
        SIGHTLINE_CLICKHOUSE_URL: urls,
        SIGHTLINE_CLICKHOUSE_CLUSTER: cluster.name,
      });
      expect(await service.load()).toMatchObject({ isReady: true });
      await expectSameAnswers(service, 1);
      await service.close();
      opened.splice(opened.indexOf(service), 1);
      const back = await move(['--from', urls, '--from-cluster', cluster.name, '--to', urlOf('returned')]);
      expect(back, back.said).toMatchObject({ code: 0 });
      expect(await contents(await onServer('returned'))).toEqual(await contents(embedded.engine));
    } finally {
      await cluster.close();
    }
  });

  it('refuses a target with another collection, and takes its place only when told to', async () => {
    const full = await move(['--from', small, '--to', urlOf('sightline')]);
    expect(full).toMatchObject({ code: 1 });
    expect(full.said).toContain('--replace');
    const replaced = await move(['--from', small, '--to', urlOf('sightline'), '--replace']);
    expect(replaced, replaced.said).toMatchObject({ code: 0 });
    const found = await contents(await onServer('sightline'));
    // all else of the larger collection is gone
    expect(Object.keys(found).sort()).toEqual(['fwd', 'imports', 'names', 'rev', 'rrsets', 'rrsets_by_hash', 'txt']);
  });

  it('comes back into a data folder, and goes on from there', async () => {
    const returned = await move(['--from', urlOf('sightline'), '--to', back]);
    expect(returned, returned.said).toMatchObject({ code: 0 });
    expect(existsSync(join(back, 'store-parts.json'))).toBe(true);
    const again = await move(['--from', back, '--to', urlOf('again')]);
    expect(again, again.said).toMatchObject({ code: 0 });
    expect(await contents(await onServer('again'))).toEqual(await contents(await onServer('sightline')));
  });

  it('says what is missing before it touches anything', async () => {
    expect(await move([])).toMatchObject({ code: 2, said: expect.stringContaining('--to') });
    expect((await move(['--to', 'http://127.0.0.1:1/nowhere'])).said).toContain('no answer from the ClickHouse server');
    const empty = await onServer('empty');
    await createSchema(empty, { folder: join(root, 'src/server/schema') });
    const nothing = await move(['--from', urlOf('empty'), '--to', urlOf('other')]);
    expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining('nothing to move') });
  });
});
