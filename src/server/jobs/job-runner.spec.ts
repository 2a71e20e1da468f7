import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handWork, inputOf, openSpecRunner, resultOf } from '#test/server/spec-jobs.ts';
import type { JobRunner, RunnerOptions } from './job-runner.ts';
import { openJobStore } from './job-store.ts';

let folder: string;
let broken: string[];
let failures: [id: string, message: string][];
beforeEach(() => {
  broken = [];
  failures = [];
  folder = mkdtempSync(join(tmpdir(), 'sightline-jobs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(
  work: RunnerOptions['work'],
  more: { queueLimit?: number; keepMilliseconds?: number } = {},
): Promise<JobRunner> {
  return openSpecRunner({
    store: openJobStore(folder, (message) => void broken.push(message)),
    work,
    onFailure: ({ id }, error) => failures.push([id, (error as Error).message]),
    onStoreError: (error) => void broken.push(String(error)),
    ...more,
  });
}

describe('job runner', () => {
  it('runs heavy work one at a time and light work at once', async () => {
    const { work, begun, finish } = handWork();
    const runner = await open(work);
    const first = runner.submit('key', inputOf('first'), true);
    runner.submit('key', inputOf('second'), true);
    runner.submit('key', inputOf('light'), false);
    expect(begun).toEqual([]);
    await sleep(5);
    expect(begun.sort()).toEqual(['first', 'light']);
    expect(runner.counts()).toMatchObject({ running: 2, waiting: 1 });
    finish('first');
    await first?.done;
    await sleep(5);
    expect(begun).toContain('second');
    await runner.close();
  });

  it('joins the running job of the same input by the same key', async () => {
    const { work } = handWork();
    const runner = await open(work);
    const ask = (owner: string, word: string) => runner.submit(owner, inputOf(word), true)?.record.id;
    const id = ask('key', 'same');
    expect(ask('key', 'same')).toBe(id);
    expect(ask('other key', 'same')).not.toBe(id);
    expect(ask('key', 'other')).not.toBe(id);
    const reordered = { ...inputOf('same'), query: { b: 1, a: 2 } };
    const inOrder = { ...inputOf('same'), query: { a: 2, b: 1 } };
    expect(runner.submit('key', reordered, true)?.record.id).toBe(runner.submit('key', inOrder, true)?.record.id);
    await runner.close();
  });

  it('asks again beside an answer that is still on its way to the disk', async () => {
    const { work, begun, finish } = handWork();
    const runner = await open(work);
    const first = runner.submit('key', inputOf('a'), false);
    await sleep(5);
    if (first) await runner.keep(first, false);
    finish('a');
    await vi.waitFor(() => expect(first?.record.state).toBe('SUCCESS'), { interval: 0 });
    const second = runner.submit('key', inputOf('a'), false);
    expect(second?.record).toMatchObject({ state: 'STARTED' });
    await sleep(5);
    expect(begun).toEqual(['a', 'a']);
    finish('a');
    await Promise.all([first?.done, second?.done]);
    await runner.close();
  });

  it('refuses more than the queue holds', async () => {
    const runner = await open(handWork().work, { queueLimit: 1 });
    expect(runner.submit('key', inputOf('a'), true)).toBeDefined();
    expect(runner.submit('key', inputOf('b'), true)).toBeDefined();
    expect(() => runner.submit('key', inputOf('c'), true)).toThrow(/queue/);
    expect(runner.submit('key', inputOf('light'), false)).toBeDefined();
    await runner.close();
  });

  it('cancels what no one waits for, and nothing else', async () => {
    const { work, stopped } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), false);
    runner.submit('key', inputOf('a'), false);
    await sleep(5);
    runner.leave(job);
    await sleep(5);
    expect(stopped).toEqual([]);
    runner.leave(job);
    await sleep(5);
    expect(stopped).toEqual(['a']);

    const kept = runner.submit('key', inputOf('kept'), false);
    if (!kept) throw new Error('no job');
    await runner.keep(kept, false);
    runner.leave(kept);
    await sleep(5);
    expect(stopped).toEqual(['a']);
    await runner.close();
  });

  it('gives up the place of a cancelled job in the queue', async () => {
    const { work, begun, finish } = handWork();
    const runner = await open(work, { queueLimit: 1 });
    const first = runner.submit('key', inputOf('first'), true);
    const second = runner.submit('key', inputOf('second'), true);
    if (!second) throw new Error('no job');
    runner.leave(second);
    await second.done;
    expect(await runner.find(second.record.id, 'key')).toBeUndefined();
    const third = runner.submit('key', inputOf('third'), true);
    await sleep(5);
    finish('first');
    await first?.done;
    await sleep(5);
    finish('third');
    await third?.done;
    expect(begun).toEqual(['first', 'third']);
    await runner.close();
  });

  it('reports why a job failed, and nothing of one that its caller left', async () => {
    const { work, fail } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), false);
    const left = runner.submit('key', inputOf('b'), false);
    await sleep(5);
    runner.leave(left);
    await left.done;
    fail('a');
    await job.done;
    expect(failures).toEqual([[job.record.id, 'broken']]);
    await runner.close();
  });

  it('reports a state that cannot be written', async () => {
    const { work, fail } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), false);
    await sleep(5);
    await runner.keep(job, false);
    rmSync(folder, { recursive: true });
    fail('a');
    await job.done;
    expect(broken).toEqual([expect.stringContaining('ENOENT')]);
    await runner.close();
  });

  it('keeps a job that ends while its id is being handed out', async () => {
    const { work, finish } = handWork();
    const runner = await open(work);
    for (let round = 0; round < 30; round += 1) {
      const job = runner.submit('key', inputOf(`a${round}`), false);
      await sleep(round % 3 === 0 ? 1 : 0);
      const keeping = runner.keep(job, false);
      finish(`a${round}`);
      await Promise.all([keeping, job.done]);
      expect((await runner.find(job.record.id, 'key'))?.record.state).toBe('SUCCESS');
      expect(await runner.resultOf(job)).toEqual(resultOf(`a${round}`));
    }
    await runner.close();
    const next = await open(work);
    expect(next.counts()).toMatchObject({ kept: 30, running: 0, waiting: 0 });
    await next.close();
  });

  it('a caller that joins later still gets its metadata', async () => {
    const { work } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), false);
    await runner.keep(job, false);
    await runner.keep(job, true);
    await runner.keep(job, false);
    expect(job.record.withMetadata).toBe(true);
    await runner.close();
  });

  it('drops what is older than it is kept', async () => {
    const { work, finish } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), false);
    await runner.keep(job, false);
    finish('a');
    await job.done;
    await runner.close();
    await sleep(5);
    const next = await open(work, { keepMilliseconds: 1 });
    expect(await next.find(job.record.id, 'key')).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    await next.close();
  });

  it('sets a broken state aside with a word, and passes over what is not a job', async () => {
    const id = crypto.randomUUID();
    writeFileSync(join(folder, `${id}.json`), '{"half a');
    writeFileSync(join(folder, `${crypto.randomUUID()}.json.partial`), '{"half a');
    writeFileSync(join(folder, 'notes.txt'), 'hello');
    const runner = await open(handWork().work);
    expect(runner.counts()).toEqual({ running: 0, waiting: 0, kept: 0 });
    expect(broken).toEqual([expect.stringContaining(`${id}.json is corrupt`)]);
    expect(readdirSync(folder).sort()).toEqual([`${id}.json.broken`, 'notes.txt']);
    await runner.close();
  });

  it('quarantines the answer of another job, and finds none for the job that lost it', async () => {
    const { work, finish } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), false);
    await runner.keep(job, false);
    finish('a');
    await job.done;
    await runner.close();
    const stray = `${crypto.randomUUID()}.result.json`;
    renameSync(join(folder, `${job.record.id}.result.json`), join(folder, stray));

    const again = handWork();
    const next = await open(again.work);
    const found = await next.find(job.record.id, 'key');
    expect(found?.record.state).toBe('SUCCESS');
    expect(found && (await next.resultOf(found))).toBeUndefined();
    expect(again.begun).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([`${job.record.id}.json`, `${stray}.broken`].sort());
    expect(broken).toEqual([expect.stringContaining(stray)]);
    await next.close();
  });

  it.each([
    ['broken', () => '{"half a'],
    ['missing', () => undefined],
    ['older', (text: string) => text.replace('"SUCCESS"', '"STARTED"')],
  ])('rebuilds a job from its answer when its state is %s', async (how, damage) => {
    const { work, finish, begun } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), false);
    await runner.keep(job, true);
    finish('a');
    await job.done;
    await runner.close();
    const file = join(folder, `${job.record.id}.json`);
    const state = damage(readFileSync(file, 'utf8'));
    if (state === undefined) rmSync(file);
    else writeFileSync(file, state);

    for (const start of [1, 2]) {
      const next = await open(work);
      const found = await next.find(job.record.id, 'key');
      expect(found?.record, `start ${start}`).toMatchObject({ state: 'SUCCESS', withMetadata: true, owner: 'key' });
      expect(found && (await next.resultOf(found))).toEqual(resultOf('a'));
      await next.close();
    }
    expect(begun).toEqual(['a']);
    // a kill between the two writes leaves a result without its state, or with an older one: nothing is damaged
    if (how !== 'broken') expect(broken).toEqual([]);
    else expect(broken.at(-1)).toContain('was rebuilt from the result');
  });

  it('sets a broken answer aside', async () => {
    const { work, finish } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), false);
    await runner.keep(job, false);
    finish('a');
    await job.done;
    writeFileSync(join(folder, `${job.record.id}.result.json`), '{"response":');
    expect(await runner.resultOf(job)).toBeUndefined();
    expect(broken).toHaveLength(1);
    await runner.close();
  });

  it('gives no second caller an id before it is on disk', async () => {
    const { work } = handWork();
    const runner = await open(work);
    const job = runner.submit('key', inputOf('a'), true);
    const same = runner.submit('key', inputOf('a'), true);
    if (!job || !same) throw new Error('no job');
    void runner.keep(job, false);
    await runner.keep(same, false);
    expect(readdirSync(folder)).toContain(`${job.record.id}.json`);
    await runner.close();
  });
});
