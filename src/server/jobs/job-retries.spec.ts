import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inputOf, openSpecRunner, resultOf } from '#test/server/spec-jobs.ts';
import type { JobRunner, RunnerOptions } from './job-runner.ts';
import { openJobStore } from './job-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-jobs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const input = inputOf('acme.example');

function open(work: RunnerOptions['work'], more: Partial<RunnerOptions> = {}): Promise<JobRunner> {
  return openSpecRunner({
    store: openJobStore(folder, (message) => expect.fail(message)),
    work,
    onStoreError: (error) => expect.fail(String(error)),
    isPassing: (error) => (error as Error).message === 'away',
    retryMilliseconds: 5,
    ...more,
  });
}
const failing = (times: number, message = 'away') => {
  let calls = 0;
  return () => ((calls += 1) > times ? Promise.resolve(resultOf('acme.example')) : Promise.reject(new Error(message)));
};
const kept = async (runner: JobRunner) => {
  const job = runner.submit('key', input, true);
  if (!job) throw new Error('refused');
  await runner.keep(job, false);
  return job;
};

describe('a job whose store is away', () => {
  it('is tried again until the store is back', async () => {
    const runner = await open(failing(3));
    const job = await kept(runner);
    await job.done;
    expect(job.record.state).toBe('SUCCESS');
    await runner.close();
  });

  it('waits as PENDING, on disk too', async () => {
    const runner = await open(failing(Infinity), { retryMilliseconds: 60_000 });
    const job = await kept(runner);
    await vi.waitFor(() => expect(runner.counts()).toMatchObject({ running: 0, waiting: 1 }));
    const file = JSON.parse(readFileSync(join(folder, `${job.record.id}.json`), 'utf8')) as object;
    expect([job.record, file]).toEqual([
      expect.objectContaining({ state: 'PENDING' }),
      expect.objectContaining({ state: 'PENDING' }),
    ]);
    await runner.close();
  });

  it('fails at once when its caller holds the connection open, and for a fault that does not pass', async () => {
    const runner = await open(failing(1));
    const unkept = runner.submit('key', input, true);
    await unkept?.done;
    expect(unkept?.record).toMatchObject({ state: 'FAILURE', error: { message: 'away' } });
    await runner.close();
    const broken = await open(failing(1, 'broken'));
    const job = await kept(broken);
    await job.done;
    expect(job.record).toMatchObject({ state: 'FAILURE', error: { message: 'broken' } });
    await broken.close();
  });
});
