import { describe, expect, it, vi } from 'vitest';
import { ApiFailure, type FailureKind } from './failure.ts';
import { createBatcher } from './indicator-score.ts';

const failure = (kind: FailureKind, status: number) => new ApiFailure('refused', { kind, status, code: '' });

/** A bulk operation that remembers its calls, knows every value but `unknown`, and refuses lists with `bad` in them. */
function bulk() {
  const calls: (readonly string[])[] = [];
  const ask = createBatcher<number>({
    askMany: (values) => {
      calls.push(values);
      if (values.includes('bad')) return Promise.reject(failure('input', 400));
      if (values.includes('down')) return Promise.reject(failure('service', 503));
      const known = values.filter((value) => value !== 'unknown').map((value) => [value, value.length] as const);
      return Promise.resolve(new Map(known));
    },
    collectMilliseconds: 5,
    chunkSize: 4,
  });
  return { ask, calls };
}

describe('score batcher', () => {
  it('collects questions into one call and gives each its own answer', async () => {
    const { ask, calls } = bulk();
    await expect(Promise.all([ask('a'), ask('bb'), ask('unknown')])).resolves.toEqual([1, 2, undefined]);
    expect(calls).toEqual([['a', 'bb', 'unknown']]);
  });

  it('sends a value once even if several callers wait for it', async () => {
    const { ask, calls } = bulk();
    await expect(Promise.all([ask('a'), ask('a')])).resolves.toEqual([1, 1]);
    expect(calls).toEqual([['a']]);
  });

  it('cuts into chunks', async () => {
    const { ask, calls } = bulk();
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask));
    expect(calls).toEqual([['a', 'b', 'c', 'd'], ['e']]);
  });

  it('starts a new collection after one was sent', async () => {
    const { ask, calls } = bulk();
    await ask('a');
    await ask('b');
    expect(calls).toEqual([['a'], ['b']]);
  });

  it('sends a value again that is requested after its call was sent', async () => {
    const pending: ((answers: ReadonlyMap<string, number>) => void)[] = [];
    const ask = createBatcher<number>({
      askMany: () => new Promise((resolve) => pending.push(resolve)),
      collectMilliseconds: 5,
    });
    const first = ask('a');
    await vi.waitUntil(() => pending.length === 1);
    const second = ask('a');
    await vi.waitUntil(() => pending.length === 2);
    for (const [index, resolve] of pending.entries()) resolve(new Map([['a', index]]));
    await expect(Promise.all([first, second])).resolves.toEqual([0, 1]);
  });

  it('keeps a refused value from failing its neighbours', async () => {
    const { ask, calls } = bulk();
    const outcomes = await Promise.allSettled(['a', 'bad', 'c', 'd'].map(ask));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(calls).toEqual([['a', 'bad', 'c', 'd'], ['a', 'bad'], ['c', 'd'], ['a'], ['bad']]);
  });

  it('does not retry when the failure is not caused by one value', async () => {
    const { ask, calls } = bulk();
    const outcomes = await Promise.allSettled(['a', 'down'].map(ask));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(calls).toHaveLength(1);
  });
});
