import { useEffect } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { createBrowserStore } from '#web/storage/browser-store.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import { RecommendedSet } from './RecommendedSet.tsx';
import type { SourcesView } from './use-sources.ts';

/** Offers the recommended feeds on the home page of a service that has loaded none, once in each browser. */
export function FeedOffer({ feeds, canManage, isOffline, answer }: SourcesView) {
  const isOver = useIsFeedOfferOver();
  const isUsed = feeds?.some(({ isEnabled, lastSuccess }) => isEnabled || lastSuccess !== null) ?? false;
  useEffect(() => {
    if (isUsed) endFeedOffer();
  }, [isUsed]);
  if (isOver || answer.status === 'failed' || (answer.status === 'done' && !feeds)) return null;
  if (!feeds)
    return <div aria-hidden className="mx-auto h-60 w-full max-w-3xl animate-late rounded-sm bg-hover max-sm:h-96" />;
  if (isUsed || !canManage || isOffline) return null;
  return (
    <div className="mx-auto w-full max-w-3xl">
      <RecommendedSet feeds={feeds} totalBytes={answer.response?.total_size_hint ?? 0} isOffline={isOffline} isFolded>
        <Button onClick={endFeedOffer}>Not now</Button>
        <Link to={paths.sources()} className={linkClass}>
          Choose them one by one
        </Link>
      </RecommendedSet>
    </div>
  );
}

/** Whether the offer of the recommended feeds was answered or not needed in this browser. */
const offer = createBrowserStore<{ readonly isOver: boolean }>({
  keys: ['sightline.feed-offer'],
  read: (text) => ({ isOver: text === 'over' }),
  write: ({ isOver }) => [isOver ? 'over' : null],
  // a browser without storage would see the offer every time
  blocked: { isOver: true },
  isShared: true,
});

function useIsFeedOfferOver(): boolean {
  return useStore(offer, ({ isOver }) => isOver);
}

/** Hides the offer on the home page; the page of the sources keeps it. */
function endFeedOffer(): void {
  offer.setState({ isOver: true });
}
