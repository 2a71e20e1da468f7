import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dateToIsoDate } from '#model/dates.ts';
import { randomFor } from '#sample/random.ts';
import { finishImport, importIds } from '#server/ingest/ledger.ts';
import { openServer } from '#server/engine/http-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { observation } from '#test/server/seeded-observations.ts';
import {
  type ClickHouseServer,
  type ServiceProcess,
  startClickHouseServer,
  startService,
} from '#test/server/service-process.ts';

// Two service processes, with data folders of their own, on one ClickHouse server.

const place = mkdtempSync(join(tmpdir(), 'sightline-processes-'));
let server: ClickHouseServer;
let one: ServiceProcess;
let other: ServiceProcess;

async function fill(url: string): Promise<void> {
  const engine = await openServer({ url, limits: statementLimits(1e9) });
  await createSchema(engine, { folder: 'src/server/schema' });
  const random = randomFor('processes');
  const name = () => `${random.text(50, 'abcdefghijklmnopqrstuvwxyz')}.example`;
  const days = ['2026-01-01', '2026-02-01'] as const;
  await engine.insert(
    'obs',
    Array.from({ length: 20_000 }, () => observation('A', name(), '192.0.2.1', days)),
  );
  const head = { kind: 'first-load', digest: '', licence: '', sample: false, asOf: dateToIsoDate(new Date()) };
  for (const id of [importIds.firstLoad, importIds.scores, importIds.nsTransfers])
    await finishImport(engine, { id, source: 'spec', ...head }, 0);
  await engine.close();
}
const start = (name: string) =>
  startService(join(place, name), {
    clickhouseUrl: `${server.url}/sightline`,
    env: { SIGHTLINE_TAKEOVER_SECONDS: '6' },
  });

beforeAll(async () => {
  server = await startClickHouseServer();
  await fill(`${server.url}/sightline`);
  [one, other] = await Promise.all([start('one'), start('other')]);
}, 400_000);
afterAll(async () => {
  await one?.kill();
  await other?.kill();
  await server?.close();
  rmSync(place, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly response: { records?: object[]; job_status?: { job_id: string; status: string } };
}
async function ask(process: ServiceProcess, path: string, caller = 0): Promise<Answer> {
  const answer = await fetch(`${process.url}/explore${path}`, { headers: { 'x-api-key': process.keys[caller] ?? '' } });
  return { status: answer.status, response: ((await answer.json()) as Answer).response };
}
/** A second or so each: wide classes repeated make a large automaton. Each number is another question. */
const search = (number: number) =>
  `/padns/lookup/query/a/_?regex=${encodeURIComponent(`(.*[a-m].{9}[n-z]){4}.{${number}}`)}&limit=50`;
const eventually = (expectation: () => Promise<void>) => vi.waitFor(expectation, { timeout: 120_000, interval: 100 });

describe('two processes on one server', { timeout: 400_000 }, () => {
  it('answer for the jobs of each other, and one does the jobs of the other when that is killed', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const { response } = await ask(one, `${search(number)}&prefer=job_id`);
        return response.job_status?.job_id ?? '';
      }),
    );
    const stateOf = async (id: string) =>
      (await ask(other, `/job/${id}?status_only=1&max_wait=0`)).response.job_status?.status;
    expect(await Promise.all(ids.map(stateOf))).not.toContain(undefined);
    expect((await ask(other, `/job/${ids[0]}`, 1)).status).toBe(404); // of another key
    await eventually(async () => expect(await Promise.all(ids.map(stateOf))).toContain('SUCCESS'));
    await one.kill();
    const left = await Promise.all(ids.map(stateOf));
    expect(left.filter((state) => state === 'PENDING' || state === 'STARTED').length).toBeGreaterThan(1);

    const results = await Promise.all(
      ids.map(async (id) => {
        let answer: Answer;
        do answer = await ask(other, `/job/${id}?max_wait=25`);
        while (['PENDING', 'STARTED'].includes(answer.response.job_status?.status ?? ''));
        return answer;
      }),
    );
    expect(results.at(-1)).toEqual(await ask(other, search(ids.length - 1)));
    for (const { status, response } of results) {
      expect(status).toBe(200);
      expect(response.records).toBeInstanceOf(Array);
    }
  });
});
