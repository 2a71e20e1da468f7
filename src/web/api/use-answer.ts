import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { UpstreamNote } from '#contract/generated/types.gen.ts';
import { jobIdOf } from './ask-to-end.ts';
import { ApiFailure } from './failure.ts';
import { type FollowedJob, followJob, isDropped, useFollowedJob } from './followed-jobs.ts';
import { hasFailedPrefetch, prefetchMeta } from './prefetch.ts';
import {
  type AnswerOf,
  answerOptions,
  type AnyQuery,
  type Envelope,
  fetchAnswer,
  fetchAny,
  noteAskPress,
  type Query,
  questionKey,
} from './query.ts';
import { unreadable, unreadOf } from './read-answer.ts';
import type { FieldProblem } from './read-by-shape.ts';

/** A question to the interface and its result: the five request states of a panel. */
export interface Answer<R> {
  readonly question: AnyQuery;
  readonly status: 'idle' | 'pending' | 'running' | 'failed' | 'done';
  /** The payload under `response`; for a job, that of its result. */
  readonly response?: R;
  readonly failure?: ApiFailure;
  /** The background job of the answer, while it runs and after. */
  readonly job?: FollowedJob;
  /** When the answer arrived, epoch milliseconds. */
  readonly updatedAt?: number;
  /** The whole envelope, unchanged, for "API request". */
  readonly raw?: unknown;
  /** Fields removed from `response` because they do not match the contract. */
  readonly problems?: readonly FieldProblem[];
  /** The answer is that of the page’s header, which reports failures and unreadable fields for all panels that use it. */
  readonly isOfHeader?: boolean;
  /** The result of the provider behind the service, if it contributed in the answer. */
  readonly upstream?: UpstreamNote;
  readonly refetch: () => void;
}

/** Repeats the request on a click: bypasses the service's cache of the provider, or queries a provider that was not queried. */
export function pressAgain({ question, refetch, upstream, failure }: Answer<unknown>): void {
  const isOfProvider = upstream !== undefined || failure?.code.startsWith('upstream_') === true;
  if (isOfProvider) noteAskPress(question, upstream?.state === 'not_asked' || failure ? 'ask' : 'fresh');
  refetch();
}

export interface AnswerOptions<R> {
  /** The title in the tray if the answer becomes a job. */
  readonly title: string;
  /** The view that shows the result; the current one by default. A function gets the job's id and must be stable. */
  readonly href?: string | ((jobId: string) => string);
  readonly enabled?: boolean;
  /** An existing job for the question: it is followed, and only `refetch` sends a new request. */
  readonly jobId?: string | undefined;
  /** Only a click repeats the request: no retry, no refetch of a stale answer. */
  readonly isOnPressOnly?: boolean;
  /**
   * Milliseconds until a changing answer is requested again: never while the tab is hidden, and at once when it is looked at again.
   * @param answeredAt epoch milliseconds
   */
  readonly pollAfter?: (response: R | undefined, answeredAt: number) => number;
}

/** The header's answer, marked for the panels that use it. */
export function ofHeader<R>(answer: Answer<R>): Answer<R> {
  return { ...answer, isOfHeader: true };
}

/** Calls an operation and, if the answer is a job, follows it to its result. */
export function useAnswer<Id extends OperationId>(
  question: Query<Id>,
  options: AnswerOptions<AnswerOf<Id>>,
): Answer<AnswerOf<Id>> {
  const { title, href, enabled = true, pollAfter } = options;
  const follow = useCallback(
    (jobId: string) => {
      const shownAt = typeof href === 'function' ? href(jobId) : href;
      followJob({ id: jobId, title, href: shownAt ?? location.pathname + location.search });
    },
    [title, href],
  );
  const queryClient = useQueryClient();
  const [isFailedPrefetch] = useState(() => hasFailedPrefetch(queryClient, question));
  const first = useQuery({
    ...answerOptions(question),
    ...(isForBackground(question) && { queryFn: () => askInBackground(question, follow) }),
    ...(isFailedPrefetch && { retryOnMount: false, meta: prefetchMeta }),
    ...(options.isOnPressOnly && { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false }),
    ...(pollAfter && {
      staleTime: 1000,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state }: { readonly state: PolledState<AnswerOf<Id>> }) =>
        pollAfter(state.data?.response, state.dataUpdatedAt),
    }),
    enabled: enabled && options.jobId === undefined,
  });

  const jobId = options.jobId ?? jobIdOf(first.data);
  useEffect(() => {
    if (jobId !== undefined) follow(jobId);
  }, [jobId, follow]);
  const result = useJobAnswer<AnswerOf<Id>>(jobId);

  if (jobId === undefined) return answerFrom(question, first, enabled);
  const isDismissed = result.failure?.code === dismissedCode;
  return {
    ...result,
    question,
    raw: result.raw ?? first.data,
    refetch: isDismissed ? () => follow(jobId) : () => void first.refetch(),
  };
}

/** The answer of a followed job: running until it ends, then its result with metadata (F1). */
export function useJobAnswer<R>(jobId: string | undefined): Answer<R> {
  const job = useFollowedJob(jobId);
  const question = {
    operationId: 'job',
    path: { job_id: jobId ?? '' },
    query: { max_wait: 0, force_metadata_on: 1 },
  } as const;
  const result = useQuery({
    queryKey: questionKey(question),
    // the result has the type of the operation that became the job
    queryFn: ({ signal }) => fetchAny<R>(question, signal),
    enabled: job?.state === 'SUCCESS',
  });

  const isDismissed = jobId !== undefined && !job && !result.data && isDropped(jobId);
  const isUnderWay = !result.data && !result.error;
  const asked = { question, refetch: () => void result.refetch() };
  if (isDismissed) return { ...asked, status: 'failed', failure: dismissed() };
  if (job?.state === 'FAILURE') return { ...asked, status: 'failed', failure: jobFailure(job), job };
  if (isUnderWay) return { ...asked, status: 'running', ...(job && { job }) };
  return { ...answerFrom(question, result, true), ...(job && { job }) };
}

/** True when the question requests a background job immediately. */
function isForBackground({ query }: AnyQuery): boolean {
  return query?.['prefer'] === 'job_id';
}

/** Follows the job even if the analyst leaves the view before the service returns the job's id. */
async function askInBackground<Id extends OperationId>(question: Query<Id>, follow: (jobId: string) => void) {
  // without the view's signal, which would abort the request when the view closes
  const answer = await fetchAnswer(question);
  const jobId = jobIdOf(answer);
  if (jobId !== undefined) follow(jobId);
  return answer;
}

interface QueryState<R> {
  readonly data: Envelope<R> | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

type PolledState<R> = Pick<QueryState<R>, 'data' | 'dataUpdatedAt'>;

function answerFrom<R>(question: AnyQuery, query: QueryState<R>, enabled: boolean): Answer<R> {
  const { data, error } = query;
  const asked = { question, refetch: () => void query.refetch() };
  // data of an earlier answer stays on screen when a refetch fails
  if (data) {
    const unread = unreadOf(data);
    return {
      ...asked,
      status: 'done',
      response: data.response,
      updatedAt: query.dataUpdatedAt,
      raw: unread ? unread.asItCame : data,
      ...(data.upstream && { upstream: data.upstream }),
      ...(unread && { problems: unread.problems }),
    };
  }
  if (error) {
    const failure = asFailure(error);
    return { ...asked, status: 'failed', failure, ...(failure.answer !== undefined && { raw: failure.answer }) };
  }
  return { ...asked, status: enabled ? 'pending' : 'idle' };
}

function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof SyntaxError)
    return unreadable('The answer is not JSON, or only a part of it arrived.', undefined);
  const message = error instanceof Error ? error.message : 'The answer could not be read.';
  return new ApiFailure(message, { kind: 'service', status: 0 });
}

function jobFailure({ failure, isGone = false }: FollowedJob): ApiFailure {
  return new ApiFailure(failure ?? 'The search failed in the background.', {
    kind: isGone ? 'not-found' : 'service',
    status: 0,
    code: isGone ? 'job_gone' : 'job_failed',
  });
}

const dismissedCode = 'job_dismissed';

function dismissed(): ApiFailure {
  const message = 'This search was dismissed from the jobs. It continues on the service and can be followed again.';
  return new ApiFailure(message, { kind: 'service', status: 0, code: dismissedCode });
}

/**
 * An operation that contacts the target or its registry: sent only on a press, never by opening or returning to
 * a view, and never twice for one press. `idle` until the first press.
 */
export function useLiveAnswer<Id extends OperationId>(
  question: Query<Id>,
  title: string,
): { readonly answer: Answer<AnswerOf<Id>>; readonly ask: () => void } {
  const client = useQueryClient();
  // a changed question, for example by a choice, needs its own press
  const queryKey = questionKey(question);
  const key = JSON.stringify(queryKey);
  const [askedKey, setAskedKey] = useState<string>();
  const answer = useAnswer(question, { title, enabled: askedKey === key, isOnPressOnly: true });
  const ask = () => {
    setAskedKey(key);
    // an earlier answer must not look like the new one while that is pending or has failed
    void client.resetQueries({ queryKey, exact: true });
  };
  return { answer: { ...answer, refetch: ask }, ask };
}
