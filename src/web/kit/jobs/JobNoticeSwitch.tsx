import { useState } from 'react';
import type { FollowedJob } from '#web/api/followed-jobs.ts';
import { preferences, savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { Switch } from '#web/kit/ui/Switch.tsx';
import { paths } from '#web/url/paths.ts';

/** Turns notifications about jobs on and off; the only place where the browser is asked for them. */
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

/** Notifications of the browser about jobs that ended. Some browsers have none, or none for pages without a worker. */
const canNotify = typeof Notification === 'function';

/** Whether they are wanted and allowed. */
function useJobNotices(): boolean {
  const { hasJobNotifications } = usePreferences();
  return hasJobNotifications && isAllowed();
}

/** Requests permission for notifications; only on a press. Returns why there will be none, if so. */
async function wantJobNotices(): Promise<string | undefined> {
  const isGranted = (await Notification.requestPermission()) === 'granted';
  savePreferences({ hasJobNotifications: isGranted });
  return isGranted
    ? undefined
    : 'Notifications are blocked for this page. Allow them in the site settings of the browser.';
}

/** Nothing happens unless they are wanted and allowed. A press brings this tab to the front and opens the result. */
export function raiseJobNotice(job: FollowedJob, open: (href: string) => void): void {
  if (!canNotify || !preferences().hasJobNotifications || !isAllowed()) return;
  const { id, state, title, href } = job;
  const hasFailed = state === 'FAILURE';
  try {
    // one tag a job: a second tab that says the same replaces it
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
    // phones leave notifications to workers; the title and the toast still tell
  }
}

function isAllowed(): boolean {
  return canNotify && Notification.permission === 'granted';
}
