import { Link } from 'react-router';
import type { CollectionLandmark } from '#contract/generated/types.gen.ts';
import { hasEnded, useFollowedJobs } from '#web/api/followed-jobs.ts';
import { JobLine } from '#web/kit/jobs/JobLine.tsx';
import { forgetSubjects, useRecentSubjects } from '#web/stores/recent-subjects.ts';
import { explorerName, hrefOf, useSavedQueries } from '#web/stores/saved-queries.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { quietLinkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { OwnGroup, OwnLine, SubjectLine } from './OwnLine.tsx';
import { Stories } from './Stories.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// loaded after the page, since it reads the investigation
const PinnedSubjects = lazyPart(async () => (await import('./PinnedSubjects.tsx')).PinnedSubjects);

interface YoursProps {
  /** Undefined while loading. */
  readonly landmarks: readonly CollectionLandmark[] | undefined;
}

const shownAtMost = 6;
/** With fewer entries, the stories of the sample take the rest of the room. */
const fewEntries = 8;

/** Running jobs, recent and pinned subjects and saved searches of this browser; the stories of the sample until there are some. */
export function Yours({ landmarks }: YoursProps) {
  const running = useFollowedJobs().filter((job) => !hasEnded(job));
  const recent = useRecentSubjects();
  const { saved } = useSavedQueries();
  const count = running.length + recent.length + saved.length;
  return (
    <Card title="Yours">
      <div className="flex flex-col gap-3">
        {running.length > 0 && (
          <OwnGroup title="Running in the background">
            {running.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </OwnGroup>
        )}
        {recent.length > 0 && (
          <OwnGroup
            title="Recent"
            action={
              <Button size="sm" variant="quiet" onClick={forgetSubjects}>
                Clear
              </Button>
            }
          >
            {recent.slice(0, shownAtMost).map(({ kind, value, display }) => (
              <SubjectLine key={`${kind} ${value}`} kind={kind} value={value} display={display} />
            ))}
          </OwnGroup>
        )}
        {saved.length > 0 && (
          <OwnGroup title="Saved searches">
            {saved.slice(0, shownAtMost).map((query) => (
              <OwnLine key={`${query.explorer} ${query.name}`} meta={explorerName(query)}>
                <Link to={hrefOf(query)} className={quietLinkClass}>
                  <VisibleText text={query.name} />
                </Link>
              </OwnLine>
            ))}
          </OwnGroup>
        )}
        <PinnedSubjects />
        {count === 0 && (
          <p className="text-muted">Subjects you open, pins, saved searches and running jobs appear here.</p>
        )}
        {count < fewEntries && <Stories landmarks={landmarks} />}
      </div>
    </Card>
  );
}
