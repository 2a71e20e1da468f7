import { join } from 'node:path';
import PQueue from 'p-queue';
import { z } from 'zod';
import type { Engine } from '#server/engine/engine.ts';
import { openFolder, readOrQuarantine, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';
import { documentNamed } from '#server/queries/service-records.ts';
import { ownFeedSchema, type OwnFeed } from './catalogue/own-feed.ts';

const feedRecord = z.object({
  enabled: z.boolean(),
  /** A person switched the feed on or off; the configuration does not overrule that. */
  isDecided: z.boolean(),
  /** The terms as they were accepted: changed terms must be accepted again. */
  acceptedTerms: z.string(),
  /** The documents of an update are on disk; a restart continues with them. */
  isImporting: z.boolean(),
  /** What the feed brought is leaving the collection, and scores from this day on ('yyyy-mm-dd') are computed again. */
  removesFrom: z.string().optional(),
  /** How the last fetch or the last dropped file ended; absent before the first. */
  outcome: z.enum(['ok', 'unchanged', 'suspect', 'failed']).optional(),
  /** When the publisher was last asked. Written before the request, so that a restart does not ask again too soon. */
  requestedAt: z.number().optional(),
  /** When the feed was last fetched, or a dropped file was read. */
  lastFetch: z.number().optional(),
  lastSuccess: z.number().optional(),
  nextFetch: z.number().optional(),
  /** Consecutive failed fetches. */
  failures: z.number(),
  /** The publisher is not asked before this time, not even by "Fetch now": Retry-After. */
  notBefore: z.number().optional(),
  error: z.string().optional(),
  whose: z.enum(['publisher', 'network', 'this-machine']).optional(),
  /** The day of the data, 'yyyy-mm-dd'. */
  asOf: z.string().optional(),
  /** What gives that day: the documents, their fetch, or when the dropped files were last changed. */
  asOfFrom: z.enum(['data', 'fetch', 'file']).optional(),
  /** The day up to which the collection takes the data as current: that of the data, or of the last fetch of a list. */
  currentOn: z.string().optional(),
  /** The documents of a feed that has several, each with the day that it gives for its data, 'yyyy-mm-dd'. */
  lists: z.array(z.object({ name: z.string(), asOf: z.string().nullable() })).optional(),
  rows: z.object({ listings: z.number(), facts: z.number(), routing: z.number() }),
  rejects: z.object({
    count: z.number(),
    byReason: z.array(z.object({ reason: z.string(), count: z.number() })),
    examples: z.array(z.object({ line: z.string(), reason: z.string() })),
  }),
});
/** What is stored about a feed. Times are epoch milliseconds. */
export type FeedRecord = Readonly<z.output<typeof feedRecord>>;

const stored = z.object({
  feeds: z.record(z.string(), feedRecord),
  own: z.array(ownFeedSchema),
  /** Import numbers are never reused, not even after a feed was removed. */
  nextImportId: z.number(),
  /** By feed. */
  keys: z.record(z.string(), z.string()),
});
type Stored = z.output<typeof stored>;

/** Own feeds are numbered from here; lower numbers belong to the service. */
const firstOwnImportId = 1000;
const nothingRead = {
  rows: { listings: 0, facts: 0, routing: 0 },
  rejects: { count: 0, byReason: [], examples: [] },
};
const newFeed: FeedRecord = {
  enabled: false,
  isDecided: false,
  acceptedTerms: '',
  isImporting: false,
  failures: 0,
  ...nothingRead,
};
/** What a feed is left with once its data is removed; when its publisher was last asked stays, so that it is not asked too soon. */
const removedFeed: Partial<FeedRecord> = {
  ...nothingRead,
  removesFrom: undefined,
  isImporting: false,
  outcome: undefined,
  error: undefined,
  whose: undefined,
  lastSuccess: undefined,
  asOf: undefined,
  asOfFrom: undefined,
  currentOn: undefined,
  lists: undefined,
};
/** What changes of a feed that is switched off. */
export const switchedOff = {
  enabled: false,
  isDecided: true,
  isImporting: false,
  failures: 0,
  nextFetch: undefined,
  outcome: undefined,
  error: undefined,
  whose: undefined,
};
const documentName = 'feed-settings';
/** Only this user may read the keys. */
const privateMode = 0o600;

/**
 * The settings of all feeds, how their last fetches ended, and the keys. A change applies to this process at once and survives a crash
 * once its promise has resolved.
 */
export class FeedSettings {
  readonly #state: Stored;
  readonly #write: () => Promise<void>;
  readonly #writes = new PQueue({ concurrency: 1 });

  /** @param write stores the state as it is when called */
  private constructor(state: Stored | undefined, write: (state: Stored) => Promise<void>) {
    const used = state ?? { feeds: {}, own: [], nextImportId: firstOwnImportId, keys: {} };
    this.#state = used;
    this.#write = () => write(used);
  }

  /**
   * Settings in `feeds.json` in the folder. Those that `npm run move` brought from a server replace them, because the numbers of own
   * feeds in the collection are theirs.
   * @throws EngineError, or the error of the disk
   */
  static async inFolder(engine: Engine, folder: string, onCorrupt: OnCorrupt): Promise<FeedSettings> {
    await openFolder(folder);
    const moved = await inStore(engine);
    const settings = new FeedSettings(moved?.state ?? (await readStored(folder, onCorrupt)), (state) =>
      replaceFile(join(folder, 'feeds.json'), `${JSON.stringify(state, null, 2)}\n`, privateMode),
    );
    if (moved) {
      await settings.#save();
      const sql = 'DELETE FROM service_documents WHERE name = {documentName:String}';
      await engine.command({ name: 'serviceDocuments', sql, params: { documentName } });
    }
    return settings;
  }

  /**
   * Settings in a ClickHouse server, where every process can read them. Without any, those of `feeds.json` are used.
   * @throws EngineError, or the error of the disk
   */
  static async inServer(engine: Engine, folder: string, onCorrupt: OnCorrupt): Promise<FeedSettings> {
    const kept = await inStore(engine);
    let version = kept?.version ?? 0;
    return new FeedSettings(kept?.state ?? (await readStored(folder, onCorrupt)), (state) =>
      engine.insert('service_documents', [
        { name: documentName, version: (version += 1), body: JSON.stringify(state) },
      ]),
    );
  }

  get own(): readonly OwnFeed[] {
    return this.#state.own;
  }

  recordOf(id: string): FeedRecord {
    return this.#state.feeds[id] ?? newFeed;
  }

  change(id: string, part: Partial<FeedRecord>): Promise<void> {
    this.#state.feeds[id] = { ...this.recordOf(id), ...part };
    return this.#save();
  }

  /** The publisher's key; it leaves the service only in requests to that publisher. */
  keyOf(id: string): string | undefined {
    return this.#state.keys[id];
  }

  /** @param key '' removes it */
  setKey(id: string, key: string): Promise<void> {
    if (key === '') this.#state.keys = without(this.#state.keys, id);
    else this.#state.keys[id] = key;
    return this.#save();
  }

  addOwn(feed: Omit<OwnFeed, 'importId'>): Promise<void> {
    this.#state.own.push({ ...feed, importId: this.#state.nextImportId });
    this.#state.nextImportId += 1;
    return this.#save();
  }

  /** Forgets an own feed but for what tells its data from others, until that is removed (`forgetData`). */
  deleteOwn(id: string): Promise<void> {
    this.#state.own = this.#state.own.map((each) => (each.id === id ? { ...each, isDeleted: true } : each));
    this.#state.feeds[id] = { ...this.recordOf(id), ...switchedOff };
    this.#state.keys = without(this.#state.keys, id);
    return this.#save();
  }

  isDeleted(id: string): boolean {
    return this.#state.own.some((each) => each.id === id && each.isDeleted === true);
  }

  /** Call this once nothing that a feed brought is in the collection. */
  forgetData(id: string): Promise<void> {
    return this.isDeleted(id) ? this.removeOwn(id) : this.change(id, removedFeed);
  }

  removeOwn(id: string): Promise<void> {
    this.#state.own = this.#state.own.filter((each) => each.id !== id);
    this.#state.feeds = without(this.#state.feeds, id);
    this.#state.keys = without(this.#state.keys, id);
    return this.#save();
  }

  /** Resolves when every change so far is stored. */
  flush(): Promise<void> {
    return this.#writes.onIdle();
  }

  #save(): Promise<void> {
    return this.#writes.add(this.#write);
  }
}

/** The titles of own feeds by id, as the writer process stores them in the server. @throws EngineError */
export async function readOwnTitles(engine: Engine): Promise<ReadonlyMap<string, string>> {
  const own = (await inStore(engine))?.state.own ?? [];
  return new Map(own.map(({ id, title }) => [id, title]));
}

async function inStore(engine: Engine): Promise<{ readonly version: number; readonly state: Stored } | undefined> {
  const [kept] = await engine.query(documentNamed(documentName));
  return kept && { version: kept.version, state: stored.parse(JSON.parse(kept.body)) };
}

function readStored(folder: string, onCorrupt: OnCorrupt): Promise<Stored | undefined> {
  return readOrQuarantine(join(folder, 'feeds.json'), (value) => stored.parse(value), onCorrupt);
}

function without<Value>(members: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([each]) => each !== name));
}
