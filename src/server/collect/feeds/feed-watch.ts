import { join } from 'node:path';
import { dropFolder, isSettled, type DroppedFile } from './drop-folder.ts';
import type { FeedRunner } from './feed-runner.ts';
import type { FeedStore } from './feed-store.ts';
import type { FeedUpdates } from './feed-updates.ts';
import type { Feed } from './feed.ts';

export interface FeedWatchOptions {
  readonly feeds: () => readonly Feed[];
  readonly store: FeedStore;
  readonly updates: Pick<FeedUpdates, 'loaded'>;
  readonly runner: FeedRunner;
  /** Holds a folder for each feed. Absolute. */
  readonly folder: string;
  /** Whether it may be fetched at all: not offline, with a URL and the key it needs. */
  readonly canFetch: (feed: Feed) => boolean;
  readonly now: () => Date;
  readonly everyMilliseconds: number;
  readonly onError: (error: unknown) => void;
}

/** Looks again and again what there is to do for the feeds. @returns stops it */
export function watchFeeds(options: FeedWatchOptions): () => Promise<void> {
  const { everyMilliseconds, onError } = options;
  const seen = new Map<string, readonly DroppedFile[]>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    await lookOnce(options, seen).catch(onError);
    if (!isStopped) timer = setTimeout(() => void (looking = look()), everyMilliseconds).unref();
  };
  let looking = look();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await looking;
  };
}

/** @param seen what lay in the drop folders the last time: what has not changed since then is complete */
async function lookOnce(options: FeedWatchOptions, seen: Map<string, readonly DroppedFile[]>): Promise<void> {
  const { feeds, store, updates, runner, folder, canFetch, now } = options;
  const on = feeds().filter(({ id }) => store.recordOf(id).enabled);
  const unwanted = [...updates.loaded].filter((importId) => !on.some((feed) => feed.importId === importId));
  for (const importId of unwanted) {
    const known = feeds().find((feed) => feed.importId === importId);
    runner.retire(known ?? { id: `import-${importId}`, importId });
  }
  for (const feed of on) {
    const dropped = await dropFolder(join(folder, feed.id)).waiting();
    if (isSettled(seen.get(feed.id) ?? [], dropped)) runner.update(feed, { isFetched: false, dropped });
    seen.set(feed.id, dropped);
    if (dropped.length > 0 || runner.activityOf(feed.id)) continue;
    const { nextFetch = 0, isImporting, lastSuccess, failures } = store.recordOf(feed.id);
    const isDue = nextFetch <= now().getTime();
    const isMissing = isImporting || (lastSuccess !== undefined && !updates.loaded.has(feed.importId));
    if (isDue && canFetch(feed)) runner.update(feed, { isFetched: true, dropped: [] });
    else if (isMissing && (isDue || failures === 0)) runner.update(feed, { isFetched: false, dropped: [] });
  }
}
