import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fieldsOf, parseJson, storedText, storeText } from '#web/storage/browser-store.ts';

/** Each job has its own entry, so that two tabs can update two jobs at once without overwriting each other. */
const keyPrefix = 'sightline.job.';
const keptAtMost = 100;

interface Followed {
  /** Newest first. */
  readonly jobs: readonly FollowedJob[];
  /** When jobs were dismissed, in this tab or another, since the page was loaded. */
  readonly droppedAt: ReadonlyMap<string, number>;
}

const followed = createStore<Followed>(() => ({ jobs: readAll(), droppedAt: new Map() }));

/** Newest first. */
function followedJobs(): readonly FollowedJob[] {
  return followed.getState().jobs;
}

/** Every followed job, newest first. */
export function useFollowedJobs(): readonly FollowedJob[] {
  return useStore(followed, ({ jobs }) => jobs);
}

export function followedJob(id: string): FollowedJob | undefined {
  return withId(followedJobs(), id);
}

export function useFollowedJob(id: string | undefined): FollowedJob | undefined {
  return useStore(followed, ({ jobs }) => withId(jobs, id));
}

/** Calls back once for every job that ends while this page is open, even if another tab polled it. */
export function onJobEnd(listener: (job: FollowedJob) => void): () => void {
  return followed.subscribe(({ jobs }, before) => {
    for (const job of jobs) {
      const known = withId(before.jobs, job.id);
      if (known && !hasEnded(known) && hasEnded(job)) listener(job);
    }
  });
}

/** Follows a job to its end, in every tab. A job that is already followed stays unchanged. */
export function followJob(job: Pick<FollowedJob, 'id' | 'title' | 'href'>): void {
  if (!followedJob(job.id)) putJob({ ...job, askedAt: Date.now(), state: 'PENDING' });
}

export function putJob(job: FollowedJob): void {
  const tooOld = keep(job);
  storeText(keyPrefix + job.id, JSON.stringify(job));
  for (const { id } of tooOld) storeText(keyPrefix + id, null);
}

/** Stops following a job, in every tab; the job itself continues and its link keeps working. */
export function dismissJob(id: string): void {
  storeText(keyPrefix + id, null);
  forget(id);
}

/** True when the job was dismissed since the page was loaded and not followed again. */
export function isDropped(id: string): boolean {
  return followed.getState().droppedAt.has(id);
}

/** Applies changes from other tabs. Called once, at the entry. */
export function shareJobsWithTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === null) for (const { id } of followedJobs()) forget(id);
    else if (key.startsWith(keyPrefix)) takeUp(key.slice(keyPrefix.length), readFollowedJob(newValue));
  });
}

function takeUp(id: string, job: FollowedJob | null): void {
  if (!job) return forget(id);
  const droppedAt = followed.getState().droppedAt.get(id) ?? 0;
  // an update from another tab does not bring back a job dismissed here; following it again does
  if (job.askedAt <= droppedAt) storeText(keyPrefix + id, null);
  else keep(job);
}

/** Stores a job. @returns the jobs beyond the limit */
function keep(job: FollowedJob): readonly FollowedJob[] {
  const { jobs, droppedAt } = followed.getState();
  const all = newestFirst([job, ...jobs.filter(({ id }) => id !== job.id)]);
  const others = [...droppedAt].filter(([id]) => id !== job.id);
  followed.setState({ jobs: all.slice(0, keptAtMost), droppedAt: new Map(others) });
  return all.slice(keptAtMost);
}

function forget(id: string): void {
  followed.setState(({ jobs, droppedAt }) => ({
    jobs: jobs.filter((job) => job.id !== id),
    droppedAt: new Map(droppedAt).set(id, Date.now()),
  }));
}

function withId(jobs: readonly FollowedJob[], id: string | undefined): FollowedJob | undefined {
  return jobs.find((job) => job.id === id);
}

function newestFirst(list: readonly FollowedJob[]): FollowedJob[] {
  return list.toSorted((a, b) => b.askedAt - a.askedAt);
}

function readAll(): readonly FollowedJob[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix));
    return newestFirst(keys.flatMap((key) => readFollowedJob(storedText(key)) ?? []));
  } catch {
    return [];
  }
}

/** A background job that this browser follows. Times are epoch milliseconds. */
export interface FollowedJob {
  readonly id: string;
  /** The query in words. */
  readonly title: string;
  /** The view that shows the result. */
  readonly href: string;
  readonly askedAt: number;
  readonly finishedAt?: number;
  readonly state: 'PENDING' | 'STARTED' | 'SUCCESS' | 'FAILURE';
  /** Why the job failed, or why its result is not available. */
  readonly failure?: string;
  /** The service does not know the job (any more). */
  readonly isGone?: boolean;
  /** A tab has notified the analyst that the job ended. */
  readonly isTold?: boolean;
}

export function hasEnded({ state }: Pick<FollowedJob, 'state'>): boolean {
  return state === 'SUCCESS' || state === 'FAILURE';
}

/** Parses a stored job; null if this version does not understand it. */
function readFollowedJob(text: string | null): FollowedJob | null {
  const job = parseJson(text);
  return isFollowedJob(job) ? job : null;
}

function isFollowedJob(job: unknown): job is FollowedJob {
  const { id, title, href, askedAt, state } = fieldsOf(job);
  return [id, title, href, state].every((field) => typeof field === 'string') && typeof askedAt === 'number';
}
