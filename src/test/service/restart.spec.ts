import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fillCollection, startService, type ServiceProcess } from '#test/server/service-process.ts';

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

it('twenty jobs outlive a kill -9 of the service', async () => {
  await fillCollection(folder, 100_000);
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
  const unfinished = left.filter((text) => /"state":"(PENDING|STARTED)"/.test(text));
  expect(unfinished.length).toBeGreaterThan(4);

  service = await startService(folder);
  for (const { skip, id } of jobs) {
    const { records } = await ask(`/job/${id}?max_wait=25`);
    expect(JSON.stringify(records) === JSON.stringify(all.slice(skip, skip + pageRecords)), id).toBe(true);
  }
});

it('sixteen callers with look-ups and heavy searches all get their answers', async () => {
  const endsAt = performance.now() + 3000;
  const statuses: Record<string, number[]> = { lookup: [], search: [] };
  const call = async (kind: 'lookup' | 'search', caller: number, path: string) => {
    const headers = { 'x-api-key': service.keys[caller] ?? '' };
    const answer = await fetch(`${service.url}/explore/padns/lookup/query/a/${path}`, { headers });
    await answer.arrayBuffer();
    statuses[kind]?.push(answer.status);
  };
  await Promise.all(
    service.keys.map(async (_, caller) => {
      // twice at least, however slow the machine is
      for (let number = caller; number < 32 || performance.now() < endsAt; number += 16)
        if (caller % 2 === 0) await call('lookup', caller, `h${number}.d${number % 97}.example?limit=10`);
        else
          await call('search', caller, `_?regex=${encodeURIComponent(`[hd].*${number % 10}.*[a-z]`)}&skip=${number}`);
    }),
  );
  expect(new Set(Object.values(statuses).flat())).toEqual(new Set([200]));
  expect(statuses['lookup']?.length).toBeGreaterThan(8);
  expect(statuses['search']?.length).toBeGreaterThan(8);
});
