import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { isOver, useFollowedJobs } from '#web/api/followed-jobs.ts';
import { arrive } from '#web/api/prefetch.ts';
import { JobLine } from '#web/kit/jobs/JobLine.tsx';
import { forgetSubjects, useRecentSubjects } from '#web/stores/recent-subjects.ts';
import { explorerName, hrefOf, useSavedQueries } from '#web/stores/saved-queries.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { quietLinkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { OwnLine, SubjectLine } from './OwnLine.tsx';

// loaded after the page, since it reads the investigation
const PinnedSubjects = lazy(async () => ({
  default: (await arrive(() => import('./PinnedSubjects.tsx'))).PinnedSubjects,
}));

/** Running jobs, recent subjects and saved searches of this browser. Empty lists take no room. */
export function OwnThings() {
  return (
    <>
      <RunningJobs />
      <RecentSubjects />
      <SavedSearches />
      <Suspense fallback={null}>
        <PinnedSubjects />
      </Suspense>
    </>
  );
}

function RunningJobs() {
  const running = useFollowedJobs().filter((job) => !isOver(job));
  if (running.length === 0) return null;
  return (
    <Card title="Running in the background" isFlush>
      <ul className="divide-y divide-border">
        {running.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  );
}

const shownAtMost = 8;

/** The subjects opened last in this browser. */
function RecentSubjects() {
  const recent = useRecentSubjects();
  if (recent.length === 0) return null;
  return (
    <Card
      title="Recent"
      isFlush
      menu={
        <Button size="sm" variant="quiet" onClick={forgetSubjects}>
          Clear
        </Button>
      }
    >
      <ul>
        {recent.slice(0, shownAtMost).map(({ kind, value, display }) => (
          <SubjectLine key={`${kind} ${value}`} kind={kind} value={value} display={display} />
        ))}
      </ul>
    </Card>
  );
}

/** Explorer searches saved under a name. */
function SavedSearches() {
  const { saved } = useSavedQueries();
  if (saved.length === 0) return null;
  return (
    <Card title="Saved searches" isFlush>
      <ul>
        {saved.slice(0, shownAtMost).map((query) => (
          <OwnLine key={`${query.explorer} ${query.name}`} meta={explorerName(query)}>
            <Link to={hrefOf(query)} className={quietLinkClass}>
              <VisibleText text={query.name} />
            </Link>
          </OwnLine>
        ))}
      </ul>
    </Card>
  );
}
