import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SourceFeed, SourcePreviewAnswer, SourceRemoval, Sources } from '#contract/generated/types.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { repeat } from '#server/timing/repeat.ts';
import { firstScoredDay, holdsFeed, previewFeedRemoval, whyFeedStays } from './apply/remove-feed.ts';
import type { Feed } from './catalogue/feed.ts';
import { checkDescription, type FeedDescription, idFor, ownFeed } from './catalogue/own-feed.ts';
import { FeedRefused } from './feed-failure.ts';
import { previewFeed, type PreviewOptions } from './feed-preview.ts';
import { durationWords, earliestFetch } from './feed-schedule.ts';
import { switchedOff } from './feed-settings.ts';
import { feedView } from './feed-view.ts';
import { errorText } from '#model/errors.ts';
import { DropFolder, type DroppedFile, isSettled } from './fetch/drop-folder.ts';
import { UpdateQueue, type UpdateQueueOptions } from './update-queue.ts';

export interface FeedServiceOptions extends UpdateQueueOptions {
  readonly catalogue: readonly Feed[];
  readonly offline: boolean;
  /** Ids of feeds that the configuration switches on, unless a person decided otherwise. */
  readonly wanted: readonly string[];
  /** How long passive DNS records are kept; undefined keeps them. */
  readonly retentionDays?: number | undefined;
  /** How often drop folders and schedules are checked. */
  readonly watchMilliseconds: number;
}

/** A change to a feed; absent members stay as they are. */
interface FeedChange {
  readonly enabled?: boolean;
  /** '' removes it. */
  readonly key?: string;
  readonly acceptTerms?: boolean;
  /** Takes what the feed brought out of the collection. */
  readonly removeData?: boolean;
}

/** Between two looks at a drop folder whose files a person wants read now. */
const settleMilliseconds = 1000;

/** The feeds of this deployment: a person switches them on and off, and they are fetched on schedule. */
export class FeedService {
  readonly #options: FeedServiceOptions;
  readonly #queue: UpdateQueue;
  /** The files in the drop folders at the last look, by feed: a folder that has not changed since then is complete. */
  readonly #seen = new Map<string, readonly DroppedFile[]>();
  /** What was not read in the drop folders at the last look, in words, by feed. */
  readonly #ignored = new Map<string, string | undefined>();
  #stopWatching = (): Promise<void> => Promise.resolve();

  constructor(options: FeedServiceOptions) {
    this.#options = options;
    this.#queue = new UpdateQueue(options);
  }

  /** Begins to fetch feeds and to watch the drop folders, once the collection is ready. @throws EngineError */
  async start(): Promise<void> {
    const { settings, catalogue, wanted, watchMilliseconds, report } = this.#options;
    await this.#queue.start();
    for (const { id } of this.#feeds)
      if (settings.recordOf(id).enabled) await mkdir(this.#dropFolderOf(id), { recursive: true });
    for (const feed of catalogue.filter(({ id }) => wanted.includes(id))) await this.#switchOnConfigured(feed);
    this.#stopWatching = repeat(
      () => this.#watch(),
      watchMilliseconds,
      (error) => report(`The drop folders of the feeds could not be read: ${String(error)}`),
    );
  }

  async close(): Promise<void> {
    await this.#stopWatching();
    await this.#queue.close();
    await this.#options.settings.flush();
  }

  /** @param canManage whether the caller may change feeds */
  list(canManage: boolean): Required<Sources> {
    const { offline, catalogue } = this.#options;
    return {
      offline,
      can_manage: canManage,
      total_size_hint: catalogue.filter((each) => each.recommended).reduce((sum, each) => sum + each.sizeHint, 0),
      feeds: this.#feeds.map((feed) => this.#view(feed, canManage)),
    };
  }

  /** The title of an own feed; undefined for all others. */
  ownTitle(id: string): string | undefined {
    return this.#options.settings.own.find((each) => each.id === id)?.title;
  }

  async switchOnRecommended(): Promise<void> {
    for (const feed of this.#options.catalogue)
      if (feed.recommended && !this.#isOn(feed) && !this.#isLeaving(feed)) await this.#switchOn(feed, true);
  }

  /** @throws FeedRefused */
  async change(id: string, { enabled, key, acceptTerms, removeData }: FeedChange): Promise<SourceFeed> {
    const { settings } = this.#options;
    const feed = this.#find(id);
    if (enabled === true || removeData !== true) this.#checkExists(feed);
    if (enabled === true) this.#checkStays(feed);
    if (removeData === true && (enabled ?? this.#isOn(feed)))
      throw new FeedRefused(
        'state',
        `${feed.title} is on and would bring its data back. Switch it off as well (enabled: 0).`,
      );
    const scoresFrom = removeData === true ? await this.#checkRemoval(feed) : undefined;
    if (key !== undefined) await settings.setKey(id, key.trim());
    if (acceptTerms !== undefined) await settings.change(id, { acceptedTerms: acceptTerms ? feed.terms : '' });
    const isOn = this.#isOn(feed);
    // the last fetch may have failed because of the key
    if (key !== undefined && isOn) await settings.change(id, { nextFetch: this.#soonest(feed) });
    if (enabled === true) this.#checkConsent(feed);
    if (enabled === true && !isOn) await this.#switchOn(feed, true);
    if (enabled === false && isOn) await settings.change(id, switchedOff);
    if (enabled === false && !isOn) await settings.change(id, { isDecided: true });
    if (scoresFrom !== undefined) {
      await settings.change(id, { isDecided: true, removesFrom: scoresFrom });
      this.#queue.remove(feed, scoresFrom);
    } else if (enabled === false && isOn) this.#queue.retire(feed);
    return this.#view(feed);
  }

  /** What would leave the collection with the feed. @throws FeedRefused, EngineError */
  async previewRemoval(id: string): Promise<Required<SourceRemoval>> {
    const feed = this.#find(id);
    const scores_from = await this.#checkRemoval(feed);
    return { ...(await previewFeedRemoval(this.#options.engine, feed, this.#today)), scores_from };
  }

  /** Reads the files in the drop folder of the feed, or else fetches it. @throws FeedRefused */
  async fetchNow(id: string): Promise<SourceFeed> {
    const feed = this.#find(id);
    this.#checkExists(feed);
    if (!this.#isOn(feed)) throw new FeedRefused('state', `${feed.title} is off. Switch it on first.`);
    const drop = new DropFolder(this.#dropFolderOf(id));
    const before = await drop.waiting();
    if (before.length > 0) {
      await pause(settleMilliseconds);
      const dropped = await drop.waiting();
      if (isSettled(before, dropped)) this.#queue.update(feed, { isFetched: false, dropped });
    } else if (!this.#queue.activityOf(id)) {
      this.#checkFetch(feed);
      this.#queue.update(feed, { isFetched: true, dropped: [] });
    }
    return this.#view(feed);
  }

  /** Adds an own feed. @throws FeedRefused */
  async add(description: FeedDescription, key: string): Promise<SourceFeed> {
    checkDescription(description);
    const id = idFor(description.title, new Set(this.#feeds.map((feed) => feed.id)));
    await this.#options.settings.addOwn({ ...description, id });
    if (key !== '') await this.#options.settings.setKey(id, key);
    const feed = this.#find(id);
    await this.#switchOn(feed, true);
    return this.#view(feed);
  }

  /** Removes an own feed. As long as the collection holds what it brought, it stays in the list as deleted. @throws FeedRefused, EngineError */
  async remove(id: string): Promise<void> {
    const feed = this.#find(id);
    this.#checkExists(feed);
    if (!this.#isOwn(id))
      throw new FeedRefused('state', `${feed.title} belongs to the catalogue. It can be switched off, not removed.`);
    this.#checkStays(feed);
    const { settings, engine } = this.#options;
    const isLoading = settings.recordOf(id).isImporting || this.#queue.isUpdating(id);
    const mayHold = isLoading || (await holdsFeed(engine, feed));
    this.#queue.retire(feed);
    await (mayHold ? settings.deleteOwn(id) : settings.removeOwn(id));
    await rm(this.#dropFolderOf(id), { recursive: true, force: true });
  }

  /** Reads a sample, or the beginning of what a URL serves, as the feed would be read. @throws FeedRefused */
  async preview(
    asked: Pick<PreviewOptions, 'description' | 'key' | 'sample' | 'signal'>,
  ): Promise<SourcePreviewAnswer> {
    const { folder, now, download } = this.#options;
    await mkdir(folder, { recursive: true });
    return previewFeed({ ...asked, folder, now, download });
  }

  /** Queues what has to be done for the feeds now. */
  async #watch(): Promise<void> {
    const { settings, now } = this.#options;
    const { loaded } = this.#queue;
    const feeds = this.#feeds;
    const on = feeds.filter((feed) => this.#isOn(feed));
    for (const feed of feeds) {
      const { removesFrom } = settings.recordOf(feed.id);
      if (removesFrom !== undefined && !this.#queue.activityOf(feed.id)) this.#queue.remove(feed, removesFrom);
    }
    for (const importId of [...loaded].filter((each) => !on.some((feed) => feed.importId === each)))
      this.#queue.retire(feeds.find((feed) => feed.importId === importId) ?? { id: `import-${importId}`, importId });
    for (const feed of on) {
      const drop = new DropFolder(this.#dropFolderOf(feed.id));
      const dropped = await drop.waiting();
      this.#ignored.set(
        feed.id,
        await drop
          .ignored('drop folder')
          .catch((error: unknown) => `The drop folder cannot be read: ${errorText(error)}.`),
      );
      if (isSettled(this.#seen.get(feed.id) ?? [], dropped)) this.#queue.update(feed, { isFetched: false, dropped });
      this.#seen.set(feed.id, dropped);
      if (dropped.length > 0 || this.#queue.activityOf(feed.id)) continue;
      const at = now().getTime();
      // the clock was ahead: what it noted would keep the feed from being fetched until then
      if ((settings.recordOf(feed.id).lastFetch ?? 0) > at)
        await settings.change(feed.id, {
          lastFetch: undefined,
          requestedAt: undefined,
          notBefore: undefined,
          nextFetch: at,
        });
      const { nextFetch = 0, isImporting, lastSuccess, failures } = settings.recordOf(feed.id);
      const isDue = nextFetch <= at;
      const isMissing = isImporting || (lastSuccess !== undefined && !loaded.has(feed.importId));
      if (isDue && this.#canFetch(feed)) this.#queue.update(feed, { isFetched: true, dropped: [] });
      else if (isMissing && (isDue || failures === 0)) this.#queue.update(feed, { isFetched: false, dropped: [] });
    }
  }

  async #switchOn(feed: Feed, isDecided: boolean): Promise<void> {
    const { settings, now } = this.#options;
    await mkdir(this.#dropFolderOf(feed.id), { recursive: true });
    const nextFetch = this.#soonest(feed);
    await settings.change(feed.id, { enabled: true, isDecided, nextFetch });
    this.#queue.update(feed, { isFetched: this.#canFetch(feed) && nextFetch <= now().getTime(), dropped: [] });
  }

  #soonest(feed: Feed): number {
    const { settings, now } = this.#options;
    return Math.max(now().getTime(), earliestFetch(feed, settings.recordOf(feed.id)));
  }

  async #switchOnConfigured(feed: Feed): Promise<void> {
    const { settings, report } = this.#options;
    const { enabled, isDecided } = settings.recordOf(feed.id);
    if (enabled || isDecided) return;
    try {
      this.#checkConsent(feed);
      await this.#switchOn(feed, false);
    } catch (error) {
      if (!(error instanceof FeedRefused)) throw error;
      report(`SIGHTLINE_FEEDS names ${feed.id}, which stays off. ${error.message}`);
    }
  }

  /** @throws FeedRefused */
  #checkConsent(feed: Feed): void {
    const { settings, offline } = this.#options;
    if (feed.terms !== '' && settings.recordOf(feed.id).acceptedTerms !== feed.terms)
      throw new FeedRefused('state', `Read and accept the terms of ${feed.publisher} first (accept_terms).`);
    if (!offline) this.#checkKey(feed);
  }

  /** @returns the first day whose scores depend on the feed @throws FeedRefused, EngineError */
  async #checkRemoval(feed: Feed): Promise<string> {
    const { engine, retentionDays } = this.#options;
    this.#checkStays(feed);
    // a deleted feed of which nothing is left leaves the list
    const reason = this.#isDeleted(feed) ? undefined : await whyFeedStays(engine, feed);
    if (reason !== undefined) throw new FeedRefused('state', reason);
    return firstScoredDay(engine, feed, { today: this.#today, retentionDays });
  }

  /** @throws FeedRefused */
  #checkStays(feed: Feed): void {
    if (this.#isLeaving(feed))
      throw new FeedRefused('state', `What ${feed.title} brought is being removed. Try again when that is done.`);
  }

  /** @throws FeedRefused */
  #checkExists(feed: Feed): void {
    if (this.#isDeleted(feed))
      throw new FeedRefused(
        'state',
        `${feed.title} was removed. Only what it brought can still be removed (remove_data); to use it, add it again.`,
      );
  }

  /** @throws FeedRefused */
  #checkFetch(feed: Feed): void {
    const { settings, offline, now } = this.#options;
    const place = this.#dropFolderOf(feed.id);
    if (feed.urls.length === 0) throw new FeedRefused('state', `This feed has no URL. Put a file into ${place} first.`);
    if (offline)
      throw new FeedRefused(
        'state',
        `The service makes no outbound traffic (SIGHTLINE_OFFLINE). Put a file into ${place}.`,
      );
    this.#checkKey(feed);
    const seconds = Math.ceil((earliestFetch(feed, settings.recordOf(feed.id)) - now().getTime()) / 1000);
    if (seconds <= 0) return;
    const message = `${feed.publisher} asks not to be fetched more often. Try again in ${durationWords(seconds)}.`;
    throw new FeedRefused('too-soon', message, undefined, seconds);
  }

  /** @throws FeedRefused */
  #checkKey(feed: Feed): void {
    if (this.#lacksKey(feed))
      throw new FeedRefused('state', `${feed.title} needs a key from ${feed.publisher}. Send it as key.`);
  }

  #lacksKey({ id, auth }: Feed): boolean {
    return auth !== undefined && this.#options.settings.keyOf(id) === undefined;
  }

  #canFetch(feed: Feed): boolean {
    return !this.#options.offline && feed.urls.length > 0 && !this.#lacksKey(feed);
  }

  get #feeds(): readonly Feed[] {
    const { catalogue, settings } = this.#options;
    return [...catalogue, ...settings.own.map(ownFeed)];
  }

  /** @throws FeedRefused */
  #find(id: string): Feed {
    const found = this.#feeds.find((feed) => feed.id === id);
    if (!found) throw new FeedRefused('unknown', 'No feed has this id. GET /sightline/sources lists all feeds.');
    return found;
  }

  #isOn({ id }: Feed): boolean {
    return this.#options.settings.recordOf(id).enabled;
  }

  /** Whether what the feed brought is being removed. */
  #isLeaving({ id }: Feed): boolean {
    return this.#options.settings.recordOf(id).removesFrom !== undefined;
  }

  /** Whether it is an own feed that was removed, and what it brought was not. */
  #isDeleted({ id }: Feed): boolean {
    return this.#options.settings.isDeleted(id);
  }

  get #today(): string {
    return dateToIsoDate(this.#options.now());
  }

  #isOwn(id: string): boolean {
    return this.ownTitle(id) !== undefined;
  }

  #dropFolderOf(id: string): string {
    return join(this.#options.folder, id);
  }

  #view(feed: Feed, canManage = true): Required<SourceFeed> {
    const { settings, offline } = this.#options;
    return feedView({
      feed,
      record: settings.recordOf(feed.id),
      activity: this.#queue.activityOf(feed.id),
      hasKey: settings.keyOf(feed.id) !== undefined,
      isOwn: this.#isOwn(feed.id),
      isDeleted: this.#isDeleted(feed),
      dropFolder: canManage && !this.#isDeleted(feed) ? this.#dropFolderOf(feed.id) : '',
      isDropped: offline || feed.urls.length === 0,
      ignored: this.#ignored.get(feed.id),
      today: this.#today,
    });
  }
}

/**
 * Ids of the feeds that SIGHTLINE_FEEDS names: `recommended`, `all-free` (feeds without a key or terms) or ids.
 * @throws Error for an unknown word
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
