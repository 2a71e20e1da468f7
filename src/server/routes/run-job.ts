import { ApiError } from '#server/http/api-error.ts';
import { isOver, type Job, type JobRunner } from '#server/jobs/job-runner.ts';
import type { JobResult, Question } from '#server/jobs/job-store.ts';

/** How long a caller waits and what it wants to be handed; never part of the question itself. */
export interface Patience {
  readonly prefer?: 'result' | 'job_id';
  readonly max_wait?: number;
  readonly with_metadata?: number;
}

interface Asked {
  readonly jobs: JobRunner;
  readonly owner: string;
  readonly question: Question;
  readonly queryName: string;
  readonly heavy: boolean;
  readonly patience: Patience;
  readonly signal: AbortSignal;
  /** Absolute URL of a job's endpoint, as `job_status.get` gives it. */
  readonly urlOf: (id: string) => string;
}

/**
 * Answers a job-capable operation: with its result when it is there within `max_wait`, else with the job's id. The
 * shapes are `{...result, metadata?}` and `{job_status}`.
 * @throws ApiError 503 when the queue is full; whatever the operation itself throws
 */
export async function answerAsJob(asked: Asked): Promise<unknown> {
  const { jobs, patience } = asked;
  const job = jobs.submit(asked.owner, asked.question, asked.heavy);
  if (!job)
    throw new ApiError(503, 'queue_full', 'Too many searches are waiting already. Try again in a moment.', {
      retryAfterSeconds: 10,
    });
  const waitSeconds = patience.prefer === 'job_id' ? 0 : (patience.max_wait ?? 25);
  const done = await waitFor(job, waitSeconds, asked.signal);
  if (asked.signal.aborted) {
    jobs.leave(job);
    throw new ApiError(499, 'cancelled', 'The caller hung up.');
  }
  if (!done || patience.prefer === 'job_id') {
    await jobs.keep(job, patience.with_metadata === 1);
    return { job_status: statusOf(job, asked.urlOf) };
  }
  if (patience.with_metadata) await jobs.keep(job, true); // its metadata names the job, so the job must be there
  return resultOf(jobs, job, patience.with_metadata ? asked.queryName : undefined);
}

/** `{...response, metadata?}` of a finished job. @throws ApiError the failure of the job */
export async function resultOf(jobs: JobRunner, job: Job, queryName: string | undefined): Promise<unknown> {
  const { error } = job.record;
  if (error) {
    const { status, code, message, parameter, retryAfterSeconds } = error;
    throw new ApiError(status, code, message, {
      ...(parameter !== undefined && { parameter }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  const result = await jobs.resultOf(job);
  if (!result) throw new ApiError(404, 'result_gone', 'The result of this job is no longer kept. Ask again.');
  if (queryName === undefined) return result.response;
  return { ...result.response, metadata: metadataOf(job, result, queryName) };
}

/** F1: the state as existing clients read it. A failed job says why. */
export function statusOf(job: Job, urlOf: (id: string) => string): Record<string, unknown> {
  const { id, state, error } = job.record;
  return {
    get: urlOf(id),
    job_id: id,
    status: state,
    ...(error && { message: error.message }),
  };
}

/** @returns true when the job ended within the time */
export async function waitFor(job: Job, seconds: number, signal: AbortSignal): Promise<boolean> {
  if (isOver(job)) return true;
  if (seconds <= 0) return false;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([job.done, patience]);
  clearTimeout(timer);
  return isOver(job);
}

function metadataOf(job: Job, result: JobResult, queryName: string): Record<string, unknown> {
  return {
    job_id: job.record.id,
    query_name: queryName,
    results_returned: result.returned,
    results_total_at_least: result.totalAtLeast,
    timestamp: Math.floor((job.record.finishedAt ?? job.record.createdAt) / 1000),
    with_metadata: 1,
  };
}
