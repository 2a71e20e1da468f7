import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { claimOnce } from '#web/api/browser-lock.ts';
import { type FollowedJob, followedJob, onJobEnd, putJob, useFollowedJobs } from '#web/api/followed-jobs.ts';
import { pause } from '#web/api/pause.ts';
import { raiseJobNotice } from '#web/kit/jobs/JobNoticeSwitch.tsx';
import { announce } from '#web/kit/ui/announcer.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { paths } from '#web/url/paths.ts';

/**
 * Reports every finished job once across all tabs: by a toast in the visible tab, otherwise by a browser notification, if
 * enabled, and a toast when the analyst returns. A page that shows the job itself gets no toast, only an announcement.
 * @returns how many finished jobs are still unreported while this tab is hidden
 */
export function useJobEnds(): number {
  const navigate = useNavigate();
  const isHidden = useIsHidden();
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => onJobEnd(({ id }) => setEnded((before) => new Set([...before, id]))), []);
  const untold = useFollowedJobs().filter(({ id, isTold }) => ended.has(id) && !isTold);
  const noticed = useRef<ReadonlySet<string>>(new Set());
  const tell = useEffectEvent((ids: string) => {
    const open = (href: string) => void navigate(href);
    for (const id of ids.split(' ')) {
      if (!isHidden) void tellByToast(id, open);
      else if (!noticed.current.has(id)) void tellByBrowser(id, open);
    }
    if (isHidden) noticed.current = new Set([...noticed.current, ...ids.split(' ')]);
  });
  const ids = untold.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids) tell(ids);
  }, [ids, isHidden]);
  return isHidden ? untold.length : 0;
}

type Open = (href: string) => void;

/** Of several visible windows, the one with the focus shows the toast. */
async function tellByToast(id: string, open: Open): Promise<void> {
  if (!document.hasFocus()) await pause(300);
  if (!untoldJob(id) || !(await claimOnce(`sightline.told.${id}`))) return;
  const job = untoldJob(id);
  if (!job) return;
  putJob({ ...job, isTold: true });
  const toast = toastOf(job, open);
  if (isJobShown(job, location.pathname + location.search))
    announce(`${toast.title}. ${toast.body}`, toast.tone === 'danger' ? 'assertive' : 'polite');
  else toasts.add(toast);
}

/** Waits first, so that a visible tab, if there is one, reports the job instead. */
async function tellByBrowser(id: string, open: Open): Promise<void> {
  await pause(1000);
  if (!untoldJob(id) || !(await claimOnce(`sightline.noticed.${id}`))) return;
  const job = untoldJob(id);
  if (job) raiseJobNotice(job, open);
}

function untoldJob(id: string): FollowedJob | undefined {
  const job = followedJob(id);
  return job?.isTold ? undefined : job;
}

function toastOf({ id, state, title, href, failure }: FollowedJob, open: Open) {
  if (state === 'FAILURE')
    return {
      title: 'Background job failed',
      body: failure ? `${title}: ${failure}` : title,
      tone: 'danger' as const,
      action: { label: 'Details', onAction: () => open(paths.job(id)) },
    };
  return {
    title: 'Background job done',
    body: title,
    tone: 'ok' as const,
    action: { label: 'Open the result', onAction: () => open(href) },
  };
}

/** Whether this tab is hidden: another one is in front, or the window is minimised. */
function useIsHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.hidden);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * True on the page of the job or the view of its result, which shows the end itself.
 * @param address path and query of the page, as in the browser's address bar
 */
export function isJobShown({ id, href }: Pick<FollowedJob, 'id' | 'href'>, address: string): boolean {
  const shown = read(address);
  const result = read(href);
  if (shown.pathname === paths.job(id)) return true;
  if (shown.pathname !== result.pathname) return false;
  // the job stays in the URL of its search, even if other parameters change
  return shown.searchParams.get('job') === id || queryOf(shown) === queryOf(result);
}

const read = (address: string) => new URL(address, 'http://any.invalid');

/** A text that is equal for equal parameters in any order and encoding. */
function queryOf({ searchParams }: URL): string {
  return JSON.stringify([...searchParams].map((pair) => JSON.stringify(pair)).sort());
}
