import { useSyncExternalStore } from 'react';
import type { FollowedJob } from './followed-job.ts';
import { followedJobs, onJobsChange } from './followed-jobs.ts';

/** Every followed job, newest first. */
export function useFollowedJobs(): readonly FollowedJob[] {
  return useSyncExternalStore(onJobsChange, followedJobs);
}

export function useFollowedJob(id: string | undefined): FollowedJob | undefined {
  return useFollowedJobs().find((job) => job.id === id);
}
