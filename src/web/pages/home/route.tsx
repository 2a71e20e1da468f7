import { useEffect } from 'react';
import type { Collection } from '#contract/generated/types.gen.ts';
import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { isReserved } from '#model/reserved-space.ts';
import { isOver } from '#web/api/followed-job.ts';
import { useAnswer, type Answer } from '#web/api/use-answer.ts';
import { useFollowedJobs } from '#web/api/followed-jobs.ts';
import { focusOmnibox } from '#web/components/omnibox/focus-omnibox.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { JobLine } from '#web/components/jobs/JobLine.tsx';
import { Omnibox } from '#web/components/omnibox/Omnibox.tsx';
import { SampleMark } from '#web/components/indicator/SampleMark.tsx';
import { FeedOffer } from '#web/features/sources/FeedOffer.tsx';
import { FreshnessLine } from '#web/features/sources/FreshnessLine.tsx';
import { useSources, type SourcesView } from '#web/features/sources/use-sources.ts';
import { forgetSubjects, useRecentSubjects } from '#web/stores/recent-subjects.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { CollectionPanel, IncompleteNotice } from './CollectionPanel.tsx';
import { Landmarks } from './Landmarks.tsx';
import { TopRankings } from './TopRankings.tsx';

export const handle: RouteHandle = { title: 'Home' };

/** Where an investigation begins. */
export function Component() {
  const collection = useCollection();
  const sources = useSources();
  useEffect(() => {
    // on a touch screen the focus would bring up the keyboard over the page
    if (matchMedia('(pointer: fine)').matches) focusOmnibox();
  }, []);
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="home-heading" className="mx-auto w-full max-w-3xl pt-2 sm:pt-8">
        <h1 id="home-heading" className="mb-3 text-xl font-semibold">
          Look up an indicator
        </h1>
        <Omnibox size="lg" />
        <p className="mt-2 text-muted">
          Addresses, subnets, AS numbers, domains and name servers, defanged or inside a URL; hashes, patterns such as{' '}
          <code className="font-mono">*.example.test</code>, AS names; or a whole report.
        </p>
        <Freshness {...sources} />
      </section>
      <FeedOffer {...sources} />
      <IncompleteNotice losses={collection.response?.incomplete} />
      <Landmarks landmarks={collection.status === 'pending' ? undefined : (collection.response?.landmarks ?? [])} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] items-start gap-4">
        <RecentSubjects />
        <RunningJobs />
        <CollectionPanel answer={collection} />
      </div>
      <TopRankings />
    </div>
  );
}

/** Other deployments of the interface have no feeds. */
function Freshness({ feeds, answer: { failure } }: SourcesView) {
  if (failure?.kind === 'not-found' || failure?.kind === 'not-implemented') return null;
  return (
    <div className="mt-2">
      <FreshnessLine feeds={feeds} />
    </div>
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

const shownAtMost = 10;

/** What was opened last in this browser. */
function RecentSubjects() {
  const recent = useRecentSubjects();
  if (recent.length === 0) return null;
  return (
    <Card
      title="Recent"
      isFlush
      menu={
        <Button size="sm" variant="quiet" onClick={forgetSubjects}>
          Forget them
        </Button>
      }
    >
      <ul>
        {recent.slice(0, shownAtMost).map(({ kind, value, display }) => (
          <li
            key={`${kind} ${value}`}
            className="flex min-h-row items-center gap-2 border-b border-border px-3 last:border-b-0"
          >
            <span className="min-w-0 truncate">
              <IndicatorLink kind={kind} value={value} display={display} />
            </span>
            {isReserved(kind, value) && <SampleMark />}
            <span className="ml-auto shrink-0 text-sm text-faint">{INDICATOR_KINDS[kind].one}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the collection holds. Sightline's own operation: other deployments of the interface have none. */
function useCollection(): Answer<Collection> {
  return useAnswer({ operationId: 'collection' }, { title: 'What the collection holds' });
}
