import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { isOver, type FollowedJob } from '#web/api/followed-job.ts';
import { dismissJob } from '#web/api/job-follower.ts';
import { useFollowedJobs } from '#web/api/use-answer.ts';
import { elapsedText } from '#web/components/elapsed-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { CheckIcon, CloseIcon, ErrorIcon, JobIcon, RunningIcon } from '#web/ui/icons.ts';
import { linkClass, quietLinkClass } from '#web/ui/link-class.ts';
import { Popover } from '#web/ui/Popover.tsx';
import { paths } from '#web/url/paths.ts';

const shownAtMost = 8;

/** The followed background jobs: how many run, what they ask, how long already; each opens its result or can be dismissed. */
export function JobsTray() {
  const jobs = useFollowedJobs();
  const running = jobs.filter((job) => !isOver(job)).length;
  return (
    <Popover
      label="Background jobs"
      align="end"
      className="w-96"
      trigger={(props) => (
        <Button
          {...props}
          variant="quiet"
          aria-label={running === 0 ? 'Jobs' : `Jobs, ${running} running`}
          className="relative"
        >
          <JobIcon />
          {running > 0 && (
            <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">{running}</span>
          )}
        </Button>
      )}
    >
      {(close) => (
        <>
          {jobs.length === 0 ? (
            <p className="px-3 py-3 text-muted">
              No background jobs. A search that takes longer than a few seconds continues here, also when you leave its
              page.
            </p>
          ) : (
            <ul className="divide-y divide-border">
              {jobs.slice(0, shownAtMost).map((job) => (
                <JobItem key={job.id} job={job} onOpen={close} />
              ))}
            </ul>
          )}
          <p className="border-t border-border px-3 py-2">
            <Link to={paths.jobs()} onClick={close} className={linkClass}>
              {jobs.length > shownAtMost ? `All ${jobs.length} jobs` : 'Jobs page'}
            </Link>
          </p>
        </>
      )}
    </Popover>
  );
}

function JobItem({ job, onOpen }: { job: FollowedJob; onOpen: () => void }) {
  return (
    <li className="flex items-start gap-2 py-2 pr-2 pl-3">
      <StateIcon state={job.state} />
      <div className="min-w-0 flex-1">
        <Link to={job.href} onClick={onOpen} className={`${quietLinkClass} block truncate`}>
          {job.title}
        </Link>
        <p className="text-sm text-muted tabular-nums">
          {stateWord(job)} · <Elapsed job={job} /> ·{' '}
          <Link to={paths.job(job.id)} onClick={onOpen} className={linkClass}>
            details
          </Link>
        </p>
      </div>
      <IconButton
        icon={CloseIcon}
        label={isOver(job) ? `Remove ${job.title}` : `Stop following ${job.title}`}
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

function Elapsed({ job }: { job: FollowedJob }) {
  const [now, setNow] = useState(() => Date.now());
  const hasEnded = isOver(job);
  useEffect(() => {
    if (hasEnded) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [hasEnded]);
  return elapsedText((job.finishedAt ?? now) - job.askedAt);
}
