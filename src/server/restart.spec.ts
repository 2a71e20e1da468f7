import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fillCollection, startService, type ServiceProcess } from '#server/testing/service-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-restart-'));
let service: ServiceProcess;
afterAll(async () => {
  await service?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The most that one page may hold. */
const pageRecords = 10_000;

async function ask(path: string): Promise<{ records: object[]; job_status?: { job_id: string; status: string } }> {
  const answer = await fetch(`${service.url}/explore${path}`, { headers: { 'x-api-key': service.keys[0] ?? '' } });
  const body = (await answer.json()) as { response: never; error: unknown };
  expect(answer.status, JSON.stringify(body.error)).toBe(200);
  return body.response;
}
/** Reads and sorts every record there is: long enough for a kill to find most of twenty at work or waiting. */
const search = (skip: number) =>
  `/padns/lookup/query/any/_?regex=${encodeURIComponent('[hd][0-9]')}&skip=${skip}&limit=${pageRecords}`;

it('twenty jobs outlive a kill -9 of the service', { timeout: 120_000 }, async () => {
  fillCollection(folder, 100_000);
  service = await startService(folder);
  const all = [...(await ask(search(0))).records, ...(await ask(search(pageRecords))).records];
  expect(all).toHaveLength(2 * pageRecords);
  const skips = Array.from({ length: 20 }, (_, index) => index * 500);
  const jobs = await Promise.all(
    skips.map(async (skip) => {
      const { job_status } = await ask(`${search(skip)}&prefer=job_id`);
      return { skip, id: job_status?.job_id ?? '' };
    }),
  );
  await service.kill();
  const left = jobs.map(({ id }) => readFileSync(join(folder, `jobs/${id}.json`), 'utf8'));
  const inState = (state: string) => left.filter((text) => text.includes(`"state":"${state}"`)).length;
  expect(inState('STARTED')).toBeGreaterThan(0);
  expect(inState('PENDING')).toBeGreaterThan(0);

  service = await startService(folder);
  for (const { skip, id } of jobs) {
    const { records } = await ask(`/job/${id}?max_wait=25`);
    expect(JSON.stringify(records) === JSON.stringify(all.slice(skip, skip + pageRecords)), id).toBe(true);
  }
});
