import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { SourceFeed, Sources } from '#contract/generated/types.gen.ts';
import type { Engine } from '#server/engine/engine.ts';
import { answerOf, documentNamed, lastClaim, openCalls } from '#server/queries/service-claims.ts';
import { FeedRefused, refusalReasons } from './feed-failure.ts';
import type { FeedService } from './feed-service.ts';

export interface SharedFeedsOptions {
  /** The store that the processes share. */
  readonly engine: Engine;
  readonly preview: FeedService['preview'];
  /** How often calls are looked for and the view of the feeds is written. */
  readonly everyMilliseconds?: number;
  /** How long the holder of the lease may take for a call. */
  readonly waitMilliseconds?: number;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
}

export interface SharedFeeds extends Omit<FeedService, 'start' | 'close'> {
  /** From now on this process has the feeds. @param term of the lease @returns ends that */
  lead(feeds: FeedService, term: number): Promise<() => Promise<void>>;
  /** Begins to read what the holder writes, once the tables are there. */
  follow(): void;
  close(): Promise<void>;
}

const calls = ['switchOnRecommended', 'change', 'fetchNow', 'add', 'remove'] as const;
const call = z.object({ method: z.enum(calls), args: z.array(z.unknown()) });
type Call = z.output<typeof call>;
const refusal = z.object({
  reason: z.enum(refusalReasons),
  message: z.string(),
  parameter: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
});
const answer = z.object({ result: z.unknown(), refusal: refusal.optional(), error: z.string().optional() });
type Answer = z.output<typeof answer>;

const viewName = 'feed-view';
const pollMilliseconds = 200;

/**
 * The feeds of processes that share a store. The one that holds the lease has them, with their settings, their schedule and their drop
 * folders. It writes what they look like into the store, where the others read it; what is changed at another process is a call
 * in the store, which the holder does and answers. A call belongs to one term of the lease, and is done once or not at all.
 */
export function sharedFeeds(options: SharedFeedsOptions): SharedFeeds {
  const { engine, preview, everyMilliseconds = 500, waitMilliseconds = 20_000, report } = options;
  let own: { readonly feeds: FeedService; readonly term: number } | undefined;
  let view: Required<Sources> = { offline: false, can_manage: false, total_size_hint: 0, feeds: [] };
  let written = '';
  let version = 0;
  const done = new Set<string>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isFailing = false;

  const writeView = async ({ feeds, term }: NonNullable<typeof own>): Promise<void> => {
    view = await feeds.list(true);
    const body = JSON.stringify(view);
    if (body === written) return;
    version = Math.max(version, term * 1e9) + 1;
    await engine.insert('service_documents', [{ name: viewName, version, body }]);
    written = body;
  };
  const readView = async (): Promise<void> => {
    const [found] = await engine.query(documentNamed(viewName));
    // written by a service of this kind
    if (found) view = JSON.parse(found.body) as Required<Sources>;
  };
  const answerCalls = async (): Promise<void> => {
    if (!own) return;
    const { feeds, term } = own;
    for (const { id, body } of await engine.query(openCalls(term))) {
      if (done.has(id) || own?.term !== term) continue;
      done.add(id);
      const given = await answered(feeds, call.parse(JSON.parse(body)));
      if (own?.term === term) await writeView(own);
      await engine.insert('service_calls', [{ id, is_answer: 1, term, body: JSON.stringify(given) }]);
    }
  };
  const look = async (): Promise<void> => {
    try {
      if (own) {
        await answerCalls();
        if (own) await writeView(own);
      } else await readView();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !closing.signal.aborted)
        report(`The settings of the feeds could not be shared. ${String(error)}`);
      isFailing = true; // once for an outage
    }
  };
  const schedule = (): void => {
    if (closing.signal.aborted) return;
    timer = setTimeout(() => void (looking = look().then(schedule)), everyMilliseconds).unref();
  };

  /** @throws FeedRefused, EngineError */
  const ask = async <T>(asked: Call): Promise<T> => {
    const [lease] = await engine.query(lastClaim('lease'));
    const holder = lease?.holder ?? 'that changes the collection';
    const id = randomUUID();
    await engine.insert('service_calls', [{ id, is_answer: 0, term: lease?.number ?? 0, body: JSON.stringify(asked) }]);
    const until = performance.now() + waitMilliseconds;
    while (performance.now() < until && !closing.signal.aborted) {
      const [row] = await engine.query(answerOf(id));
      if (row) {
        const { result, refusal: refused, error } = answer.parse(JSON.parse(row.body));
        if (refused)
          throw new FeedRefused(refused.reason, refused.message, refused.parameter, refused.retryAfterSeconds);
        if (error !== undefined) throw new Error(`The process ${holder} could not do it: ${error}`);
        await readView();
        return result as T;
      }
      await pause(pollMilliseconds);
    }
    const message = `Feeds are changed by the process ${holder}, which does not answer. When it is gone, another takes over within half a minute: look whether the change was made, and try again.`;
    throw new FeedRefused('state', message);
  };
  const either =
    <Args extends unknown[], T>(method: Call['method'], act: (feeds: FeedService, ...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      own ? act(own.feeds, ...args) : ask<T>({ method, args });

  return {
    async list(canManage) {
      if (own) return own.feeds.list(canManage);
      await readView();
      const feeds = view.feeds.map((feed) => (canManage ? feed : { ...feed, drop_folder: '' }));
      return { ...view, can_manage: canManage, feeds };
    },
    ownTitle: (id) => (own ? own.feeds.ownTitle(id) : view.feeds.find((each) => each.id === id && each.own)?.title),
    switchOnRecommended: either('switchOnRecommended', (feeds) => feeds.switchOnRecommended()),
    change: either('change', (feeds, ...args: Parameters<FeedService['change']>) => feeds.change(...args)),
    fetchNow: either('fetchNow', (feeds, ...args: Parameters<FeedService['fetchNow']>) => feeds.fetchNow(...args)),
    add: either('add', (feeds, ...args: Parameters<FeedService['add']>) => feeds.add(...args)),
    remove: either('remove', (feeds, ...args: Parameters<FeedService['remove']>) => feeds.remove(...args)),
    preview,
    async lead(feeds, term) {
      try {
        await feeds.start();
      } catch (error) {
        await feeds.close();
        throw error;
      }
      written = '';
      own = { feeds, term };
      return async () => {
        own = undefined;
        await feeds.close();
      };
    },
    follow: () => void (looking = look().then(schedule)),
    async close() {
      closing.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}

async function answered(feeds: FeedService, { method, args }: Call): Promise<Answer> {
  try {
    // what another process of the same kind wrote, whose arguments were checked there
    const act = feeds[method] as (...given: unknown[]) => Promise<SourceFeed | void>;
    return { result: await act(...args) };
  } catch (error) {
    if (!(error instanceof FeedRefused)) return { result: null, error: String(error) };
    const { reason, message, parameter, retryAfterSeconds } = error;
    return {
      result: null,
      refusal: {
        ...{ reason, message },
        ...(parameter !== undefined && { parameter }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
    };
  }
}
