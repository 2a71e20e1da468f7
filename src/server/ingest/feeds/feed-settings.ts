import { join } from 'node:path';
import PQueue from 'p-queue';
import { z } from 'zod';
import type { Engine } from '#server/engine/engine.ts';
import { documentNamed } from '#server/queries/service-records.ts';
import { openFolder, readOrQuarantine, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';

const counts = z.object({ listings: z.number(), facts: z.number(), routing: z.number() });
const rejects = z.object({
  count: z.number(),
  byReason: z.array(z.object({ reason: z.string(), count: z.number() })),
  examples: z.array(z.object({ line: z.string(), reason: z.string() })),
});

const feedRecord = z.object({
  enabled: z.boolean(),
  /** A person switched it on or off, which the configuration does not overrule. */
  isDecided: z.boolean(),
  /** The terms as they were accepted: other terms must be accepted again. */
  acceptedTerms: z.string(),
  /** The documents of an update are on disk: reading them goes on after a restart. */
  isImporting: z.boolean(),
  /** How the last fetch or the last dropped file ended; absent before the first. */
  outcome: z.enum(['ok', 'unchanged', 'suspect', 'failed']).optional(),
  /** When the publisher was last asked: written before the request, so that a restart cannot ask again too soon. */
  requestedAt: z.number().optional(),
  /** When it was last fetched, or a dropped file was read. */
  lastFetch: z.number().optional(),
  lastSuccess: z.number().optional(),
  nextFetch: z.number().optional(),
  /** Consecutive fetches that failed. */
  failures: z.number(),
  /** The publisher is not asked before, whatever a person presses: Retry-After. */
  notBefore: z.number().optional(),
  error: z.string().optional(),
  whose: z.enum(['publisher', 'network', 'this-machine']).optional(),
  /** The day the data speaks of, 'yyyy-mm-dd'. */
  asOf: z.string().optional(),
  rows: counts,
  rejects,
});
/** What is remembered of a feed. Times are epoch milliseconds. */
export type FeedRecord = Readonly<z.output<typeof feedRecord>>;
export type Whose = NonNullable<FeedRecord['whose']>;

const ownFeed = z.object({
  id: z.string(),
  importId: z.number(),
  title: z.string(),
  url: z.string(),
  format: z.enum(['lines', 'hosts', 'csv', 'json', 'ndjson', 'misp', 'taxii', 'stix']),
  category: z.enum(['malware', 'phishing', 'spam', 'c2', 'scan']),
  mode: z.enum(['snapshot', 'events']),
  lifetimeDays: z.number(),
  everyHours: z.number(),
  confidence: z.number(),
  /** Fields of the mapping that are read, by what they hold. */
  mapping: z.object({
    indicator: z.string(),
    first: z.string(),
    last: z.string(),
    category: z.string(),
    tags: z.string(),
    reference: z.string(),
  }),
  delimiter: z.string(),
  authHeader: z.string(),
});
/** A feed as the person described it who added it; texts are '' where nothing was given. */
export type OwnFeed = Readonly<z.output<typeof ownFeed>>;

const stored = z.object({
  feeds: z.record(z.string(), feedRecord),
  own: z.array(ownFeed),
  /** Import numbers are never given away twice, not even after a feed was removed. */
  nextImportId: z.number(),
  /** By feed. */
  keys: z.record(z.string(), z.string()),
});
type Stored = z.output<typeof stored>;

export interface FeedStore {
  recordOf(id: string): FeedRecord;
  /** Counts at once in this process, and after a crash once it has resolved. */
  change(id: string, part: Partial<FeedRecord>): Promise<void>;
  /** The key for the publisher; it leaves the service in requests to the feed only. */
  keyOf(id: string): string | undefined;
  /** @param key '' removes it */
  setKey(id: string, key: string): Promise<void>;
  readonly own: readonly OwnFeed[];
  addOwn(feed: Omit<OwnFeed, 'importId'>): Promise<void>;
  removeOwn(id: string): Promise<void>;
  /** Resolves when everything asked for so far is on disk. */
  flush(): Promise<void>;
}

/** Own feeds begin here: what is below 100 belongs to the service, the rest to imports of logs. */
const firstOwnImportId = 1000;
const untouched: FeedRecord = {
  ...{ enabled: false, isDecided: false, acceptedTerms: '', isImporting: false, failures: 0 },
  rows: { listings: 0, facts: 0, routing: 0 },
  rejects: { count: 0, byReason: [], examples: [] },
};

/** `feeds.json` in the folder: what each feed is switched to, how it went, and the keys. Only this user may read it. */
export async function openFeedStore(folder: string, onCorrupt: OnCorrupt): Promise<FeedStore> {
  const file = join(folder, 'feeds.json');
  await openFolder(folder);
  const state = (await readOrQuarantine(file, (value) => stored.parse(value), onCorrupt)) ?? nothingStored();
  return feedStoreOf(state, () => replaceFile(file, `${JSON.stringify(state, null, 2)}\n`, privateMode));
}

/**
 * The same in a ClickHouse server, where every process may read it; `feeds.json` is taken over when nothing is there yet.
 * @throws EngineError, or the error of the disk
 */
export async function openSharedFeedStore(engine: Engine, folder: string, onCorrupt: OnCorrupt): Promise<FeedStore> {
  const [kept] = await engine.query(documentNamed(settingsName));
  const onDisk = kept
    ? undefined
    : await readOrQuarantine(join(folder, 'feeds.json'), (value) => stored.parse(value), onCorrupt);
  const state = kept ? stored.parse(JSON.parse(kept.body)) : (onDisk ?? nothingStored());
  let version = kept?.version ?? 0;
  return feedStoreOf(state, () =>
    engine.insert('service_documents', [{ name: settingsName, version: (version += 1), body: JSON.stringify(state) }]),
  );
}

/** What own feeds are called, by id, as another process keeps their settings in the server. @throws EngineError */
export async function readOwnTitles(engine: Engine): Promise<ReadonlyMap<string, string>> {
  const [kept] = await engine.query(documentNamed(settingsName));
  const own = kept ? stored.parse(JSON.parse(kept.body)).own : [];
  return new Map(own.map(({ id, title }) => [id, title]));
}

const settingsName = 'feed-settings';

function nothingStored(): Stored {
  return { feeds: {}, own: [], nextImportId: firstOwnImportId, keys: {} };
}

/** @param write writes the state as it is then */
function feedStoreOf(state: Stored, write: () => Promise<void>): FeedStore {
  const writes = new PQueue({ concurrency: 1 });
  const save = (): Promise<void> => writes.add(write);
  return {
    recordOf: (id) => state.feeds[id] ?? untouched,
    change: (id, part) => {
      state.feeds[id] = { ...untouched, ...state.feeds[id], ...part };
      return save();
    },
    keyOf: (id) => state.keys[id],
    setKey: (id, key) => {
      const { [id]: _, ...others } = state.keys;
      state.keys = key === '' ? others : { ...others, [id]: key };
      return save();
    },
    get own() {
      return state.own;
    },
    addOwn: (feed) => {
      state.own = [...state.own, { ...feed, importId: state.nextImportId }];
      state.nextImportId += 1;
      return save();
    },
    removeOwn: (id) => {
      state.own = state.own.filter((each) => each.id !== id);
      state.feeds = Object.fromEntries(Object.entries(state.feeds).filter(([each]) => each !== id));
      state.keys = Object.fromEntries(Object.entries(state.keys).filter(([each]) => each !== id));
      return save();
    },
    flush: () => writes.onIdle(),
  };
}

const privateMode = 0o600;
