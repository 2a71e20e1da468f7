import { blocklistFeeds } from './blocklist-feeds.ts';
import { contextFeeds } from './context-feeds.ts';
import type { Feed } from './feed.ts';

/** The feeds that Sightline knows, in the order in which they are shown. */
export const catalogue: readonly Feed[] = [...contextFeeds, ...blocklistFeeds];
