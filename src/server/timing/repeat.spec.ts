import { expect, it } from 'vitest';
import { repeat } from './repeat.ts';

it('runs at once and again, one run at a time, also after a failure', async () => {
  const errors: unknown[] = [];
  let [runs, active, most] = [0, 0, 0];
  const stop = repeat(
    async () => {
      runs += 1;
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setTimeout(resolve, 5));
      active -= 1;
      if (runs === 2) throw new Error('gone');
    },
    1,
    (error) => errors.push(error),
  );
  expect(runs).toBe(1);
  await expect.poll(() => runs).toBeGreaterThan(3);
  await stop();
  const ended = runs;
  expect([active, most, errors]).toEqual([0, 1, [new Error('gone')]]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(ended);
});

it('waits as long as a run requests, and signals the current run when it is stopped', async () => {
  let runs = 0;
  const ends: string[] = [];
  const stop = repeat(
    async (signal) => {
      runs += 1;
      if (runs === 1) return 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ends.push('stopped');
      return undefined;
    },
    60_000,
    () => undefined,
  );
  await expect.poll(() => runs).toBe(2);
  await stop();
  expect(ends).toEqual(['stopped']);
});
