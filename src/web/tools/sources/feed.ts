import type { SourceFeed, SourceProgress, SourceRejects, SourceRows, Sources } from '#contract/generated/types.gen.ts';
import { MAX_EPOCH_SECONDS, timestampToEpochSeconds } from '#model/dates.ts';

export type FeedState = NonNullable<SourceFeed['state']>;

/** A feed of the service, normalised for the views. Times are epoch seconds or null. */
export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly publisher: string;
  /** '' for a feed that is read from its drop folder only. */
  readonly url: string;
  readonly licence: string;
  readonly licenceUrl: string;
  readonly attribution: string;
  /** Terms to accept before the feed is switched on; '' without any. */
  readonly terms: string;
  readonly isAccepted: boolean;
  readonly category: string;
  /** Kinds of coverage. */
  readonly fills: readonly string[];
  readonly mode: NonNullable<SourceFeed['mode']>;
  readonly lifetimeDays: number;
  readonly minIntervalSeconds: number;
  readonly everySeconds: number;
  readonly needsKey: boolean;
  readonly hasKey: boolean;
  readonly isRecommended: boolean;
  readonly isOwn: boolean;
  /** Bytes of one fetch; 0 when not known. */
  readonly sizeHint: number;
  /** What the publisher learns from a fetch, in a sentence. */
  readonly learns: string;
  readonly isEnabled: boolean;
  readonly state: FeedState;
  readonly progress: Required<SourceProgress> | null;
  readonly lastFetch: number | null;
  readonly lastSuccess: number | null;
  readonly nextFetch: number | null;
  /** 'yyyy-mm-dd' */
  readonly asOf: string | null;
  /** The lists of a feed that has several, each with its own day. */
  readonly lists: readonly { readonly name: string; readonly asOf: string | null }[];
  /** Why that is the day of the data, in words; '' where the data itself says so. */
  readonly asOfReason: string;
  readonly rows: Required<SourceRows>;
  readonly error: string;
  /** On whose side the error is: 'publisher', 'network', 'this-machine', or ''. */
  readonly whose: string;
  readonly rejects: Rejects;
  /** Folder for files of this feed; '' without the right to manage sources. */
  readonly dropFolder: string;
}

/** Rejected entries of a document with reasons. */
export interface Rejects {
  readonly count: number;
  readonly byReason: readonly { readonly reason: string; readonly count: number }[];
  readonly examples: readonly { readonly line: string; readonly reason: string }[];
}

/** The feeds of an answer; entries without an id are dropped. */
export function readFeeds({ feeds = [] }: Sources): readonly Feed[] {
  return feeds.flatMap((feed) => (feed.id ? [readFeed(feed, feed.id)] : []));
}

function readFeed(feed: SourceFeed, id: string): Feed {
  const { title = id, publisher = '', url = '', licence = '', attribution = '', terms = '', category = '' } = feed;
  const { fills = [], mode = 'snapshot', learns = '', state = 'off', progress, rows } = feed;
  return {
    id,
    title,
    publisher,
    url,
    licence,
    attribution,
    terms,
    category,
    fills,
    mode,
    learns,
    state,
    licenceUrl: feed.licence_url ?? '',
    isAccepted: feed.terms_accepted ?? false,
    lifetimeDays: feed.lifetime_days ?? 0,
    minIntervalSeconds: feed.min_interval_seconds ?? 0,
    everySeconds: feed.every_seconds ?? 0,
    needsKey: feed.needs_key ?? false,
    hasKey: feed.has_key ?? false,
    isRecommended: feed.recommended ?? false,
    isOwn: feed.own ?? false,
    sizeHint: feed.size_hint ?? 0,
    isEnabled: feed.enabled ?? false,
    progress: progress ? { step: progress.step ?? '', done: progress.done ?? 0, total: progress.total ?? 0 } : null,
    lastFetch: timestampToEpochSeconds(feed.last_fetch ?? ''),
    lastSuccess: timestampToEpochSeconds(feed.last_success ?? ''),
    nextFetch: timestampToEpochSeconds(feed.next_fetch ?? ''),
    asOf: feed.as_of ?? null,
    lists: (feed.lists ?? []).map(({ name = '', as_of = null }) => ({ name, asOf: as_of })),
    asOfReason: feed.as_of_from === 'file' ? 'date of the file' : feed.as_of_from === 'fetch' ? 'day of the fetch' : '',
    rows: { listings: rows?.listings ?? 0, facts: rows?.facts ?? 0, routing: rows?.routing ?? 0 },
    error: feed.error ?? '',
    whose: feed.whose ?? '',
    rejects: readRejects(feed.rejects),
    dropFolder: feed.drop_folder ?? '',
  };
}

export function readRejects({ count = 0, by_reason = [], examples = [] }: SourceRejects = {}): Rejects {
  return {
    count,
    byReason: by_reason.map(({ reason = '', count: each = 0 }) => ({ reason, count: each })),
    examples: examples.map(({ line = '', reason = '' }) => ({ line, reason })),
  };
}

const running: ReadonlySet<FeedState> = new Set(['fetching', 'reading', 'writing', 'scoring', 'removing']);

/** The feed is being fetched, parsed, written, scored or removed. */
export function isRunning({ state }: Pick<Feed, 'state'>): boolean {
  return running.has(state);
}

/** The feed is running or waiting; also after it was switched off, until its entries are closed. */
export function isBusy(feed: Pick<Feed, 'state'>): boolean {
  return feed.state === 'waiting' || isRunning(feed);
}

/** The number of rows of its last good state. */
export function rowCount({ rows: { listings, facts, routing } }: Pick<Feed, 'rows'>): number {
  return listings + facts + routing;
}

/** The earliest time of the next fetch, epoch seconds; null for now. */
export function blockedUntil({ lastFetch, minIntervalSeconds }: Feed, now: number): number | null {
  const until = lastFetch === null ? 0 : lastFetch + minIntervalSeconds;
  return until > now ? Math.min(until, MAX_EPOCH_SECONDS) : null;
}
