import { useQuery } from '@tanstack/react-query';
import type { JobStatus } from '#contract/generated/types.gen.ts';
import { inTurn } from '#web/api/browser-lock.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { type FollowedJob, followedJob, hasEnded, putJob, useFollowedJobs } from '#web/api/followed-jobs.ts';
import { fetchAnswer, type Query, questionKey } from '#web/api/query.ts';

/** Polls the jobs that this browser follows, on every page. Mounted once. */
export function JobPolls() {
  return useFollowedJobs().flatMap((job) => (hasEnded(job) ? [] : [<JobPoll key={job.id} id={job.id} />]));
}

/** Successive long polls, by one tab at a time: the other tabs read the state that it stores. */
function JobPoll({ id }: { readonly id: string }) {
  const question = { operationId: 'job', path: { job_id: id }, query: { max_wait: 25, status_only: 1 } } as const;
  useQuery({
    queryKey: questionKey(question),
    queryFn: ({ signal }) =>
      inTurn(`sightline.job.${id}`, signal, async () => noteStatus(id, await ask(question, signal))),
    refetchInterval: ({ state }) => (state.status === 'error' ? 5000 : 500),
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return null;
}

type StatusAnswer = { readonly response: unknown } | ApiFailure;

/** The status, or the failure "unknown job". @throws ApiFailure for any other failure */
async function ask(question: Query<'job'>, signal: AbortSignal): Promise<StatusAnswer> {
  try {
    return await fetchAnswer(question, signal);
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not-found') return error;
    throw error;
  }
}

/** Stores the status of a job. A deployment may answer with the result itself: then the job is done. */
function noteStatus(id: string, answer: StatusAnswer): FollowedJob['state'] | null {
  const known = followedJob(id);
  if (!known) return null; // dismissed meanwhile
  if (answer instanceof ApiFailure) {
    putJob({ ...known, state: 'FAILURE', finishedAt: Date.now(), failure: answer.message, isGone: true });
    return 'FAILURE';
  }
  const { job_status: status } = answer.response as { readonly job_status?: JobStatus };
  const state = status ? readState(status.status) : 'SUCCESS';
  const failure = status?.message;
  if (state !== known.state)
    putJob({
      ...known,
      state,
      ...(hasEnded({ state }) && { finishedAt: Date.now() }),
      ...(failure !== undefined && { failure }),
    });
  return state;
}

function readState(text: string | undefined): FollowedJob['state'] {
  return text === 'SUCCESS' || text === 'FAILURE' || text === 'PENDING' ? text : 'STARTED';
}
