import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FollowedJob } from '#web/api/followed-job.ts';
import { onJobEnd } from '#web/api/followed-jobs.ts';
import { toasts } from '#web/ui/toast-queue.ts';
import { paths } from '#web/url/paths.ts';

/** Raises a toast (which is a live region) for every job that ends, and counts those that ended while the tab was hidden. */
export function useJobEnds(): number {
  const navigate = useNavigate();
  const [unseen, setUnseen] = useState(0);
  useEffect(
    () =>
      onJobEnd((job) => {
        toasts.add(toastOf(job, (href) => void navigate(href)));
        if (document.hidden) setUnseen((count) => count + 1);
      }),
    [navigate],
  );
  useEffect(() => {
    const onVisibility = () => !document.hidden && setUnseen(0);
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);
  return unseen;
}

function toastOf({ id, state, title, href, failure }: FollowedJob, open: (href: string) => void) {
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
