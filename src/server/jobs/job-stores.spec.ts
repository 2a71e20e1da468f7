import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { wideJobLimits } from '#test/server/job-limits.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { handWork, inputOf, openSpecRunner, resultOf } from '#test/server/spec-jobs.ts';
import type { JobLimits } from './job-quota.ts';
import type { Job, JobRunner, RunnerOptions } from './job-runner.ts';
import { type JobStore, openJobStore, openTableJobStore } from './job-store.ts';
import { processRow } from '#server/processes/process-row.ts';

const place = specFolder('job-stores');
let engine: Engine;
let folder: string;
let said: string[] = [];
let runners: JobRunner[] = [];
let nth = 0;

beforeAll(async () => {
  const path = join(place, 'store');
  engine = await openChdb({ path, database: 'sightline', sessions: 4, limits: statementLimits(1e9) });
  await createSchema(engine, { folder: 'src/server/schema' });
});
beforeEach(async () => {
  folder = mkdtempSync(join(place, 'jobs-'));
  said = [];
  for (const table of ['service_jobs', 'service_job_results', 'service_processes'])
    await engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
});
afterEach(async () => {
  for (const runner of runners) await runner.close();
  runners = [];
  expect(said).toEqual([]);
});
afterAll(() => engine.close());

const tables = (process = `process-${(nth += 1)}`): JobStore =>
  openTableJobStore({ engine, process, onCorrupt: (message) => said.push(message) });
async function open(store: JobStore, work: RunnerOptions['work'], limits: Partial<JobLimits> = {}) {
  const runner = await openSpecRunner({
    store,
    work,
    pollMilliseconds: 10,
    limits: { ...wideJobLimits, ...limits },
    onStoreError: (error) => said.push(String(error)),
  });
  runners.push(runner);
  return runner;
}
async function kept(runner: JobRunner, word: string): Promise<Job> {
  const job = runner.submit('key', inputOf(word), true);
  await runner.keep(job, false);
  return job;
}
async function found(runner: JobRunner, id: string): Promise<Job> {
  const job = await runner.find(id, 'key');
  if (!job) throw new Error('no such job');
  return job;
}

const stores: [name: string, open: () => JobStore][] = [
  ['files', () => openJobStore(folder, (message) => said.push(message))],
  ['tables', () => tables()],
];
describe.each(stores)('jobs in %s', (_, openStore) => {
  it('keeps a result for the next run of the service', async () => {
    const { work, isBegun, finish, begun } = handWork();
    const runner = await open(openStore(), work);
    const job = await kept(runner, 'a');
    await isBegun('a');
    finish('a');
    await job.done;
    expect(await runner.resultOf(job)).toEqual(resultOf('a'));
    await runner.close();
    const next = await open(openStore(), work);
    const again = await found(next, job.record.id);
    expect(again.record).toEqual(job.record);
    expect(await next.resultOf(again)).toEqual(resultOf('a'));
    expect(await next.find(job.record.id, 'other key')).toBeUndefined();
    expect(begun).toEqual(['a']);
  });

  it('says of what was running or waiting when the service stopped that its process stopped', async () => {
    const { work } = handWork();
    const runner = await open(openStore(), work);
    const jobs = [await kept(runner, 'a'), await kept(runner, 'b')];
    await runner.close();
    const again = handWork();
    const next = await open(openStore(), again.work);
    for (const { record } of jobs) {
      const job = await found(next, record.id);
      await job.done;
      expect(job.record).toMatchObject({ state: 'FAILURE', error: { code: 'job_stopped' } });
      expect(job.record.error?.message).toContain('The process that ran it stopped');
    }
    expect(again.begun).toEqual([]);
    const anew = await kept(next, 'a');
    await again.isBegun('a');
    again.finish('a');
    await anew.done;
    expect(anew.record.state).toBe('SUCCESS');
  });

  it('keeps the end of a job that callers have seen before it was written, when the service stops', async () => {
    const { work, isBegun, finish } = handWork();
    const runner = await open(openStore(), work);
    const job = await kept(runner, 'a');
    await isBegun('a');
    finish('a');
    await vi.waitUntil(() => job.record.state === 'SUCCESS', { interval: 0 });
    await runner.close();
    expect((await found(await open(openStore(), work), job.record.id)).record).toEqual(job.record);
  });

  it('says why a job failed, also later', async () => {
    const { work, isBegun, fail } = handWork();
    const runner = await open(openStore(), work);
    const job = await kept(runner, 'a');
    await isBegun('a');
    fail('a');
    await job.done;
    await runner.close();
    const next = await open(openStore(), work);
    expect((await found(next, job.record.id)).record).toMatchObject({ state: 'FAILURE', error: { message: 'broken' } });
  });

  it('drops what makes room for others', async () => {
    const { work, isBegun, finish } = handWork();
    const runner = await open(openStore(), work, { keptPerKey: 1 });
    const first = await kept(runner, 'a');
    await isBegun('a');
    finish('a');
    await first.done;
    await runner.resultOf(first);
    const second = await kept(runner, 'b');
    await isBegun('b');
    finish('b');
    await second.done;
    expect(await runner.find(first.record.id, 'key')).toBeUndefined();
    expect((await found(runner, second.record.id)).record.state).toBe('SUCCESS');
  });
});

describe('two processes on the same tables', () => {
  it('answer for the jobs of each other, and wake the caller who waits', async () => {
    const { work, isBegun, finish, begun } = handWork();
    const row = processRow(engine, 'one');
    await row.begin();
    const [one, other] = [await open(tables('one'), work), await open(tables('other'), work)];
    const job = await kept(one, 'a');
    const seen = await found(other, job.record.id);
    expect(['PENDING', 'STARTED']).toContain(seen.record.state);
    expect(seen.record.input).toEqual(inputOf('a'));
    expect(await other.find(job.record.id, 'other key')).toBeUndefined();
    const done = seen.done;
    await isBegun('a');
    finish('a');
    await done;
    expect(seen.record).toMatchObject({ state: 'SUCCESS', owner: 'key' });
    expect(await other.resultOf(seen)).toEqual(resultOf('a'));
    expect(begun).toEqual(['a']);
    await row.close();
  });

  it('end a job whose failure could not be written at once', async () => {
    const { work, isBegun, fail } = handWork();
    const row = processRow(engine, 'one');
    await row.begin();
    const store = tables('one');
    let isFull = false;
    const save: JobStore['save'] = (job) => (isFull ? Promise.reject(new Error('full')) : store.save(job));
    const one = await openSpecRunner({ store: { ...store, save }, work, retryMilliseconds: 5 });
    runners.push(one);
    const other = await open(tables('other'), work);
    const job = await kept(one, 'a');
    await isBegun('a');
    isFull = true;
    fail('a');
    await job.done;
    const seen = await found(other, job.record.id);
    expect(seen.record.state).toBe('STARTED');
    const { done } = seen;
    isFull = false;
    await done;
    expect(seen.record).toMatchObject({ state: 'FAILURE', error: { message: 'broken' } });
    await row.close();
  });

  it('end a job whose process is gone, also for a caller who waits for it', async () => {
    const { work, isBegun } = handWork();
    const row = processRow(engine, 'one');
    await row.begin();
    const [one, other] = [await open(tables('one'), work), await open(tables('other'), work)];
    const job = await kept(one, 'a');
    await isBegun('a');
    const seen = await found(other, job.record.id);
    expect(seen.record.error).toBeUndefined();
    const done = seen.done;
    await row.close();
    await done;
    expect(seen.record).toMatchObject({ state: 'FAILURE', error: { code: 'job_stopped', status: 503 } });
    expect(other.counts()).toMatchObject({ running: 0, kept: 0 });
  });
});
