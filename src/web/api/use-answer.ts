import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { jobOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { jobIdOf } from './ask-to-end.ts';
import { ApiFailure } from './failure.ts';
import { followedJobs, onJobsChange } from './followed-jobs.ts';
import type { FollowedJob } from './followed-job.ts';
import { followJob } from './job-follower.ts';

/** What became of one question to the interface; the five sights of a panel before its data is looked at. */
export interface Answer<R> {
  readonly status: 'idle' | 'pending' | 'running' | 'failed' | 'done';
  /** The payload under `response`; for a job, that of its result. */
  readonly response?: R;
  readonly failure?: ApiFailure;
  /** The background job that answers, while it runs and after. */
  readonly job?: FollowedJob;
  /** When the answer arrived, epoch milliseconds. */
  readonly updatedAt?: number;
  /** The whole envelope as it came, for "API request". */
  readonly raw?: unknown;
  readonly refetch: () => void;
}

export interface AnswerOptions {
  /** Names the job in the tray, should the answer be one. */
  readonly title: string;
  /** The view that shows the result; the current one unless given. */
  readonly href?: string;
  readonly enabled?: boolean;
}

interface Envelope {
  readonly response?: unknown;
}
/** What stands under `response` once it is no job. */
export type ResponseOf<E extends Envelope> = NonNullable<E['response']>;

/** Asks one operation (`padnsForwardOptions(...)`) and follows the job, if the answer is one, to its result. */
export function useAnswer<E extends Envelope, F, K extends QueryKey>(
  options: UseQueryOptions<E, F, E, K>,
  { title, href, enabled = true }: AnswerOptions,
): Answer<ResponseOf<E>> {
  const first = useQuery({ ...options, enabled });
  const jobId = jobIdOf(first.data);
  useEffect(() => {
    if (jobId) followJob({ id: jobId, title, href: href ?? location.pathname + location.search });
  }, [jobId, title, href]);
  const job = useFollowedJob(jobId);
  const result = useQuery({
    ...jobOptions({ path: { job_id: jobId ?? '' }, query: { max_wait: 0 } }),
    enabled: enabled && job?.state === 'SUCCESS',
  });

  if (!jobId) return settled<E>(first, enabled);
  if (job?.state === 'FAILURE')
    return { status: 'failed', failure: jobFailure(job), job, raw: first.data, refetch: () => void first.refetch() };
  if (!result.data && !result.error)
    return { status: 'running', ...(job && { job }), raw: first.data, refetch: () => void first.refetch() };
  return { ...settled<E>(result as Settling<E>, enabled), ...(job && { job }) };
}

/** Every followed job, newest first. */
export function useFollowedJobs(): readonly FollowedJob[] {
  return useSyncExternalStore(onJobsChange, followedJobs);
}

export function useFollowedJob(id: string | undefined): FollowedJob | undefined {
  return useFollowedJobs().find((job) => job.id === id);
}

interface Settling<E> {
  readonly data: E | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

function settled<E extends Envelope>(
  { data, error, dataUpdatedAt, refetch }: Settling<E>,
  enabled: boolean,
): Answer<ResponseOf<E>> {
  const again = () => void refetch();
  // data of an earlier answer stays on screen when asking again failed
  if (data)
    return {
      status: 'done',
      response: data.response as ResponseOf<E>,
      updatedAt: dataUpdatedAt,
      raw: data,
      refetch: again,
    };
  if (error) return { status: 'failed', failure: asFailure(error), refetch: again };
  return { status: enabled ? 'pending' : 'idle', refetch: again };
}

function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure(error instanceof Error ? error.message : 'The answer could not be read.', {
    kind: 'service',
    status: 0,
  });
}

function jobFailure(job: FollowedJob): ApiFailure {
  return new ApiFailure(job.failure ?? 'The search failed in the background.', {
    kind: 'service',
    status: 0,
    code: 'job_failed',
  });
}
