import type { JobLimits } from '#server/jobs/job-quota.ts';

/** Limits that a spec reaches only if it lowers them. */
export const wideJobLimits: JobLimits = {
  keptPerKey: 100_000,
  kept: 100_000,
  bytesPerKey: 1e10,
  bytes: 1e10,
  unreadMilliseconds: 600_000,
};
