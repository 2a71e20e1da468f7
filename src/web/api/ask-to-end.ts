import type { QueryClient } from '@tanstack/react-query';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { answerOptions, type AnswerOf, type Query } from './query.ts';

/**
 * Calls an operation and, if the answer is a job, waits for its result in long polls (F1). For foreground work with its own
 * progress: the next page, an export. Rejects when aborted.
 */
export async function askToEnd<Id extends OperationId>(
  client: QueryClient,
  question: Query<Id>,
  signal: AbortSignal,
): Promise<AnswerOf<Id>> {
  const first = await client.fetchQuery(answerOptions(question));
  let { response } = first;
  for (let jobId = jobIdOf(first); jobId !== undefined; jobId = jobIdOf({ response })) {
    signal.throwIfAborted();
    const poll = answerOptions({ operationId: 'job', path: { job_id: jobId }, query: { max_wait: 25 } });
    // F1 returns the result of the operation that became the job
    ({ response } = await client.fetchQuery({ ...poll, staleTime: 0 }));
  }
  signal.throwIfAborted();
  return response;
}

/** The id of the background job, if the answer is a job instead of the result. */
export function jobIdOf(envelope: { readonly response?: unknown } | undefined): string | undefined {
  const status = (envelope?.response as { job_status?: { job_id?: unknown } } | undefined)?.job_status;
  return typeof status?.job_id === 'string' ? status.job_id : undefined;
}
