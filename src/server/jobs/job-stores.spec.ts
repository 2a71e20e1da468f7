import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { wideJobLimits } from '#test/server/job-limits.ts';
import type { JobLimits } from './job-quota.ts';
import { type Job, type JobRunner, openJobRunner } from './job-runner.ts';
import { type JobResult, type JobStore, openJobStore, type Question } from './job-store.ts';
import { processRegistry } from '#server/processes/process-registry.ts';
import { moveJobs, openTableJobStore } from './table-job-store.ts';

const place = mkdtempSync(join(tmpdir(), 'sightline-job-stores-'));
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
  for (const table of ['service_jobs', 'service_job_results', 'service_processes', 'service_claims'])
    await engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
});
afterEach(async () => {
  for (const runner of runners) await runner.close();
  runners = [];
  expect(said).toEqual([]);
});
afterAll(async () => {
  await engine.close();
  rmSync(place, { recursive: true, force: true });
});

const question = (word: string): Question => ({ operationId: 'padnsForward', params: { qname: word }, query: {} });
const resultOf = (word: string): JobResult => ({ response: { records: [word, 'ü"\n'] }, returned: 1, totalAtLeast: 1 });

/** Work that goes on until the spec says so. */
function handWork() {
  const begun: string[] = [];
  const stopped: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = ({ params }: Question, signal: AbortSignal): Promise<JobResult> =>
    new Promise((resolve, reject) => {
      const word = String(params['qname']);
      begun.push(word);
      ends.set(word, (error) => (error ? reject(error) : resolve(resultOf(word))));
      signal.addEventListener('abort', () => {
        stopped.push(word);
        reject(new Error('stopped'));
      });
    });
  const end = async (word: string, error?: Error) => {
    await vi.waitFor(() => expect(begun).toContain(word), waiting);
    ends.get(word)?.(error);
  };
  return { work, begun, stopped, end };
}
type Work = ReturnType<typeof handWork>['work'];
const waiting = { timeout: 30_000, interval: 5 };

const tables = (goneMilliseconds = 30_000): JobStore =>
  openTableJobStore({
    engine,
    registry: processRegistry({ engine, process: `process-${(nth += 1)}`, goneMilliseconds }),
    onCorrupt: (message) => said.push(message),
  });
async function open(store: JobStore, work: Work, limits: Partial<JobLimits> = {}, keepMilliseconds = 86_400_000) {
  const runner = await openJobRunner({
    ...{ store, work, workers: 1, queueLimit: 10, keepMilliseconds, followMilliseconds: 10 },
    limits: { ...wideJobLimits, ...limits },
    onFailure: () => undefined,
    onStoreError: (error) => said.push(String(error)),
    describe: (error) => ({ status: 500, code: 'internal', message: (error as Error).message }),
  });
  runners.push(runner);
  return runner;
}
async function kept(runner: JobRunner, word: string, owner = 'key'): Promise<Job> {
  const job = runner.submit(owner, question(word), true);
  await runner.keep(job, false);
  return job;
}
async function found(runner: JobRunner, id: string, owner = 'key'): Promise<Job> {
  const job = await runner.find(id, owner);
  if (!job) throw new Error('no such job');
  return job;
}

const stores: [name: string, open: () => JobStore][] = [
  ['files', () => openJobStore(folder, (message) => said.push(message))],
  ['tables', () => tables()],
];
describe.each(stores)('jobs in %s', (_, openStore) => {
  it('keeps a result for the next run of the service', async () => {
    const { work, end, begun } = handWork();
    const runner = await open(openStore(), work);
    const job = await kept(runner, 'a');
    await end('a');
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

  it('takes up what was running or waiting when the service stopped, in its order', async () => {
    const runner = await open(openStore(), handWork().work);
    const jobs = [await kept(runner, 'a'), await kept(runner, 'b')];
    await runner.close();
    const { work, end, begun } = handWork();
    const next = await open(openStore(), work);
    for (const word of ['a', 'b']) await end(word);
    for (const [index, { record }] of jobs.entries()) {
      const job = await found(next, record.id);
      await job.done;
      expect(job.record.state).toBe('SUCCESS');
      expect(await next.resultOf(job)).toEqual(resultOf(['a', 'b'][index] ?? ''));
    }
    expect(begun).toEqual(['a', 'b']);
  });

  it('says why a job failed, also later', async () => {
    const { work, end } = handWork();
    const runner = await open(openStore(), work);
    const job = await kept(runner, 'a');
    await end('a', new Error('broken'));
    await job.done;
    await runner.close();
    const next = await open(openStore(), work);
    expect((await found(next, job.record.id)).record).toMatchObject({ state: 'FAILURE', error: { message: 'broken' } });
  });

  it('drops what is older than it is kept, and what makes room for others', async () => {
    const { work, end } = handWork();
    const runner = await open(openStore(), work, { keptPerKey: 1 });
    const first = await kept(runner, 'a');
    await end('a');
    await first.done;
    await runner.resultOf(first);
    const second = await kept(runner, 'b');
    await end('b');
    await second.done;
    expect(await runner.find(first.record.id, 'key')).toBeUndefined();
    await runner.close();
    const next = await open(openStore(), work, {}, 0);
    await vi.waitFor(() => expect(next.counts().kept).toBe(0), waiting);
    for (const { record } of [first, second]) expect(await next.find(record.id, 'key')).toBeUndefined();
  });
});

describe('two processes on the same tables', () => {
  it('answer for the jobs of each other, and wake who waits', async () => {
    const { work, end, begun } = handWork();
    const [one, other] = [await open(tables(), work), await open(tables(), work)];
    const job = await kept(one, 'a');
    const seen = await found(other, job.record.id);
    expect(['PENDING', 'STARTED']).toContain(seen.record.state);
    await vi.waitFor(() => expect(seen.record.state).toBe('STARTED'), waiting);
    expect(await other.find(job.record.id, 'other key')).toBeUndefined();
    await end('a');
    await seen.done;
    expect(seen.record).toMatchObject({ state: 'SUCCESS', owner: 'key' });
    expect(await other.resultOf(seen)).toEqual(resultOf('a'));
    expect(begun).toEqual(['a']);
  });

  it('find a job the moment its id was given away', async () => {
    const { work, end } = handWork();
    const [one, other] = [await open(tables(), work), await open(tables(), work)];
    for (let round = 0; round < 20; round += 1) {
      const job = await kept(one, `a${round}`);
      expect((await found(other, job.record.id)).record.question).toEqual(question(`a${round}`));
      await end(`a${round}`);
      await job.done;
      expect((await found(other, job.record.id)).record.state).toBe('SUCCESS');
    }
  });

  it('take over what a silent process left behind, and one that wakes stops', async () => {
    const [mine, others] = [handWork(), handWork()];
    const store = tables();
    const sleeping = vi.fn(() => false);
    const whileAwake: JobStore = {
      ...store,
      ...(store.shared && {
        shared: {
          ...store.shared,
          news: () => (sleeping() ? Promise.resolve([]) : (store.shared?.news() ?? Promise.resolve([]))),
        },
      }),
    };
    const one = await open(whileAwake, mine.work);
    const job = await kept(one, 'a');
    await vi.waitFor(() => expect(mine.begun).toEqual(['a']), waiting);
    sleeping.mockReturnValue(true);
    const other = await open(tables(200), others.work);
    await vi.waitFor(() => expect(others.begun).toEqual(['a']), waiting);
    sleeping.mockReturnValue(false);
    await vi.waitFor(() => expect(mine.stopped).toEqual(['a']), waiting);
    await others.end('a');
    await job.done;
    expect(job.record.state).toBe('SUCCESS');
    expect(await one.resultOf(job)).toEqual(resultOf('a'));
    expect(other.counts()).toMatchObject({ running: 0, kept: 1 });
    expect(mine.begun).toEqual(['a']);
  });

  it('leave no job of a dead process undone, and run each once, though neither has seen the other', async () => {
    const alone = (store: JobStore): JobStore => ({
      ...store,
      ...(store.shared && { shared: { ...store.shared, living: () => new Set([store.shared?.process ?? '']) } }),
    });
    const runner = await open(tables(), handWork().work);
    const jobs = await Promise.all(Array.from({ length: 9 }, (_, index) => kept(runner, `a${index}`)));
    runners = [];
    await runner.close();
    const begun: string[] = [];
    const work: Work = ({ params }) => {
      begun.push(String(params['qname']));
      return Promise.resolve(resultOf(String(params['qname'])));
    };
    const [one, other] = await Promise.all([open(alone(tables()), work), open(alone(tables()), work)]);
    for (const { record } of jobs)
      for (const each of [one, other])
        await vi.waitFor(async () => expect((await found(each, record.id)).record.state).toBe('SUCCESS'), waiting);
    expect(begun.sort()).toEqual(jobs.map((_, index) => `a${index}`));
  });

  it('share the quota of a key', async () => {
    const { work, end } = handWork();
    const limits = { keptPerKey: 2 };
    const [one, other] = [await open(tables(), work, limits), await open(tables(), work, limits)];
    for (const word of ['a', 'b']) {
      const job = await kept(one, word);
      await end(word);
      await job.done;
    }
    await vi.waitFor(() => expect(other.counts().kept).toBe(2), waiting);
    await expect(kept(other, 'c')).rejects.toMatchObject({ limit: 'keptPerKey' });
    await kept(other, 'c', 'another key');
  });

  it('take over the files of an earlier version', async () => {
    const files = openJobStore(folder, (message) => said.push(message));
    const { work, end } = handWork();
    const before = await open(files, work);
    const ended = await kept(before, 'a');
    await end('a');
    await ended.done;
    const cutOff = await kept(before, 'b');
    await vi.waitFor(() => expect(before.counts().running).toBe(1), waiting);
    await before.close();
    await moveJobs(
      openJobStore(folder, (message) => said.push(message)),
      tables(),
    );
    const again = handWork();
    const next = await open(tables(), again.work);
    expect(await next.resultOf(await found(next, ended.record.id))).toEqual(resultOf('a'));
    await again.end('b');
    const job = await found(next, cutOff.record.id);
    await job.done;
    expect(await next.resultOf(job)).toEqual(resultOf('b'));
    expect(await openJobStore(folder, () => undefined).loadAll()).toEqual([]);
  });
});
