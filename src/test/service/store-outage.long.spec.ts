// @module-tag long
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ClickHouseServer,
  type ServiceProcess,
  startClickHouseServer,
  startService,
} from '#test/server/service-process.ts';
import { writeObservations } from '#server/ingest/journal/observations.ts';
import { openServer } from '#server/engine/http-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { countAsLoaded } from '#test/server/folder-store.ts';
import { seededObservations } from '#test/server/seeded-observations.ts';
import { specFolder } from '#test/server/spec-folder.ts';

const folder = specFolder('outage');
let server: ClickHouseServer;
let service: ServiceProcess;

async function fill(url: string): Promise<void> {
  const engine = await openServer({ url, limits: statementLimits(1e9) });
  await createSchema(engine, { folder: 'src/server/schema' });
  const rows = seededObservations({ seed: 'outage', sequence: 1, rows: 5000, names: 5000 });
  await writeObservations(engine, rows, { import: 100, sequence: 1 });
  await countAsLoaded(engine);
  await engine.close();
}

beforeAll(async () => {
  server = await startClickHouseServer();
  await fill(`${server.url}/sightline`);
  service = await startService(folder, { clickhouseUrl: `${server.url}/sightline` });
}, 400_000);
afterAll(async () => {
  await service?.kill();
  await server?.close();
});

const ask = (path: string) => service.ask(`/explore${path}`);
async function readiness(): Promise<{ status: number; role: string; state: string; message?: string }> {
  const answer = await fetch(`${service.url.replace('/api/v1', '')}/readyz`);
  return { status: answer.status, ...((await answer.json()) as { role: string; state: string }) };
}
async function metric(use: string): Promise<string | undefined> {
  const text = await (await fetch(`${service.url.replace('/api/v1', '')}/metrics`)).text();
  return new RegExp(`sightline_store_available\\{use="${use}"\\} (\\d)`).exec(text)?.[1];
}
let number = 0;
/** Another name each time: an answer from memory would not need the store. */
const lookup = () => `/padns/lookup/query/a/nobody-asked-${(number += 1)}.example`;
const search = (skip: number) => `/padns/lookup/query/any/_?regex=${encodeURIComponent('[hd][0-9]')}&skip=${skip}`;
const eventually = (expectation: () => Promise<void>) => vi.waitFor(expectation, { timeout: 90_000, interval: 200 });

describe('a ClickHouse server', { timeout: 400_000 }, () => {
  it('that hangs ends look-ups with 503, and all is well again when it goes on', async () => {
    expect(await ask(lookup())).toMatchObject({ status: 200 });
    expect(await readiness()).toEqual({ status: 200, role: 'all', state: 'ready' });
    server.freeze();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(lookup())));
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        error: { code: 'store_unreachable' },
      });
    await eventually(async () => expect(await readiness()).toMatchObject({ status: 503, state: 'unreachable' }));
    expect((await readiness()).message).toContain('does not answer');
    expect(await metric('read')).toBe('0');
    server.thaw();
    await eventually(async () => expect(await readiness()).toEqual({ status: 200, role: 'all', state: 'ready' }));
    expect(await ask(lookup())).toMatchObject({ status: 200 });
    expect(await metric('read')).toBe('1');
  });

  it('that is killed ends look-ups with 503, and jobs wait until it is back', async () => {
    const expected = await ask(search(0));
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, skip) => {
        const { response } = await ask(`${search(skip)}&limit=100&prefer=job_id`);
        return response.job_status.job_id as string;
      }),
    );
    await server.kill();
    expect(await ask(lookup())).toMatchObject({ status: 503, error: { code: 'store_unreachable' } });
    await eventually(async () => expect(await readiness()).toMatchObject({ status: 503, state: 'unreachable' }));
    const stateOf = async (id: string) => {
      const { response } = await ask(`/job/${id}?max_wait=0`);
      return response.job_status?.status;
    };
    expect(await Promise.all(ids.map(stateOf))).not.toContain('FAILURE');
    await server.start();
    await eventually(async () => expect(await readiness()).toMatchObject({ status: 200 }));
    expect(await ask(lookup())).toMatchObject({ status: 200 });
    for (const id of ids)
      await eventually(async () => {
        const { status, response } = await ask(`/job/${id}?max_wait=25`);
        expect(status).toBe(200);
        expect(response.records).toHaveLength(100);
      });
    expect((await ask(search(0))).response).toEqual(expected.response);
  });
});
