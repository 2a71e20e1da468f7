import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { askReadiness } from '#web/api/service-probe.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { AnswerFailure, FieldProblems } from '#web/kit/panel/AnswerFailure.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { CollectionTotals } from '#web/tools/sources/CollectionTotals.tsx';
import { CoveragePanel } from '#web/tools/sources/CoveragePanel.tsx';
import { FeedList } from '#web/tools/sources/FeedRow.tsx';
import { FreshnessLine } from '#web/tools/sources/FreshnessLine.tsx';
import { LoadedData } from '#web/tools/sources/LoadedData.tsx';
import { OwnFeedForm } from '#web/tools/sources/OwnFeedForm.tsx';
import { OwnLogs } from '#web/tools/sources/OwnLogs.tsx';
import { ProviderCard } from '#web/tools/sources/ProviderCard.tsx';
import { RecommendedSet } from '#web/tools/sources/RecommendedSet.tsx';
import { type SourcesView, useSources } from '#web/tools/sources/use-sources.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { AddIcon, InfoIcon } from '#web/kit/ui/icons.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Sources' };

/** The sources of the collection with their age and coverage, and the feeds that are fetched. */
export function Component() {
  const sources = useSources();
  const collection = useAnswer({ operationId: 'collection' }, { title: 'What the collection holds' });
  const [isAdding, setIsAdding] = useState(false);
  const { canManage, isOffline } = sources;
  const isPending = sources.answer.status === 'pending';
  return (
    <div className="fill-down flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1 max-sm:basis-full">
          <h1 className="text-xl font-semibold">Sources</h1>
          <FreshnessLine feeds={sources.feeds} isOnSources />
        </div>
        {(canManage || isPending) && !isAdding && (
          // invisible while loading, so that nothing moves when it appears
          <Button className={isPending ? 'invisible' : undefined} onClick={() => setIsAdding(true)}>
            <AddIcon />
            Add a feed of your own
          </Button>
        )}
      </div>
      <NotAsOf what="Sources" />
      <WriteFault />
      {canManage && isAdding && <OwnFeedForm isOffline={isOffline} onClose={() => setIsAdding(false)} />}
      <CollectionTotals answer={collection} />
      <OwnLogs />
      <Feeds {...sources} />
      <CoveragePanel answer={collection} feeds={sources.feeds ?? []} />
      <LoadedData answer={collection} />
      <ProviderCard />
    </div>
  );
}

function Feeds({ answer, feeds, canManage, isOffline }: SourcesView) {
  if (answer.failure) return <AnswerFailure failure={answer.failure} what="Feeds" onRetry={answer.refetch} />;
  if (!feeds && answer.status === 'done')
    return (
      <div>
        <EmptyState kind="unknown" word="Feeds not given">
          The answer of the service does not include feeds.
        </EmptyState>
        <FieldProblems problems={answer.problems} />
      </div>
    );
  if (!feeds)
    return (
      <div aria-busy="true" className="rounded-lg border border-border bg-surface px-3 py-2">
        <Skeleton shape="rows" count={40} />
      </div>
    );
  return (
    <>
      {!canManage && (
        <Notice>
          This API key cannot manage sources.{' '}
          <Link to={paths.settings()} className={linkClass}>
            Use another key
          </Link>
          , one with the role admin.
        </Notice>
      )}
      {isOffline && (
        <Notice>
          This service runs with <code className="font-mono">SIGHTLINE_OFFLINE</code> and fetches nothing. A feed that
          is on is read from the files in its drop folder.
        </Notice>
      )}
      {canManage && (
        <RecommendedSet feeds={feeds} totalBytes={answer.response?.total_size_hint ?? 0} isOffline={isOffline} />
      )}
      <FeedList feeds={feeds} access={{ canManage, isOffline }} />
      <FieldProblems problems={answer.problems} />
    </>
  );
}

/** Why nothing can be added right now, such as a full disk: no feed, log or judgement arrives until that is over. */
function WriteFault() {
  const { data } = useQuery({ queryKey: ['write-fault'], queryFn: askReadiness, refetchInterval: 30_000 });
  if (data?.state !== 'ready' || data.writes === undefined) return null;
  return (
    <div role="alert">
      <Notice>{data.writes}</Notice>
    </div>
  );
}

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 border-l-2 border-warning/60 py-0.5 pl-3 text-muted">
      <span className="mt-0.75 flex text-warning">
        <InfoIcon />
      </span>
      <p className="min-w-0">{children}</p>
    </div>
  );
}
