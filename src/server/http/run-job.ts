import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { ApiError } from './api-error.ts';
import { JobRefused, type JobLimit } from '#server/jobs/job-quota.ts';
import type { Job, JobRunner } from '#server/jobs/job-runner.ts';
import { hasEnded, type JobInput, type JobResult } from '#server/jobs/job-store.ts';

/** How long a caller waits, and whether it wants the result or a job id; never part of the input itself. */
export interface WaitOptions {
  readonly prefer?: 'result' | 'job_id';
  readonly max_wait?: number;
  readonly with_metadata?: number;
}

/** The wait of a caller that sends no `max_wait`. */
export const defaultMaxWaitSeconds = 25;

interface Asked {
  readonly jobs: JobRunner;
  readonly owner: string;
  readonly input: JobInput;
  readonly heavy: boolean;
  readonly wait: WaitOptions;
  readonly signal: AbortSignal;
  /** Absolute URL of a job's endpoint, as `job_status.get` gives it. */
  readonly urlOf: (id: string) => string;
}

/**
 * Answers a job-capable operation: with its result if it is ready within `max_wait`, else with the job's id. The
 * shapes are `{...result, metadata?}` and `{job_status}`.
 * @throws ApiError 429 or 503 when there is no room for the job; the errors of the operation
 */
export async function answerAsJob(asked: Asked): Promise<unknown> {
  const { jobs, wait } = asked;
  const job = submitted(asked);
  const waitSeconds = wait.prefer === 'job_id' ? 0 : (wait.max_wait ?? defaultMaxWaitSeconds);
  const done = await waitFor(job, waitSeconds, asked.signal);
  if (asked.signal.aborted) {
    jobs.leave(job);
    throw new ApiError(499, 'cancelled', 'The caller hung up.');
  }
  if (!done || wait.prefer === 'job_id') {
    await keep(jobs, job, wait.with_metadata === 1);
    return { job_status: statusOf(job, asked.urlOf) };
  }
  const answer = await resultOf(jobs, job, Boolean(wait.with_metadata));
  if (wait.with_metadata) await keep(jobs, job, true); // its metadata names the job, so the job must be there
  return answer;
}

function submitted({ jobs, owner, input, heavy }: Asked): Job {
  try {
    return jobs.submit(owner, input, heavy);
  } catch (error) {
    throw toRefusal(error);
  }
}

/** A job that cannot be kept can never be fetched, so it is cancelled. */
async function keep(jobs: JobRunner, job: Job, withMetadata: boolean): Promise<void> {
  try {
    await jobs.keep(job, withMetadata);
  } catch (error) {
    jobs.leave(job);
    throw toRefusal(error);
  }
}

const fetchFirst = 'Fetch the results of your jobs (/explore/job/{job_id}), which makes room for others, or wait.';
const refusals: Readonly<Record<JobLimit, readonly [status: number, code: string, message: string]>> = {
  queue: [503, 'queue_full', 'Too many searches and lists are waiting already. Try again in a moment.'],
  openPerKey: [
    429,
    'too_many_searches',
    'Too many searches or lists of this key are running or waiting. Wait until one ends, then send this one again.',
  ],
  keptPerKey: [429, 'too_many_jobs', `This key has reached the limit of jobs per key. ${fetchFirst}`],
  bytesPerKey: [429, 'job_space_full', `The results kept for this key have used up the space per key. ${fetchFirst}`],
  kept: [
    503,
    'jobs_full',
    'The service has reached its limit of jobs. Try again later, or send the request without a job.',
  ],
  bytes: [503, 'jobs_full', 'The space for kept results is full. Try again later.'],
  result: [
    503,
    'result_too_large',
    'The result is too large to be kept for later. Lower the limit and page with skip, or narrow the search.',
  ],
};

/** The error for a caller when there is no room for a job or its result; any other error is returned unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof JobRefused)) return error;
  const [status, code, message] = refusals[error.limit];
  return new ApiError(status, code, message, {
    ...(error.retryAfterSeconds > 0 && { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  });
}

/** `{...response, metadata?}` of a finished job. @throws ApiError the failure of the job */
export async function resultOf(jobs: JobRunner, job: Job, withMetadata: boolean): Promise<unknown> {
  const { error } = job.record;
  if (error) {
    const { status, code, message, parameter, retryAfterSeconds } = error;
    throw new ApiError(status, code, message, {
      ...(parameter !== undefined && { parameter }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  const result = await jobs.resultOf(job);
  if (!result)
    throw new ApiError(404, 'result_gone', 'The result of this job is no longer kept. Send the request again.');
  const response = { ...result.response, ...(result.upstream && { [noteMember]: result.upstream }) };
  return withMetadata ? { ...response, metadata: metadataOf(job, result) } : response;
}

/** The member of a job's result that belongs beside `response` in the envelope. */
const noteMember = 'sightline:upstream';

/** The payload, and the result of the provider if it contributed. */
export function withoutNote(response: unknown): { readonly response: unknown; readonly note: object | undefined } {
  if (typeof response !== 'object' || response === null || !(noteMember in response))
    return { response, note: undefined };
  const { [noteMember]: note, ...rest } = response as Record<string, unknown>;
  return { response: rest, note: note as object };
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
  if (hasEnded(job.record)) return true;
  if (seconds <= 0) return false;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
    void job.done.then(end);
  });
  return hasEnded(job.record);
}

function metadataOf(job: Job, result: JobResult): Record<string, unknown> {
  return {
    job_id: job.record.id,
    query_name: queryName(job.record.input.operationId),
    results_returned: result.returned,
    results_total_at_least: result.totalAtLeast,
    results_total_is_exact: result.totalIsExact === true,
    timestamp: Math.floor((job.record.finishedAt ?? job.record.createdAt) / 1000),
    with_metadata: 1,
  };
}

/** The name of an operation in `metadata.query_name`: its path without placeholders, such as `padns/lookup/query`. */
function queryName(operationId: string): string {
  if (operationId === 'domainCertificates') return 'certdb/certificates'; // C12: the name that existing clients read
  return operations[operationId as OperationId].path.replace(/^\/explore\//, '').replace(/\/\{.*$/, '');
}
