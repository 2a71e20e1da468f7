import { Link } from 'react-router';
import { dismissJob, hasEnded, useFollowedJobs } from '#web/api/followed-jobs.ts';
import { JobList, OpenJobForm } from '#web/tools/job-list/JobList.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Jobs' };

/** The background searches that this browser follows. */
export function Component() {
  const jobs = useFollowedJobs();
  const over = jobs.filter(hasEnded);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">Jobs</h1>
        {over.length > 1 && (
          <Button size="sm" onClick={() => over.forEach(({ id }) => dismissJob(id))}>
            Dismiss all {over.length} that ended
          </Button>
        )}
      </div>
      {jobs.length > 0 ? <JobList jobs={jobs} /> : <NoJobs />}
      <OpenJobForm />
      <p className="max-w-prose text-sm text-faint">
        Jobs are followed by this browser and stay here after a reload. Dismissing one only stops following it: the
        service keeps its result under its id for up to 30 days, for this API key only.
      </p>
    </div>
  );
}

function NoJobs() {
  return (
    <EmptyState kind="empty" word="No jobs">
      A search that takes longer than a few seconds continues in the background and is listed here. Start one in{' '}
      <Link to={paths.padns()} className={linkClass}>
        passive DNS
      </Link>
      .
    </EmptyState>
  );
}
