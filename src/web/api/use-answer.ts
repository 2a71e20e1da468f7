import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { jobIdOf } from './ask-to-end.ts';
import { keptInBackground } from './background-question.ts';
import { ApiFailure } from './failure.ts';
import { isDropped } from './followed-jobs.ts';
import type { FollowedJob } from './followed-job.ts';
import { followJob } from './job-follower.ts';
import { hasFailedPrefetch, prefetchMeta } from './prefetch.ts';
import { answerOptions, type AnswerOf, type AnyQuestion, type Envelope, type Question } from './question.ts';
import { unreadable, unreadOf } from './read-answer.ts';
import type { FieldProblem } from './read-by-shape.ts';
import { useFollowedJob } from './followed-jobs.ts';

/** A question to the interface and what became of it: the five request states of a panel. */
export interface Answer<R> {
  readonly question: AnyQuestion;
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
  /** What of it was left out of `response`, because it is not what the contract says. */
  readonly problems?: readonly FieldProblem[];
  /** The question is that of the page’s header, which says of all panels over it why it failed and what could not be read. */
  readonly isOfHeader?: boolean;
  readonly refetch: () => void;
}

export interface AnswerOptions {
  /** Names the job in the tray, should the answer be one. */
  readonly title: string;
  /** The view that shows the result; the current one unless given. A function is given the job's id; a stable one. */
  readonly href?: string | ((jobId: string) => string);
  readonly enabled?: boolean;
  /** The job that answers the question already: it is followed, and nothing is asked anew unless by `refetch`. */
  readonly jobId?: string | undefined;
  /** Never asked again but by a press: no retry, no refetch of a stale answer. */
  readonly isOnPressOnly?: boolean;
}

const onPressOnly = { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false } as const;

/** The answer of the header as the panels over it are given it. */
export function ofHeader<R>(answer: Answer<R>): Answer<R> {
  return { ...answer, isOfHeader: true };
}

/** Asks one operation and follows the job, if the answer is one, to its result. */
export function useAnswer<Id extends OperationId>(
  question: Question<Id>,
  { title, href, enabled = true, jobId: knownJobId, isOnPressOnly = false }: AnswerOptions,
): Answer<AnswerOf<Id>> {
  const followOne = useCallback((id: string) => followJob({ id, title, href: hrefOf(href, id) }), [title, href]);
  const queryClient = useQueryClient();
  const [isFailedPrefetch] = useState(() => hasFailedPrefetch(queryClient, question));
  const first = useQuery({
    ...keptInBackground(question, followOne),
    ...(isOnPressOnly && onPressOnly),
    enabled: enabled && knownJobId === undefined,
    ...(isFailedPrefetch && { retryOnMount: false, meta: prefetchMeta }),
  });
  const jobId = knownJobId ?? jobIdOf(first.data);
  const follow = useCallback(() => {
    if (jobId !== undefined) followOne(jobId);
  }, [jobId, followOne]);
  useEffect(follow, [follow]);
  const result = useJobAnswer<AnswerOf<Id>>(jobId);
  if (jobId === undefined) return settled(question, first, enabled);
  const isDismissed = result.failure?.code === dismissedCode;
  return {
    ...result,
    question,
    raw: result.raw ?? first.data,
    refetch: isDismissed ? follow : () => void first.refetch(),
  };
}

function hrefOf(href: AnswerOptions['href'], jobId: string): string {
  return typeof href === 'function' ? href(jobId) : (href ?? location.pathname + location.search);
}

const dismissedCode = 'job_dismissed';

/** The answer of a followed job: running until it ends, then its result with metadata (F1). */
export function useJobAnswer<R>(jobId: string | undefined): Answer<R> {
  const job = useFollowedJob(jobId);
  const question = {
    operationId: 'job',
    path: { job_id: jobId ?? '' },
    query: { max_wait: 0, force_metadata_on: 1 },
  } as const;
  const result = useQuery({ ...answerOptions(question), enabled: job?.state === 'SUCCESS' });
  const refetch = () => void result.refetch();
  if (jobId !== undefined && !job && !result.data && isDropped(jobId))
    return { question, status: 'failed', failure: dismissed(), refetch };
  if (job?.state === 'FAILURE') return { question, status: 'failed', failure: jobFailure(job), job, refetch };
  if (!result.data && !result.error) return { question, status: 'running', ...(job && { job }), refetch };
  // the result is that of whatever became the job
  return { ...settled(question, result as Settling<R>, true), ...(job && { job }) };
}

interface Settling<R> {
  readonly data: Envelope<R> | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

function settled<R>(
  question: AnyQuestion,
  { data, error, dataUpdatedAt, refetch }: Settling<R>,
  enabled: boolean,
): Answer<R> {
  const asked = { question, refetch: () => void refetch() };
  const unread = unreadOf(data);
  // data of an earlier answer stays on screen when asking again failed
  if (data)
    return {
      ...asked,
      status: 'done',
      response: data.response,
      updatedAt: dataUpdatedAt,
      raw: unread ? unread.asItCame : data,
      ...(unread && { problems: unread.problems }),
    };
  if (error) {
    const failure = asFailure(error);
    return { ...asked, status: 'failed', failure, ...(failure.answer !== undefined && { raw: failure.answer }) };
  }
  return { ...asked, status: enabled ? 'pending' : 'idle' };
}

function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof SyntaxError)
    return unreadable('The answer is no JSON, or only a part of it arrived.', undefined);
  return new ApiFailure(error instanceof Error ? error.message : 'The answer could not be read.', {
    kind: 'service',
    status: 0,
  });
}

function jobFailure({ failure, isGone = false }: FollowedJob): ApiFailure {
  return new ApiFailure(failure ?? 'The search failed in the background.', {
    kind: isGone ? 'not-found' : 'service',
    status: 0,
    code: isGone ? 'job_gone' : 'job_failed',
  });
}

function dismissed(): ApiFailure {
  return new ApiFailure(
    'This search was dismissed from the jobs. It goes on at the service and can be followed again.',
    {
      kind: 'service',
      status: 0,
      code: dismissedCode,
    },
  );
}
