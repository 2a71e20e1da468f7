import { join } from 'node:path';
import PQueue from 'p-queue';
import { dateToIsoDate } from '#model/dates.ts';
import { errorTextWithStack } from '#model/errors.ts';
import type { Engine } from '#server/engine/engine.ts';
import { deriveScoresLater, type Derive } from '#server/ingest/derive.ts';
import { latestImports } from '#server/ingest/ledger.ts';
import { retireFeed } from './apply/apply-listings.ts';
import { feedKind } from './apply/feed-import.ts';
import { holdsFeed, removeFeed } from './apply/remove-feed.ts';
import type { Feed } from './catalogue/feed.ts';
import { FeedUpdate, type FeedUpdateOptions, type UpdateWish } from './feed-update.ts';
import type { FeedActivity } from './feed-view.ts';
import { StoredDocuments } from './fetch/stored-documents.ts';

export interface UpdateQueueOptions extends FeedUpdateOptions {
  /** Brings derived data up to date at once. */
  readonly deriveNow: (engine: Engine, today: string) => Derive;
  /** Called after the collection has changed. */
  readonly onWritten: () => Promise<void>;
}

interface Task {
  readonly id: string;
  readonly kind: 'update' | 'retire' | 'remove';
  readonly stop: AbortController;
  activity: FeedActivity;
  isRunning: boolean;
}

/** However many updates wait, scores follow an update after this time at the latest. */
const maxDebtMilliseconds = 60_000;

/** Updates and retires feeds one at a time, in the order asked for. Scores are refreshed once for updates that follow one another. */
export class UpdateQueue {
  readonly #options: UpdateQueueOptions;
  readonly #queue = new PQueue({ concurrency: 1, autoStart: false });
  readonly #tasks = new Set<Task>();
  readonly #loaded = new Set<number>();
  #isClosing = false;
  /** The time (performance.now()) of the first change that the scores do not include yet. */
  #owedSince: number | undefined;

  constructor(options: UpdateQueueOptions) {
    this.#options = options;
  }

  /** Import numbers of the feeds of which the collection holds current data. */
  get loaded(): ReadonlySet<number> {
    return this.#loaded;
  }

  activityOf(id: string): FeedActivity | undefined {
    const tasks = this.#tasksOf(id);
    return (tasks.find(({ isRunning }) => isRunning) ?? tasks[0])?.activity;
  }

  /** Whether an update of the feed waits or runs, which may still bring something. */
  isUpdating(id: string): boolean {
    return this.#tasksOf(id).some(({ kind }) => kind === 'update');
  }

  /** Queues an update, unless one of the feed is waiting already. */
  update(feed: Feed, wish: UpdateWish): void {
    this.#enqueue(feed.id, 'update', (task) => {
      const running = {
        signal: task.stop.signal,
        onActivity: (activity: FeedActivity) => void (task.activity = activity),
        derive: this.#derive(task),
        onWritten: () => this.#written(),
        loaded: this.#loaded,
        isClosing: () => this.#isClosing,
      };
      return new FeedUpdate(this.#options, feed, running).run(wish);
    });
  }

  /** Ends what the feed says in the collection. Its updates, running or waiting, are given up. */
  retire({ id, importId }: Pick<Feed, 'id' | 'importId'>): void {
    this.#giveUpUpdates(id);
    this.#enqueue(id, 'retire', async (task) => {
      const { engine, exclusive, settings } = this.#options;
      if (this.#loaded.has(importId)) {
        await exclusive(() => retireFeed(engine, importId, this.#today, this.#derive(task)));
        this.#loaded.delete(importId);
        await this.#written();
      }
      // it was removed before anything of it arrived
      if (settings.isDeleted(id) && !(await holdsFeed(engine, { id, importId }))) await settings.removeOwn(id);
    });
  }

  /**
   * Takes what the feed brought out of the collection, and forgets its documents. Its updates are given up. A removal that fails is begun
   * again by the caller, as long as the settings have `removesFrom`.
   */
  remove({ id, importId }: Pick<Feed, 'id' | 'importId'>, scoresFrom: string): void {
    this.#giveUpUpdates(id);
    this.#enqueue(id, 'remove', async () => {
      const { engine, exclusive, settings, folder, report, deriveNow } = this.#options;
      const today = this.#today;
      const options = { today, scoresFrom, derive: deriveNow(engine, today) };
      await exclusive(() => removeFeed(engine, { id, importId }, options));
      this.#loaded.delete(importId);
      await new StoredDocuments(join(folder, id), report).remove();
      await settings.forgetData(id);
      await this.#written();
    });
  }

  #giveUpUpdates(id: string): void {
    for (const { kind, stop } of this.#tasksOf(id))
      if (kind === 'update') stop.abort(new Error('The feed was switched off.'));
  }

  /** Begins to work, once the collection is ready. @throws EngineError */
  async start(): Promise<void> {
    for (const { id, kind, covers = [] } of await latestImports(this.#options.engine, 'done'))
      if (kind === feedKind && covers.length > 0) this.#loaded.add(id);
    this.#queue.start();
  }

  /** Gives up running and waiting updates, which continue after the next start. */
  async close(): Promise<void> {
    this.#queue.clear();
    this.#isClosing = true;
    for (const { stop } of this.#tasks) stop.abort(new Error('The service is closing.'));
    await this.#queue.onIdle();
  }

  #enqueue(id: string, kind: Task['kind'], work: (task: Task) => Promise<void>): void {
    const last = this.#tasksOf(id).at(-1);
    if (last?.kind === kind && !last.isRunning && !last.stop.signal.aborted) return;
    const task: Task = { id, kind, stop: new AbortController(), activity: { state: 'waiting' }, isRunning: false };
    this.#tasks.add(task);
    void this.#queue.add(async () => {
      task.isRunning = true;
      if (!task.stop.signal.aborted) await this.#attempt(task, () => work(task));
      if (!this.#isFollowed(task)) await this.#attempt(task, () => this.#refreshOwedScores(task));
      this.#tasks.delete(task);
    });
  }

  async #attempt({ id, kind, stop }: Task, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!stop.signal.aborted)
        this.#options.report(
          `The feed ${id} could not be ${kind === 'remove' ? 'removed' : 'updated'}. ${errorTextWithStack(error)}`,
        );
    }
  }

  #tasksOf(id: string): Task[] {
    return [...this.#tasks].filter((task) => task.id === id);
  }

  #isFollowed(task: Task): boolean {
    return [...this.#tasks].some((other) => other !== task && !other.stop.signal.aborted);
  }

  /** Leaves the scores to the tasks that follow, but not for long. */
  #derive(task: Task): Derive {
    return async (stale) => {
      const { engine, deriveNow } = this.#options;
      const isLong = this.#owedSince !== undefined && performance.now() - this.#owedSince > maxDebtMilliseconds;
      const isLater = this.#isFollowed(task) && !isLong;
      await (isLater ? deriveScoresLater : deriveNow)(engine, this.#today)(stale);
      if (stale.scores) this.#owedSince = isLater ? (this.#owedSince ?? performance.now()) : undefined;
    };
  }

  /** After a close, the next start refreshes them. */
  async #refreshOwedScores(task: Task): Promise<void> {
    if (this.#owedSince === undefined || this.#isClosing) return;
    const { engine, exclusive, deriveNow } = this.#options;
    task.activity = { state: 'scoring', progress: { step: 'Updating scores', done: 0, total: 0 } };
    await exclusive(() => deriveNow(engine, this.#today)({ ranges: false, scores: true }));
    this.#owedSince = undefined;
    await this.#written();
  }

  #written(): Promise<void> {
    const { onWritten, report } = this.#options;
    return onWritten().catch((error: unknown) => report(`No inventory was written: ${errorTextWithStack(error)}`));
  }

  get #today(): string {
    return dateToIsoDate(this.#options.now());
  }
}
