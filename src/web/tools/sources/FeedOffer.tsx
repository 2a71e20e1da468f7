import { useEffect } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { createBrowserStore } from '#web/storage/browser-store.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { buttonClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import type { SourcesView } from './use-sources.ts';

/** Points to the recommended feeds on the home page of a service that has loaded none, until dismissed in this browser. */
export function FeedOffer({ feeds, canManage, isOffline, answer }: SourcesView) {
  const isOver = useIsFeedOfferOver();
  const isUsed = feeds?.some(({ isEnabled, lastSuccess }) => isEnabled || lastSuccess !== null) ?? false;
  useEffect(() => {
    if (isUsed) endFeedOffer();
  }, [isUsed]);
  if (isOver || isUsed || !feeds || answer.status === 'failed' || !canManage || isOffline) return null;
  const count = feeds.filter(({ isRecommended }) => isRecommended).length;
  return (
    <section
      aria-label="Current data"
      className="mx-auto flex w-full max-w-4xl flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-raised px-3 py-2"
    >
      <p className="min-w-0 flex-1">
        No list is loaded yet. {count} free lists are one click away; nothing is fetched until you say so.
      </p>
      <Link to={paths.sources()} className={buttonClass('primary')}>
        See what they are
      </Link>
      <Button variant="quiet" onClick={endFeedOffer}>
        Not now
      </Button>
    </section>
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
