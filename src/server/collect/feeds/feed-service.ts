import { join } from 'node:path';
import type { SourceFeed, Sources } from '#contract/generated/types.gen.ts';
import type { Feed } from './feed.ts';
import { FeedRefused } from './feed-refused.ts';
import type { FeedStore } from './feed-store.ts';
import { feedView } from './feed-view.ts';
import { checkDescription, idFor, ownFeed, type FeedDescription } from './own-feed.ts';

export interface FeedServiceOptions {
  readonly catalogue: readonly Feed[];
  readonly store: FeedStore;
  /** Holds a folder for each feed. Absolute. */
  readonly folder: string;
  readonly offline: boolean;
}

/** What may be changed of a feed; absent members stay as they are. */
export interface FeedChange {
  readonly enabled?: boolean;
  /** '' removes it. */
  readonly key?: string;
  readonly acceptTerms?: boolean;
}

/** The feeds of this deployment: what they are switched to, and how they are doing. All of them throw FeedRefused. */
export interface FeedService {
  /** @param canManage whether whoever asks may change them */
  list(canManage: boolean): Required<Sources>;
  switchOnRecommended(): Promise<void>;
  change(id: string, change: FeedChange): Promise<SourceFeed>;
  /** Reads the drop folder of the feed and fetches it. */
  fetch(id: string): Promise<SourceFeed>;
  add(description: FeedDescription, key: string): Promise<SourceFeed>;
  remove(id: string): Promise<void>;
}

export function feedService({ catalogue, store, folder, offline }: FeedServiceOptions): FeedService {
  const feeds = (): readonly Feed[] => [...catalogue, ...store.own.map(ownFeed)];
  const isOwn = (id: string): boolean => store.own.some((each) => each.id === id);
  const find = (id: string): Feed => {
    const found = feeds().find((feed) => feed.id === id);
    if (!found) throw new FeedRefused('unknown', 'There is no feed with this id. GET /sightline/sources lists them.');
    return found;
  };
  const view = (feed: Feed, canManage = true): Required<SourceFeed> =>
    feedView({
      feed,
      record: store.recordOf(feed.id),
      activity: undefined,
      hasKey: store.keyOf(feed.id) !== undefined,
      isOwn: isOwn(feed.id),
      dropFolder: canManage ? join(folder, feed.id) : '',
    });
  const switchOn = async (feed: Feed): Promise<void> => {
    const { acceptedTerms } = store.recordOf(feed.id);
    if (feed.terms !== '' && acceptedTerms !== feed.terms)
      throw new FeedRefused('state', `Read and accept the terms of ${feed.publisher} first (accept_terms).`);
    if (feed.auth && store.keyOf(feed.id) === undefined && !offline)
      throw new FeedRefused('state', `${feed.title} needs a key from ${feed.publisher}. Send it as key.`);
    await store.change(feed.id, { enabled: true, isDecided: true });
  };
  return {
    list: (canManage) => ({
      offline,
      can_manage: canManage,
      total_size_hint: catalogue.filter((each) => each.recommended).reduce((sum, each) => sum + each.sizeHint, 0),
      feeds: feeds().map((feed) => view(feed, canManage)),
    }),
    switchOnRecommended: async () => {
      for (const feed of catalogue) if (feed.recommended && !store.recordOf(feed.id).enabled) await switchOn(feed);
    },
    change: async (id, { enabled, key, acceptTerms }) => {
      const feed = find(id);
      if (key !== undefined) await store.setKey(id, key.trim());
      if (acceptTerms !== undefined) await store.change(id, { acceptedTerms: acceptTerms ? feed.terms : '' });
      if (enabled === true) await switchOn(feed);
      if (enabled === false) await store.change(id, { enabled: false, isDecided: true });
      return view(feed);
    },
    fetch: async (id) => {
      const feed = find(id);
      if (!store.recordOf(id).enabled) throw new FeedRefused('state', `${feed.title} is off. Switch it on first.`);
      return view(feed);
    },
    add: async (description, key) => {
      checkDescription(description);
      const id = idFor(description.title, new Set(feeds().map((feed) => feed.id)));
      await store.addOwn({ ...description, id });
      if (key !== '') await store.setKey(id, key);
      await store.change(id, { enabled: true, isDecided: true });
      return view(find(id));
    },
    remove: async (id) => {
      const feed = find(id);
      if (!isOwn(id))
        throw new FeedRefused('state', `${feed.title} belongs to the catalogue. It can be switched off, not removed.`);
      await store.removeOwn(id);
    },
  };
}
