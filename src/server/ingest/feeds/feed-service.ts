import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SourceFeed, SourcePreviewAnswer, Sources } from '#contract/generated/types.gen.ts';
import { dropFolder, type DroppedFile, isSettled } from './fetch/drop-folder.ts';
import { FeedRefused } from './feed-failure.ts';
import { previewFeed, type PreviewOptions } from './feed-preview.ts';
import { feedRunner, type FeedRunner } from './feed-runner.ts';
import { durationWords, earliestFetch } from './feed-schedule.ts';
import type { FeedStore } from './feed-settings.ts';
import { feedUpdates, type FeedUpdates, type FeedUpdatesOptions } from './feed-updates.ts';
import { feedView } from './feed-view.ts';
import type { Feed } from './catalogue/feed.ts';
import { checkDescription, type FeedDescription, idFor, ownFeed } from './catalogue/own-feed.ts';

export interface FeedServiceOptions extends FeedUpdatesOptions {
  readonly catalogue: readonly Feed[];
  readonly offline: boolean;
  /** Ids of feeds that the configuration switches on, unless a person decided otherwise. */
  readonly wanted: readonly string[];
  /** How often drop folders and schedules are looked at. */
  readonly watchMilliseconds: number;
}

/** What may be changed of a feed; absent members stay as they are. */
interface FeedChange {
  readonly enabled?: boolean;
  /** '' removes it. */
  readonly key?: string;
  readonly acceptTerms?: boolean;
}

/** The feeds of this deployment: what they are switched to, and how they are doing. All of them throw FeedRefused. */
export interface FeedService {
  /** @param canManage whether whoever asks may change them */
  list(canManage: boolean): Required<Sources>;
  /** What a person called a feed of their own; undefined for all others. */
  ownTitle(id: string): string | undefined;
  switchOnRecommended(): Promise<void>;
  change(id: string, change: FeedChange): Promise<SourceFeed>;
  /** Reads what lies in the drop folder of the feed, or else fetches it. */
  fetchNow(id: string): Promise<SourceFeed>;
  add(description: FeedDescription, key: string): Promise<SourceFeed>;
  remove(id: string): Promise<void>;
  /** Reads a sample, or the beginning of what a URL serves, the way the feed would be read. */
  preview(asked: Pick<PreviewOptions, 'description' | 'key' | 'sample' | 'signal'>): Promise<SourcePreviewAnswer>;
  /** Begins to fetch and to watch the drop folders, once the collection is there. @throws EngineError */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Between two looks at a drop folder whose files a person wants read now. */
const settleMilliseconds = 1000;

export function feedService(options: FeedServiceOptions): FeedService {
  const { catalogue, store, folder, offline, wanted, now, report } = options;
  const updates = feedUpdates(options);
  const runner = feedRunner(updates, report);
  let stopWatching = (): Promise<void> => Promise.resolve();

  const feeds = (): readonly Feed[] => [...catalogue, ...store.own.map(ownFeed)];
  const isOwn = (id: string): boolean => store.own.some((each) => each.id === id);
  const find = (id: string): Feed => {
    const found = feeds().find((feed) => feed.id === id);
    if (!found) throw new FeedRefused('unknown', 'There is no feed with this id. GET /sightline/sources lists them.');
    return found;
  };
  const dropFolderOf = (id: string): string => join(folder, id);
  const view = (feed: Feed, canManage = true): Required<SourceFeed> =>
    feedView({
      feed,
      record: store.recordOf(feed.id),
      activity: runner.activityOf(feed.id),
      hasKey: store.keyOf(feed.id) !== undefined,
      isOwn: isOwn(feed.id),
      dropFolder: canManage ? dropFolderOf(feed.id) : '',
    });
  const lacksKey = ({ id, auth }: Feed): boolean => auth !== undefined && store.keyOf(id) === undefined;
  const canFetch = (feed: Feed): boolean => !offline && feed.urls.length > 0 && !lacksKey(feed);

  /** @throws FeedRefused */
  const checkConsent = (feed: Feed): void => {
    if (feed.terms !== '' && store.recordOf(feed.id).acceptedTerms !== feed.terms)
      throw new FeedRefused('state', `Read and accept the terms of ${feed.publisher} first (accept_terms).`);
    if (lacksKey(feed) && !offline) throw new FeedRefused('state', keyWords(feed));
  };
  const switchOn = async (feed: Feed, isDecided: boolean): Promise<void> => {
    await mkdir(dropFolderOf(feed.id), { recursive: true });
    const earliest = Math.max(now().getTime(), earliestFetch(feed, store.recordOf(feed.id)));
    await store.change(feed.id, { enabled: true, isDecided, nextFetch: earliest });
    runner.update(feed, { isFetched: canFetch(feed) && earliest <= now().getTime(), dropped: [] });
  };
  const switchOff = async (feed: Feed): Promise<void> => {
    const cleared = {
      outcome: undefined,
      error: undefined,
      whose: undefined,
      failures: 0,
      isImporting: false,
    } as const;
    await store.change(feed.id, { enabled: false, isDecided: true, nextFetch: undefined, ...cleared });
    runner.retire(feed);
  };

  return {
    list: (canManage) => ({
      offline,
      can_manage: canManage,
      total_size_hint: catalogue.filter((each) => each.recommended).reduce((sum, each) => sum + each.sizeHint, 0),
      feeds: feeds().map((feed) => view(feed, canManage)),
    }),
    ownTitle: (id) => store.own.find((each) => each.id === id)?.title,
    async switchOnRecommended() {
      for (const feed of catalogue)
        if (feed.recommended && !store.recordOf(feed.id).enabled) await switchOn(feed, true);
    },
    async change(id, { enabled, key, acceptTerms }) {
      const feed = find(id);
      if (key !== undefined) await store.setKey(id, key.trim());
      if (acceptTerms !== undefined) await store.change(id, { acceptedTerms: acceptTerms ? feed.terms : '' });
      const isOn = store.recordOf(id).enabled;
      // the key may be what the last fetch failed for
      if (key !== undefined && isOn) await store.change(id, { nextFetch: earliestFetch(feed, store.recordOf(id)) });
      if (enabled === true) checkConsent(feed);
      if (enabled === true && !isOn) await switchOn(feed, true);
      if (enabled === false && isOn) await switchOff(feed);
      if (enabled === false && !isOn) await store.change(id, { isDecided: true });
      return view(feed);
    },
    async fetchNow(id) {
      const feed = find(id);
      const record = store.recordOf(id);
      if (!record.enabled) throw new FeedRefused('state', `${feed.title} is off. Switch it on first.`);
      const { isDropped, files } = await settledFiles(dropFolderOf(id));
      if (files.length > 0) runner.update(feed, { isFetched: false, dropped: files });
      else if (!isDropped && !runner.activityOf(id)) {
        checkFetch(feed);
        runner.update(feed, { isFetched: true, dropped: [] });
      }
      return view(feed);
    },
    async add(description, key) {
      checkDescription(description);
      const id = idFor(description.title, new Set(feeds().map((feed) => feed.id)));
      await store.addOwn({ ...description, id });
      if (key !== '') await store.setKey(id, key);
      const feed = find(id);
      await switchOn(feed, true);
      return view(feed);
    },
    async remove(id) {
      const feed = find(id);
      if (!isOwn(id))
        throw new FeedRefused('state', `${feed.title} belongs to the catalogue. It can be switched off, not removed.`);
      runner.retire(feed);
      await store.removeOwn(id);
      await rm(dropFolderOf(id), { recursive: true, force: true });
    },
    async preview(asked) {
      await mkdir(folder, { recursive: true });
      return previewFeed({ ...asked, folder, now, fetchFile: options.fetchFile });
    },
    async start() {
      await runner.start();
      for (const feed of feeds())
        if (store.recordOf(feed.id).enabled) await mkdir(dropFolderOf(feed.id), { recursive: true });
      for (const feed of catalogue.filter(({ id }) => wanted.includes(id))) await switchOnConfigured(feed);
      stopWatching = watchFeeds({
        ...{ feeds, store, updates, runner, folder, canFetch, now, everyMilliseconds: options.watchMilliseconds },
        onError: (error) => report(`The drop folders of the feeds could not be read: ${String(error)}`),
      });
    },
    async close() {
      await stopWatching();
      await runner.close();
      await store.flush();
    },
  };

  async function switchOnConfigured(feed: Feed): Promise<void> {
    const { enabled, isDecided } = store.recordOf(feed.id);
    if (enabled || isDecided) return;
    try {
      checkConsent(feed);
      await switchOn(feed, false);
    } catch (error) {
      if (!(error instanceof FeedRefused)) throw error;
      report(`SIGHTLINE_FEEDS names ${feed.id}, which stays off. ${error.message}`);
    }
  }

  /** @throws FeedRefused */
  function checkFetch(feed: Feed): void {
    const place = dropFolderOf(feed.id);
    if (feed.urls.length === 0) throw new FeedRefused('state', `This feed has no URL. Put a file into ${place} first.`);
    if (offline)
      throw new FeedRefused(
        'state',
        `The service makes no outbound traffic (SIGHTLINE_OFFLINE). Put a file into ${place}.`,
      );
    if (lacksKey(feed)) throw new FeedRefused('state', keyWords(feed));
    const seconds = Math.ceil((earliestFetch(feed, store.recordOf(feed.id)) - now().getTime()) / 1000);
    if (seconds <= 0) return;
    const message = `${feed.publisher} asks not to be fetched more often. Try again in ${durationWords(seconds)}.`;
    throw new FeedRefused('too-soon', message, undefined, seconds);
  }
}

function keyWords({ title, publisher }: Feed): string {
  return `${title} needs a key from ${publisher}. Send it as key.`;
}

/** The files that wait in a drop folder and are not being written any more; `isDropped` when there were any. */
async function settledFiles(
  folder: string,
): Promise<{ readonly isDropped: boolean; readonly files: readonly DroppedFile[] }> {
  const drop = dropFolder(folder);
  const before = await drop.waiting();
  if (before.length === 0) return { isDropped: false, files: [] };
  await pause(settleMilliseconds);
  const files = await drop.waiting();
  return { isDropped: true, files: isSettled(before, files) ? files : [] };
}

/**
 * Ids of the feeds that SIGHTLINE_FEEDS names: `recommended`, `all-free` (those that ask for neither a key nor consent) or
 * ids. @throws Error that names what is not known
 */
export function wantedFeeds(words: readonly string[], catalogue: readonly Feed[]): readonly string[] {
  const idsOf = (isWanted: (feed: Feed) => boolean) => catalogue.filter(isWanted).map(({ id }) => id);
  return words.flatMap((word) => {
    if (word === 'recommended') return idsOf(({ recommended }) => recommended);
    if (word === 'all-free') return idsOf(({ free, auth, terms }) => free && !auth && terms === '');
    if (catalogue.some(({ id }) => id === word)) return [word];
    const known = catalogue.map(({ id }) => id).join(', ');
    throw new Error(
      `The configuration is wrong:\n  SIGHTLINE_FEEDS: no such feed as ${word}; it takes recommended, all-free or ids: ${known}`,
    );
  });
}

interface FeedWatchOptions {
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
function watchFeeds(options: FeedWatchOptions): () => Promise<void> {
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
