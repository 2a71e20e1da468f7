import type { JobStatus } from '#contract/generated/types.gen.ts';
import { inTurn } from './browser-lock.ts';
import { ApiFailure, toFailure } from './failure.ts';
import {
  type FollowedJob,
  followedJob,
  followedJobs,
  isOver,
  onJobsChange,
  putJob,
  shareJobsWithTabs,
} from './followed-jobs.ts';
import { fetchAnswer } from './question.ts';

const longestBackOffMilliseconds = 30_000;

/**
 * Follows a job to its end: one long poll at a time, however many views and tabs show it. When the tab that polls is closed, the
 * next one takes over. Already followed ones stay as they are.
 */
export function followJob(job: Pick<FollowedJob, 'id' | 'title' | 'href'>): void {
  if (!followedJob(job.id)) putJob({ ...job, askedAt: Date.now(), state: 'PENDING' });
}

/** Follows what this and the other tabs request, now and from now on. Called once, at the entry. */
export function startFollowing(): void {
  /** Those this tab follows, or waits to follow in turn, by their ids. */
  const running = new Map<string, AbortController>();
  /** Lets go of what was dismissed or is over, and takes up the rest. */
  const followAll = () => {
    const open = new Set(followedJobs().flatMap((job) => (isOver(job) ? [] : [job.id])));
    for (const [id, control] of running) {
      if (open.has(id)) continue;
      control.abort();
      running.delete(id);
    }
    for (const id of open) {
      if (running.has(id)) continue;
      const control = new AbortController();
      running.set(id, control);
      follow(id, control.signal);
    }
  };
  shareJobsWithTabs();
  onJobsChange(followAll);
  followAll();
}

function follow(id: string, signal: AbortSignal): void {
  // refused when let go of while another tab still polls
  inTurn(`sightline.job.${id}`, signal, () => poll(id, signal)).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

async function poll(id: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const answer = await askStatus(id, signal);
    const known = followedJob(id);
    if (signal.aborted || !known) return;
    if (!(answer instanceof ApiFailure)) {
      failures = 0;
      record(known, answer.response);
      continue;
    }
    if (answer.kind === 'not-found')
      return putJob({ ...known, state: 'FAILURE', finishedAt: Date.now(), failure: answer.message, isGone: true });
    failures += 1;
    await pause(Math.min(1000 * 2 ** failures, longestBackOffMilliseconds), signal);
  }
}

/** Whatever goes wrong is a failure to be tried again: an answer that cannot be read or is cut off is thrown by the client. */
async function askStatus(id: string, signal: AbortSignal): Promise<{ readonly response?: unknown } | ApiFailure> {
  try {
    const query = { max_wait: 25, status_only: 1 } as const;
    return await fetchAnswer({ operationId: 'job', path: { job_id: id }, query }, signal);
  } catch (error) {
    return toFailure(error, undefined);
  }
}

/** A deployment may answer with the result although the status was requested: then the job is done. */
function record(known: FollowedJob, response: unknown): void {
  const { job_status: status } = (response ?? {}) as { job_status?: JobStatus };
  const state = status ? readState(status.status) : 'SUCCESS';
  if (state === known.state) return;
  const failure = status?.message;
  const over = state === 'SUCCESS' || state === 'FAILURE';
  putJob({ ...known, state, ...(over && { finishedAt: Date.now() }), ...(failure !== undefined && { failure }) });
}

function readState(text: string | undefined): FollowedJob['state'] {
  return text === 'SUCCESS' || text === 'FAILURE' || text === 'PENDING' ? text : 'STARTED';
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
