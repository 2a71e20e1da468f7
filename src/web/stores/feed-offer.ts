import { useStore } from 'zustand';
import { createBrowserStore } from '#web/storage/browser-store.ts';

/** Whether the offer of the recommended feeds was answered in this browser, or there was no need of it. */
const offer = createBrowserStore<{ readonly isOver: boolean }>({
  keys: ['sightline.feed-offer'],
  read: (text) => ({ isOver: text === 'over' }),
  write: ({ isOver }) => [isOver ? 'over' : null],
  // a browser that remembers nothing would be offered it each time
  blocked: { isOver: true },
  isShared: true,
});

export function useIsFeedOfferOver(): boolean {
  return useStore(offer, ({ isOver }) => isOver);
}

/** It is not made on the home page again; the page of the sources keeps it. */
export function endFeedOffer(): void {
  offer.setState({ isOver: true });
}
