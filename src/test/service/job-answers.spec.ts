import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '#server/engine/engine.ts';
import { ApiError } from '#server/http/api-error.ts';
import { key, otherKey } from '#test/server/collection.ts';
import { wideJobLimits } from '#test/server/job-limits.ts';
import { observation } from '#test/server/seeded-observations.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const search = '/api/v1/explore/padns/lookup/query/a/_?regex=acme';
const lines: string[] = [];
const obs = ['a', 'b', 'c'].map((name) =>
  observation('A', `${name}.acme.example`, '192.0.2.1', ['2026-01-01', '2026-11-20']),
);
const service = useTestService({ rows: { obs }, log: (line) => void lines.push(line) });
beforeEach(() => void (lines.length = 0));

async function ask(base: string, path: string, as = key) {
  const answer = await fetch(`${base}${path}`, { headers: { 'x-api-key': as } });
  const { response, error } = (await answer.json()) as {
    response: { records?: object[]; job_status?: { job_id: string; status: string } };
    error: { code: string; message: string } | null;
  };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), response, error };
}
const jobIdOf = async (base: string, query: string) =>
  (await ask(base, `${search}&prefer=job_id${query}`)).response.job_status?.job_id ?? '';

describe('jobs belong to the key that made them', () => {
  it('another key reads neither state nor result, and is told why', async () => {
    const base = await service.listen();
    const path = `/api/v1/explore/job/${await jobIdOf(base, '&limit=1')}`;
    const refused = await ask(base, path, otherKey);
    expect(refused).toMatchObject({ status: 404, response: {}, error: { code: 'no_such_job' } });
    expect(refused.error?.message).toContain('only with the key that made it');
    const unknown = await ask(base, '/api/v1/explore/job/3f8b1c2e-6d4a-4c1b-9e57-0a1b2c3d4e5f', otherKey);
    expect(unknown).toEqual(refused);
    expect((await ask(base, `${path}?status_only=1`, otherKey)).status).toBe(404);
    expect((await ask(base, path)).response.records).toHaveLength(1);
  });
});

describe('the quota of jobs', () => {
  it('answers 429 with what to do and when there is room, and takes more once results were fetched', async () => {
    const base = await service.listen({ jobs: { ...wideJobLimits, keptPerKey: 2 } });
    const own = otherKey; // nothing else is kept for it
    const start = (skip: number) => ask(base, `${search}&prefer=job_id&skip=${skip}`, own);
    const jobs = [await start(1), await start(2)];
    expect(jobs.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await start(3);
    expect(refused).toMatchObject({ status: 429, error: { code: 'too_many_jobs' } });
    expect(refused.error?.message).toContain('Fetch the results');
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(600);
    await ask(base, `/api/v1/explore/job/${jobs[0]?.response.job_status?.job_id}`, own);
    const taken = await start(4);
    expect(taken.status).toBe(200);
    expect((await ask(base, `/api/v1/explore/job/${jobs[0]?.response.job_status?.job_id}`, own)).status).toBe(404);
    // the next service opens the same folder of jobs, which no other may write then
    for (const job of [jobs[1], taken])
      await ask(base, `/api/v1/explore/job/${job?.response.job_status?.job_id}?max_wait=25`, own);
  });

  it('tells how many jobs and bytes of results there are in the metrics', async () => {
    const base = await service.listen();
    const id = await jobIdOf(base, '&limit=3');
    await ask(base, `/api/v1/explore/job/${id}`);
    const metrics = await (await fetch(`${base}/metrics`)).text();
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    expect(figure('sightline_jobs{state="kept"}')).toBeGreaterThan(0);
    expect(figure('sightline_job_result_bytes')).toBeGreaterThan(100);
    // free disk and memory
    expect(figure('sightline_disk_free_bytes')).toBeGreaterThan(0);
    expect(figure('sightline_memory_free_bytes')).toBeGreaterThan(0);
    expect(figure('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });
});

describe('a job that fails is logged', () => {
  it.each([
    ['a fault', new EngineError('failed', 'Code: 999. DB::Exception: broken part'), 50],
    ['a fault that passes', new EngineError('unreachable', 'connect ECONNREFUSED'), 40],
    ['a refusal', new ApiError(503, 'offline', 'This service is offline.'), 30],
  ])('%s with the id and the operation of the job, and without the key', async (_, error, level) => {
    const base = await service.listen({ cachedAnswerBytes: 0 });
    const query = vi.spyOn(service.engine, 'query').mockRejectedValue(error);
    try {
      const path = `/api/v1/explore/padns/lookup/query/a/a.acme.example?prefer=job_id&limit=${level}`;
      const id = (await ask(base, path)).response.job_status?.job_id;
      await vi.waitFor(() => {
        const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        const [failed] = said.filter(({ jobId }) => jobId === id);
        expect(failed).toMatchObject({ level, operation: 'padnsForward', err: { message: error.message } });
      });
      expect(lines.join('')).not.toContain(key);
    } finally {
      query.mockRestore();
    }
  });
});
