import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { jobOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import type { ResponseOf } from './use-answer.ts';

interface Envelope {
  readonly response?: unknown;
}

/**
 * Asks one operation and, where the answer is a job, waits for its result in long polls (F1). For what goes on in the
 * foreground with a progress of its own: the next page, an export. Rejects when aborted.
 */
export async function askToEnd<E extends Envelope, F, K extends QueryKey>(
  client: QueryClient,
  options: UseQueryOptions<E, F, E, K>,
  signal: AbortSignal,
): Promise<ResponseOf<E>> {
  let answer: Envelope = await client.fetchQuery(options as Parameters<typeof client.fetchQuery<E>>[0]);
  for (let jobId = jobIdOf(answer); jobId !== undefined; jobId = jobIdOf(answer)) {
    signal.throwIfAborted();
    const poll = jobOptions({ path: { job_id: jobId }, query: { max_wait: 25 } });
    answer = await client.fetchQuery({ ...poll, staleTime: 0 });
  }
  signal.throwIfAborted();
  return answer.response as ResponseOf<E>;
}

/** The id of the background job that answers instead of the result. */
export function jobIdOf(envelope: Envelope | undefined): string | undefined {
  const status = (envelope?.response as { job_status?: { job_id?: unknown } } | undefined)?.job_status;
  return typeof status?.job_id === 'string' ? status.job_id : undefined;
}
