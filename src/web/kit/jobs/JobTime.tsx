import { useEffect, useState } from 'react';
import { formatDuration } from '#model/format.ts';
import { type FollowedJob, isOver } from '#web/api/followed-jobs.ts';

/** How long a job took, or has taken so far: counts on while it runs. */
export function JobTime({ job }: { job: FollowedJob }) {
  const [now, setNow] = useState(() => Date.now());
  const isRunning = !isOver(job);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const end = isRunning ? now : (job.finishedAt ?? now);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {isRunning ? 'for' : 'took'} {formatDuration(end - job.askedAt)}
    </span>
  );
}
