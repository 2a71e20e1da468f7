import { useState } from 'react';
import type { FollowedJob } from '#web/api/followed-jobs.ts';
import { preferences, savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { Switch } from '#web/kit/ui/Checkbox.tsx';
import { paths } from '#web/url/paths.ts';

/** Switches notifications about jobs on and off; the only place that asks the browser for permission. */
export function JobNoticeSwitch() {
  const isOn = useJobNotices();
  const [problem, setProblem] = useState<string>();
  if (!canNotify) return null;
  const change = (wanted: boolean) => {
    setProblem(undefined);
    if (wanted) void wantJobNotices().then(setProblem);
    else savePreferences({ hasJobNotifications: false });
  };
  return (
    <div>
      <Switch
        isOn={isOn}
        onChange={change}
        hint="Only while no dashboard tab is active. The browser asks for permission once."
      >
        Notify me when a job ends
      </Switch>
      <p role="status" className="text-sm text-warning">
        {problem}
      </p>
    </div>
  );
}

/** Whether the browser has notifications. Some have none, or none for pages without a worker. */
const canNotify = typeof Notification === 'function';

/** Whether notifications are switched on and allowed. */
function useJobNotices(): boolean {
  const { hasJobNotifications } = usePreferences();
  return hasJobNotifications && isAllowed();
}

/** Requests permission for notifications; only on a click. @returns the problem, if there is one */
async function wantJobNotices(): Promise<string | undefined> {
  const isGranted = (await Notification.requestPermission()) === 'granted';
  savePreferences({ hasJobNotifications: isGranted });
  return isGranted
    ? undefined
    : 'Notifications are blocked for this page. Allow them in the site settings of the browser.';
}

/** Shows a notification if they are switched on and allowed. A click on it focuses this tab and opens the result. */
export function raiseJobNotice(job: FollowedJob, open: (href: string) => void): void {
  if (!canNotify || !preferences().hasJobNotifications || !isAllowed()) return;
  const { id, state, title, href } = job;
  const hasFailed = state === 'FAILURE';
  try {
    // one tag per job: the same notice from a second tab replaces the first
    const notice = new Notification(hasFailed ? 'Background job failed' : 'Background job done', {
      body: title,
      tag: id,
    });
    notice.addEventListener('click', () => {
      window.focus();
      open(hasFailed ? paths.job(id) : href);
      notice.close();
    });
  } catch {
    // on phones only workers may notify; tab title and toast still work
  }
}

function isAllowed(): boolean {
  return canNotify && Notification.permission === 'granted';
}
