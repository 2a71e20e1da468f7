import { job as askJob } from '#contract/generated/sdk.gen.ts';
import type { JobStatus } from '#contract/generated/types.gen.ts';
import { toFailure } from './failure.ts';
import { isOver, type FollowedJob } from './followed-job.ts';
import { dropJob, followedJobs, putJob } from './followed-jobs.ts';

const running = new Map<string, AbortController>();
const longestBackOffMilliseconds = 30_000;

/** Follows a job to its end: one long poll at a time, however many views show it. Already followed ones stay as they are. */
export function followJob(job: Pick<FollowedJob, 'id' | 'title' | 'href'>): void {
  if (!followedJobs().some(({ id }) => id === job.id)) putJob({ ...job, askedAt: Date.now(), state: 'PENDING' });
  startFollowing(job.id);
}

/** Takes up the jobs of an earlier visit. Called once, at the entry. */
export function resumeFollowing(): void {
  for (const job of followedJobs()) if (!isOver(job)) startFollowing(job.id);
}

export function dismissJob(id: string): void {
  running.get(id)?.abort();
  dropJob(id);
}

function startFollowing(id: string): void {
  if (running.has(id)) return;
  const control = new AbortController();
  running.set(id, control);
  void poll(id, control.signal).finally(() => running.delete(id));
}

async function poll(id: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const known = followedJobs().find((job) => job.id === id);
    if (!known || isOver(known)) return;
    const { data, error, response } = await askJob({
      path: { job_id: id },
      query: { max_wait: 25, status_only: 1 },
      signal,
    });
    if (signal.aborted) return;
    if (data) {
      failures = 0;
      record(known, data.response);
      continue;
    }
    const failure = toFailure(error, response);
    if (failure.kind === 'not-found')
      return putJob({ ...known, state: 'FAILURE', finishedAt: Date.now(), failure: failure.message, isGone: true });
    failures += 1;
    await pause(Math.min(1000 * 2 ** failures, longestBackOffMilliseconds), signal);
  }
}

/** A deployment may answer with the result although the status was asked for: then the job is done. */
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
