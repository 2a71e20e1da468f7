import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { FollowedJob } from '#web/api/followed-job.ts';
import { paths } from '#web/url/paths.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { linkClass } from '#web/ui/link-class.ts';

const silentSeconds = 3;

/** Says that the answer takes its time: elapsed seconds, and the link of the job once the service made it one. */
export function Waiting({ job }: { job: FollowedJob | undefined }) {
  const [startedAt] = useState(() => Date.now());
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - (job?.askedAt ?? startedAt)) / 1000));
  if (!job)
    return seconds < silentSeconds ? null : (
      <p className="mt-2 text-sm text-muted tabular-nums">Still asking … {seconds} s</p>
    );
  return (
    <EmptyState
      kind="running"
      word="Running in the background"
      action={
        <Link to={paths.job(job.id)} className={linkClass}>
          Open the job
        </Link>
      }
    >
      <span className="tabular-nums">
        {seconds} s so far. The rest of the page stays usable, and the jobs tray says when it is done.
      </span>
    </EmptyState>
  );
}
