import { describe, expect, it } from 'vitest';
import type { FollowedJob } from '#web/api/followed-jobs.ts';
import { jobDuration, jobStateWord } from './JobList.tsx';

const job: FollowedJob = { id: 'a', title: 'A', href: '/', askedAt: 1_000, state: 'STARTED' };

describe('jobDuration', () => {
  it.each<[Partial<FollowedJob>, number, string]>([
    [{}, 1_000, '0 s'],
    [{}, 500, '0 s'],
    [{}, 60_900, '1 min 0 s'],
    [{}, 7_801_000, '2 h 10 min'],
    [{ state: 'SUCCESS', finishedAt: 13_000 }, 99_000, '12 s'],
  ])('%j at %d', (change, now, text) => expect(jobDuration({ ...job, ...change }, now)).toBe(text));
});

it('a job that is not kept any more has not failed', () => {
  expect(jobStateWord({ state: 'FAILURE', isGone: true }).word).toBe('Not kept');
  expect(jobStateWord({ state: 'FAILURE' }).word).toBe('Failed');
});
