import { isOver, type FollowedJob } from './followed-job.ts';

const storageKey = 'sightline.jobs';
const keptAtMost = 100;

let jobs: readonly FollowedJob[] = read();
const dropped = new Set<string>();
const listeners = new Set<() => void>();
const endListeners = new Set<(job: FollowedJob) => void>();

/** Newest first. The same array until something changes, as useSyncExternalStore wants. */
export function followedJobs(): readonly FollowedJob[] {
  return jobs;
}

export function onJobsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back once for every job that ends while this page is open. */
export function onJobEnd(listener: (job: FollowedJob) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function putJob(job: FollowedJob): void {
  const before = jobs.find(({ id }) => id === job.id);
  dropped.delete(job.id);
  jobs = [job, ...jobs.filter(({ id }) => id !== job.id)].sort((a, b) => b.askedAt - a.askedAt).slice(0, keptAtMost);
  changed();
  if (before && !isOver(before) && isOver(job)) for (const listener of endListeners) listener(job);
}

/** Dismissing stops following; the job itself goes on and its link keeps working. */
export function dropJob(id: string): void {
  jobs = jobs.filter((job) => job.id !== id);
  dropped.add(id);
  changed();
}

/** True when it was dismissed since the page was loaded and not followed again. */
export function isDropped(id: string): boolean {
  return dropped.has(id);
}

function changed(): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(jobs));
  } catch {
    // storage is blocked or full: jobs are followed until the tab closes
  }
  for (const listener of listeners) listener();
}

function read(): readonly FollowedJob[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isJob) : [];
  } catch {
    return [];
  }
}

function isJob(value: unknown): value is FollowedJob {
  const job = value as Partial<FollowedJob> | null;
  return (
    typeof job?.id === 'string' &&
    typeof job.askedAt === 'number' &&
    typeof job.state === 'string' &&
    typeof job.href === 'string'
  );
}
