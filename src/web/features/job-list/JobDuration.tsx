import { useEffect, useState } from 'react';
import { isOver, type FollowedJob } from '#web/api/followed-job.ts';
import { jobDuration } from './job-state.ts';

/** How long a job took; counts on while it runs. */
export function JobDuration({ job }: { job: FollowedJob }) {
  const [now, setNow] = useState(() => Date.now());
  const isRunning = !isOver(job);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {isRunning ? 'for' : 'took'} {jobDuration(job, now)}
    </span>
  );
}
