import { expect, it } from 'vitest';
import { jobStateWord } from './JobList.tsx';

it('a job that is not kept any more has not failed', () => {
  expect(jobStateWord({ state: 'FAILURE', isGone: true }).word).toBe('Not kept');
  expect(jobStateWord({ state: 'FAILURE' }).word).toBe('Failed');
});
