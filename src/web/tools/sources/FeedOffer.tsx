import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { createBrowserStore } from '#web/storage/browser-store.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import type { SourcesView } from './use-sources.ts';

/**
 * Points to the recommended feeds on the home page of a service that has loaded none, until dismissed in this browser.
 * As high as the line of `children`, which has the place otherwise, so that the page does not move.
 */
export function FeedOffer({ feeds, canManage, isOffline, answer, children }: SourcesView & { children: ReactNode }) {
  const isOver = useIsFeedOfferOver();
  const isUsed = feeds?.some(({ isEnabled, lastSuccess }) => isEnabled || lastSuccess !== null) ?? false;
  useEffect(() => {
    if (isUsed) endFeedOffer();
  }, [isUsed]);
  if (isOver || isUsed || !feeds || answer.status === 'failed' || !canManage || isOffline) return children;
  const count = feeds.filter(({ isRecommended }) => isRecommended).length;
  return (
    <section aria-label="Current data" className={quietPlace}>
      <strong className="font-medium text-text">No list is loaded yet.</strong> {count} free lists are one click away;
      nothing is fetched until you say so.{' '}
      <Link to={paths.sources()} className={linkClass}>
        See what they are
      </Link>{' '}
      <button type="button" className={`ml-2 ${linkClass}`} onClick={endFeedOffer}>
        Not now
      </button>
    </section>
  );
}

/** The room of one quiet sentence or two, which is there from the beginning. */
export const quietPlace = 'min-h-15 text-sm text-muted md:min-h-10 xl:min-h-5';

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
