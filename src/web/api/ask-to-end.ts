import type { QueryClient } from '@tanstack/react-query';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { ApiFailure } from './failure.ts';
import { abortOf } from './pause.ts';
import { answerOptions, type AnswerOf, type Query } from './query.ts';

/**
 * Calls an operation and, if the answer is a job, waits for its result in long polls (F1). For foreground work with its own
 * progress: the next page, an export. Rejects at once when aborted: a poll takes up to 25 seconds.
 * @param onJob called with the id of the job before each poll @throws ApiFailure also when the job failed
 */
export async function askToEnd<Id extends OperationId>(
  client: QueryClient,
  question: Query<Id>,
  signal: AbortSignal,
  onJob: (jobId: string) => void = () => undefined,
): Promise<AnswerOf<Id>> {
  const aborted = abortOf(signal);
  const unlessAborted = async <T>(asked: Promise<T>): Promise<T> => {
    await Promise.race([asked, aborted]);
    signal.throwIfAborted();
    return asked;
  };
  const first = await unlessAborted(client.fetchQuery(answerOptions(question)));
  let { response } = first;
  for (let jobId = runningJobOf(first); jobId !== undefined; jobId = runningJobOf({ response })) {
    onJob(jobId);
    const poll = answerOptions({ operationId: 'job', path: { job_id: jobId }, query: { max_wait: 25 } });
    // F1 returns the result of the operation that became the job
    ({ response } = await unlessAborted(client.fetchQuery({ ...poll, staleTime: 0 })));
  }
  return response;
}

interface Answered {
  readonly response?: unknown;
}

interface JobStatus {
  readonly job_id?: unknown;
  readonly status?: unknown;
  readonly message?: unknown;
}

const statusIn = (envelope: Answered | undefined) =>
  (envelope?.response as { readonly job_status?: JobStatus } | undefined)?.job_status;

/** The id of the background job, if the answer is a job instead of the result. */
export function jobIdOf(envelope: Answered | undefined): string | undefined {
  const id = statusIn(envelope)?.job_id;
  return typeof id === 'string' ? id : undefined;
}

/** @throws ApiFailure */
function runningJobOf(envelope: Answered): string | undefined {
  const { status, message } = statusIn(envelope) ?? {};
  if (status !== 'FAILURE') return jobIdOf(envelope);
  const words = typeof message === 'string' ? message : 'The search failed in the background.';
  throw new ApiFailure(words, { kind: 'service', status: 0, code: 'job_failed' });
}
