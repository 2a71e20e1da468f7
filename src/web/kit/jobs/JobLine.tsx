import { Link } from 'react-router';
import { dismissJob, type FollowedJob, hasEnded } from '#web/api/followed-jobs.ts';
import { linkClass, quietLinkClass } from '#web/kit/ui/class-names.ts';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { CheckIcon, CloseIcon, ErrorIcon, RunningIcon } from '#web/kit/ui/icons.ts';
import { paths } from '#web/url/paths.ts';
import { useEffect, useState } from 'react';
import { formatDuration } from '#model/format.ts';

/** A followed job in a list (`<ul>`): title, state and time, with links to its result and page, and a button to stop following. */
export function JobLine({ job, onOpen }: { job: FollowedJob; onOpen?: () => void }) {
  return (
    <li className="flex items-start gap-2 py-2 pr-2 pl-3">
      <StateIcon state={job.state} />
      <div className="min-w-0 flex-1">
        <Link to={job.href} onClick={onOpen} className={`${quietLinkClass} block truncate`}>
          {job.title}
        </Link>
        <p className="text-sm text-muted tabular-nums">
          {stateWord(job)} · <JobTime job={job} /> ·{' '}
          <Link to={paths.job(job.id)} onClick={onOpen} className={linkClass}>
            details
          </Link>
        </p>
      </div>
      <IconButton
        icon={CloseIcon}
        label={hasEnded(job) ? `Remove ${job.title}` : `Stop following ${job.title}`}
        size="sm"
        onClick={() => dismissJob(job.id)}
      />
    </li>
  );
}

function StateIcon({ state }: Pick<FollowedJob, 'state'>) {
  const look = {
    PENDING: <RunningIcon />,
    STARTED: <RunningIcon />,
    SUCCESS: <CheckIcon />,
    FAILURE: <ErrorIcon />,
  }[state];
  const tone = { PENDING: 'text-muted', STARTED: 'text-accent', SUCCESS: 'text-ok', FAILURE: 'text-danger' }[state];
  return <span className={`mt-0.5 flex ${tone}`}>{look}</span>;
}

function stateWord({ state, failure }: FollowedJob): string {
  if (state === 'FAILURE') return failure ? `failed: ${failure}` : 'failed';
  return { PENDING: 'waiting', STARTED: 'running', SUCCESS: 'done' }[state];
}

/** The duration of a job, counting while it runs. */
export function JobTime({ job }: { job: FollowedJob }) {
  const [now, setNow] = useState(() => Date.now());
  const isRunning = !hasEnded(job);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const end = isRunning ? now : (job.finishedAt ?? now);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {isRunning ? 'for' : 'took'} {end - job.askedAt < 1000 ? 'less than 1 s' : formatDuration(end - job.askedAt)}
    </span>
  );
}
