import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wideJobLimits } from '#test/server/job-limits.ts';
import { openSpecRunner } from '#test/server/spec-jobs.ts';
import { type JobLimits, JobRefused } from './job-quota.ts';
import type { Job, JobRunner } from './job-runner.ts';
import { openJobStore, type JobInput } from './job-store.ts';

let folder: string;
let runner: JobRunner;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-quota-'));
});
afterEach(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An input whose result has this many bytes; without a number, its job never ends. */
const input = (word: string, bytes?: number): JobInput => ({
  operationId: 'padnsForward',
  params: { word },
  query: { bytes },
});

async function open(limits: Partial<JobLimits>, queueLimit = 100, openPerKey = 1000): Promise<JobRunner> {
  runner = await openSpecRunner({
    store: openJobStore(folder, () => undefined),
    work: ({ query }, signal) => {
      const { bytes } = query;
      if (typeof bytes !== 'number')
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      return Promise.resolve({ response: { text: 'x'.repeat(bytes) }, returned: 1, totalAtLeast: 1 });
    },
    queueLimit,
    openPerKey,
    limits: { ...wideJobLimits, ...limits },
    describe: (error) => ({ status: 503, code: error instanceof JobRefused ? error.limit : '', message: '' }),
  });
  return runner;
}

/** Asks as a job, waits for its end, and fetches the result when told so. */
async function ended(owner: string, word: string, bytes: number, isFetched: boolean): Promise<Job> {
  const job = runner.submit(owner, input(word, bytes), false);
  await runner.keep(job, false);
  await job.done;
  if (isFetched) await runner.resultOf(job);
  return job;
}
const refusalOf = async (act: () => Promise<unknown>): Promise<unknown> => {
  const error: unknown = await act().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof JobRefused ? [error.limit, error.retryAfterSeconds] : error;
};
const isThere = (owner: string, ...jobs: readonly Job[]) =>
  Promise.all(jobs.map(async ({ record }) => !!(await runner.find(record.id, owner))));

describe('the quota of jobs', () => {
  it('bounds the searches of one key that run or wait, and leaves the queue to others', async () => {
    await open({}, 3, 2);
    for (const word of ['a', 'b']) runner.submit('one', input(word), true);
    expect(() => runner.submit('one', input('c'), true)).toThrow(expect.objectContaining({ limit: 'openPerKey' }));
    expect(runner.submit('one', input('a'), true).record.owner).toBe('one'); // joins the one that waits
    for (const word of ['a', 'b']) runner.submit('two', input(word), true);
    expect(() => runner.submit('three', input('a'), true)).toThrow(expect.objectContaining({ limit: 'queue' }));
  });

  it('drops the oldest result that was fetched to make room for another job of the key', async () => {
    await open({ keptPerKey: 2 });
    const unread = await ended('one', 'a', 1, false);
    const read = await ended('one', 'b', 1, true);
    const last = await ended('one', 'c', 1, false);
    expect(await isThere('one', unread, read, last)).toEqual([true, false, true]);
    const files = [unread, last].flatMap(({ record: { id } }) => [`${id}.json`, `${id}.result.json`]);
    await vi.waitFor(() => expect(readdirSync(folder).sort()).toEqual(files.sort()));
  });

  it('refuses a job while all results are recent and not fetched, and says when there is room', async () => {
    await open({ keptPerKey: 2, unreadMilliseconds: 60_000 });
    const jobs = [await ended('one', 'a', 1, false), await ended('one', 'b', 1, false)];
    expect(await refusalOf(() => ended('one', 'c', 1, false))).toEqual(['keptPerKey', expect.any(Number)]);
    expect(await isThere('one', ...jobs)).toEqual([true, true]);
    await ended('two', 'c', 1, false);
    expect(runner.counts().kept).toBe(3);
  });

  it('drops what no one fetched once it is old enough', async () => {
    await open({ keptPerKey: 1, unreadMilliseconds: 0 });
    const old = await ended('one', 'a', 1, false);
    const last = await ended('one', 'b', 1, false);
    expect(await isThere('one', old, last)).toEqual([false, true]);
  });

  it('bounds the bytes of results by key: a result without room fails its job and takes no disk', async () => {
    await open({ bytesPerKey: 20_000 });
    const first = await ended('one', 'a', 9000, false);
    const second = await ended('one', 'b', 9000, false);
    const third = await ended('one', 'c', 9000, false);
    expect(third.record).toMatchObject({ state: 'FAILURE', error: { code: 'bytesPerKey' } });
    expect(await isThere('one', first, second)).toEqual([true, true]);
    expect(readdirSync(folder)).not.toContain(`${third.record.id}.result.json`);
    await runner.resultOf(first);
    expect((await ended('one', 'd', 9000, false)).record.state).toBe('SUCCESS');
    expect(await isThere('one', first, second)).toEqual([false, true]);
    expect(runner.resultBytes()).toBeGreaterThan(18_000);
    expect(runner.resultBytes()).toBeLessThan(20_000);
    expect((await ended('one', 'e', 30_000, false)).record.error?.code).toBe('result');
  });

  it('makes room among the results of the key that holds most when all are full', async () => {
    await open({ bytes: 40_000 });
    const small = await ended('small', 'a', 5000, true);
    const large = [await ended('large', 'a', 9000, true), await ended('large', 'b', 9000, true)];
    const other = await ended('other', 'a', 12_000, true);
    const last = await ended('small', 'b', 9000, true);
    expect(last.record.state).toBe('SUCCESS');
    expect([await isThere('small', small), await isThere('large', ...large), await isThere('other', other)]).toEqual([
      [true],
      [false, true],
      [true],
    ]);
  });

  it('counts what an earlier run kept', async () => {
    await open({});
    await ended('one', 'a', 9000, false);
    await runner.close();
    await open({ bytesPerKey: 10_000 });
    expect(runner.counts().kept).toBe(1);
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.result.json'));
    expect(runner.resultBytes()).toBe(readFileSync(join(folder, file ?? '')).length);
    expect((await ended('one', 'b', 9000, false)).record.error?.code).toBe('bytesPerKey');
  });

  it('keeps the folder within its bounds whatever one key asks for', async () => {
    await open({ keptPerKey: 10, bytesPerKey: 50_000, unreadMilliseconds: 0 });
    for (let number = 0; number < 60; number += 1) await ended('one', String(number), (number % 7) * 3000, false);
    // the files of a job that made room are removed a moment later, one after the other
    await vi.waitFor(() => {
      const names = readdirSync(folder);
      expect(names.length).toBeLessThanOrEqual(20);
      const sizes = names.map((name) => (name.endsWith('.result.json') ? readFileSync(join(folder, name)).length : 0));
      expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThanOrEqual(50_000);
    });
  });
});
