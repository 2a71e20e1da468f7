import { Link } from 'react-router';
import { isOver } from '#web/api/followed-job.ts';
import { useFollowedJobs } from '#web/api/followed-jobs.ts';
import { JobLine } from '#web/components/jobs/JobLine.tsx';
import { JobNoticeSwitch } from '#web/components/jobs/JobNoticeSwitch.tsx';
import { Button } from '#web/ui/Button.tsx';
import { JobIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';
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
          data-tour="jobs"
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
                <JobLine key={job.id} job={job} onOpen={close} />
              ))}
            </ul>
          )}
          <div className="border-t border-border px-3 py-2">
            <JobNoticeSwitch />
          </div>
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
