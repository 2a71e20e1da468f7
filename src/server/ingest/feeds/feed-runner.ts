import PQueue from 'p-queue';
import { errorTextWithStack } from '#model/errors.ts';
import type { FeedActivity } from './feed-view.ts';
import type { Feed } from './catalogue/feed.ts';
import type { FeedUpdates, UpdateWish } from './feed-updates.ts';

/** Works on feeds one at a time; the others wait in the order in which they were asked for. */
export interface FeedRunner {
  activityOf(id: string): FeedActivity | undefined;
  /** Brings the feed up to date; one that waits for that already does not wait twice. */
  update(feed: Feed, wish: UpdateWish): void;
  /** Ends what the feed says in the collection. An update of it that is under way or waits is given up. */
  retire(feed: Pick<Feed, 'id' | 'importId'>): void;
  /** Begins to work, once the collection is there. */
  start(): Promise<void>;
  /** Gives up what is under way and waits until that has ended. */
  close(): Promise<void>;
}

interface Task {
  readonly id: string;
  readonly kind: 'update' | 'retire';
  readonly stop: AbortController;
  activity: FeedActivity;
  isRunning: boolean;
}

/** @param report gets what an operator should read */
export function feedRunner(updates: FeedUpdates, report: (message: string) => void): FeedRunner {
  const queue = new PQueue({ concurrency: 1, autoStart: false });
  const tasks = new Set<Task>();
  const of = (id: string): Task[] => [...tasks].filter((task) => task.id === id);

  const isFollowed = (task: Task) => (): boolean =>
    [...tasks].some((other) => other !== task && !other.stop.signal.aborted);

  const follow = (task: Task) => (activity: FeedActivity) => {
    task.activity = activity;
  };

  const enqueue = (id: string, kind: Task['kind'], work: (task: Task) => Promise<void>): void => {
    const last = of(id).at(-1);
    if (last?.kind === kind && !last.isRunning && !last.stop.signal.aborted) return;
    const task: Task = { id, kind, stop: new AbortController(), activity: { state: 'waiting' }, isRunning: false };
    tasks.add(task);
    const attempt = async (act: () => Promise<void>): Promise<void> => {
      try {
        await act();
      } catch (error) {
        if (!task.stop.signal.aborted) report(`The feed ${id} could not be updated. ${errorTextWithStack(error)}`);
      }
    };
    void queue.add(async () => {
      task.isRunning = true;
      if (!task.stop.signal.aborted) await attempt(() => work(task));
      if (!isFollowed(task)()) await attempt(() => updates.refreshOwedScores(follow(task)));
      tasks.delete(task);
    });
  };
  const cancel = (some: Iterable<Task>, why: string): void => {
    for (const { stop } of some) stop.abort(new Error(why));
  };

  return {
    activityOf: (id) => (of(id).find(({ isRunning }) => isRunning) ?? of(id)[0])?.activity,
    update: (feed, wish) =>
      enqueue(feed.id, 'update', (task) =>
        updates.update(feed, wish, {
          signal: task.stop.signal,
          isFollowed: isFollowed(task),
          onActivity: follow(task),
        }),
      ),
    retire: (feed) => {
      const given = of(feed.id).filter(({ kind }) => kind === 'update');
      cancel(given, 'The feed was switched off.');
      enqueue(feed.id, 'retire', (task) => updates.retire(feed, isFollowed(task)));
    },
    async start() {
      await updates.open();
      queue.start();
    },
    async close() {
      queue.clear();
      updates.closing();
      cancel(tasks, 'The service is closing.');
      await queue.onIdle();
    },
  };
}
