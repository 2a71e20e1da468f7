import { useState } from 'react';
import { savePreferences } from '#web/stores/preferences.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { canNotify, useJobNotices, wantJobNotices } from './job-notices.ts';

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
        hint="Only while no tab of the dashboard is in front. The browser asks once whether it may."
      >
        Notify me when a job ends
      </Switch>
      <p role="status" className="text-sm text-warning">
        {problem}
      </p>
    </div>
  );
}
