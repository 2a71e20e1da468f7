import { vi } from 'vitest';
import { HeavyQueue } from '#server/jobs/heavy-queue.ts';
import { type JobRunner, openJobRunner, type RunnerOptions } from '#server/jobs/job-runner.ts';
import type { JobInput, JobResult } from '#server/jobs/job-store.ts';
import { wideJobLimits } from './job-limits.ts';

/** A question about a word, and its answer. */
export const inputOf = (word: string): JobInput => ({
  operationId: 'padnsForward',
  params: { qname: word },
  query: {},
});
export const resultOf = (word: string): JobResult => ({
  response: { records: [word, 'ü"\n'] },
  returned: 1,
  totalAtLeast: 1,
});

/** Work that goes on until the spec ends it, and the words that were begun and stopped. */
export function handWork() {
  const begun: string[] = [];
  const stopped: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = ({ params }: JobInput, signal: AbortSignal): Promise<JobResult> =>
    new Promise((resolve, reject) => {
      const word = String(params['qname']);
      begun.push(word);
      ends.set(word, (error) => (error ? reject(error) : resolve(resultOf(word))));
      signal.addEventListener('abort', () => {
        stopped.push(word);
        reject(new Error('stopped'));
      });
    });
  return {
    work,
    begun,
    stopped,
    finish: (word: string) => ends.get(word)?.(),
    fail: (word: string) => ends.get(word)?.(new Error('broken')),
    isBegun: (word: string) => vi.waitUntil(() => begun.includes(word), { timeout: 30_000, interval: 5 }),
  };
}

/** A runner with one worker for searches and limits that no spec reaches unless it lowers them. */
export function openSpecRunner({
  queueLimit = 10,
  openPerKey = 1000,
  ...options
}: Pick<RunnerOptions, 'store' | 'work'> &
  Partial<RunnerOptions> & { readonly queueLimit?: number; readonly openPerKey?: number }): Promise<JobRunner> {
  return openJobRunner({
    queue: new HeavyQueue({ workers: 1, queueLimit, openPerKey }),
    keepMilliseconds: 86_400_000,
    limits: wideJobLimits,
    onFailure: () => undefined,
    onStoreError: () => undefined,
    describe: (error) => ({ status: 500, code: 'internal', message: (error as Error).message }),
    ...options,
  });
}
