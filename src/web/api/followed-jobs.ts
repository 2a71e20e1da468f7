import { isOver, readFollowedJob, type FollowedJob } from './followed-job.ts';

/** Each job has an entry of its own, so that two tabs that write about two jobs at once do not undo each other. */
const keyPrefix = 'sightline.job.';
const keptAtMost = 100;

let jobs: readonly FollowedJob[] = readAll();
/** When each was dismissed, in this tab or another, since the page was loaded. */
const droppedAt = new Map<string, number>();
const listeners = new Set<() => void>();
const endListeners = new Set<(job: FollowedJob) => void>();

/** Newest first. The same array until something changes, as useSyncExternalStore wants. */
export function followedJobs(): readonly FollowedJob[] {
  return jobs;
}

export function followedJob(id: string): FollowedJob | undefined {
  return jobs.find((job) => job.id === id);
}

export function onJobsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back once for every job that ends while this page is open, whichever tab found out. */
export function onJobEnd(listener: (job: FollowedJob) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function putJob(job: FollowedJob): void {
  droppedAt.delete(job.id);
  const tooOld = keep(job);
  store(() => {
    localStorage.setItem(keyPrefix + job.id, JSON.stringify(job));
    for (const { id } of tooOld) localStorage.removeItem(keyPrefix + id);
  });
}

/** Dismissing stops following, in every tab; the job itself goes on and its link keeps working. */
export function dismissJob(id: string): void {
  store(() => localStorage.removeItem(keyPrefix + id));
  forget(id);
}

/** True when it was dismissed since the page was loaded and not followed again. */
export function isDropped(id: string): boolean {
  return droppedAt.has(id);
}

/** Takes up what other tabs write. Called once, at the entry. */
export function shareJobsWithTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === null) for (const { id } of jobs) forget(id);
    else if (key.startsWith(keyPrefix)) takeUp(key.slice(keyPrefix.length), readFollowedJob(newValue));
  });
}

function takeUp(id: string, job: FollowedJob | null): void {
  if (!job) return forget(id);
  // what another tab learned of it while it was being dismissed here does not bring it back; following it anew does
  if (job.askedAt <= (droppedAt.get(id) ?? 0)) return store(() => localStorage.removeItem(keyPrefix + id));
  droppedAt.delete(id);
  keep(job);
}

/** Answers the jobs that there is no room for any more. */
function keep(job: FollowedJob): readonly FollowedJob[] {
  const before = followedJob(job.id);
  const all = newestFirst([job, ...jobs.filter(({ id }) => id !== job.id)]);
  jobs = all.slice(0, keptAtMost);
  changed();
  if (before && !isOver(before) && isOver(job)) for (const listener of endListeners) listener(job);
  return all.slice(keptAtMost);
}

function forget(id: string): void {
  jobs = jobs.filter((job) => job.id !== id);
  droppedAt.set(id, Date.now());
  changed();
}

function changed(): void {
  for (const listener of listeners) listener();
}

function newestFirst(list: readonly FollowedJob[]): FollowedJob[] {
  return list.toSorted((a, b) => b.askedAt - a.askedAt);
}

function readAll(): readonly FollowedJob[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix));
    return newestFirst(keys.flatMap((key) => readFollowedJob(localStorage.getItem(key)) ?? []));
  } catch {
    return [];
  }
}

/** Storage may be blocked or full: jobs are then followed until the tab closes. */
function store(write: () => void): void {
  try {
    write();
  } catch {
    // see above
  }
}
