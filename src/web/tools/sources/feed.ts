import type { SourceFeed, SourceProgress, SourceRejects, SourceRows, Sources } from '#contract/generated/types.gen.ts';
import { MAX_EPOCH_SECONDS, timestampToEpochSeconds } from '#model/dates.ts';

export type FeedState = NonNullable<SourceFeed['state']>;

/** A feed of the service, as the views read it. Times are epoch seconds; null where there is none. */
export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly publisher: string;
  /** '' for a feed that is read from its drop folder only. */
  readonly url: string;
  readonly licence: string;
  readonly licenceUrl: string;
  readonly attribution: string;
  /** What has to be accepted before it is switched on; '' without any. */
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
  /** Who learns what when it is fetched: a sentence. */
  readonly learns: string;
  readonly isEnabled: boolean;
  readonly state: FeedState;
  readonly progress: Required<SourceProgress> | null;
  readonly lastFetch: number | null;
  readonly lastSuccess: number | null;
  readonly nextFetch: number | null;
  /** 'yyyy-mm-dd' */
  readonly asOf: string | null;
  readonly rows: Required<SourceRows>;
  readonly error: string;
  /** On whose side the error is: 'publisher', 'network', 'this-machine', or ''. */
  readonly whose: string;
  readonly rejects: Rejects;
  /** Where files can be put for it; '' for those who may not manage sources. */
  readonly dropFolder: string;
}

/** Entries of a document that were not taken, and why. */
export interface Rejects {
  readonly count: number;
  readonly byReason: readonly { readonly reason: string; readonly count: number }[];
  readonly examples: readonly { readonly line: string; readonly reason: string }[];
}

/** The feeds of an answer; what has no id cannot be shown or changed. */
export function readFeeds({ feeds = [] }: Sources): readonly Feed[] {
  return feeds.flatMap((feed) => (feed.id ? [readFeed(feed, feed.id)] : []));
}

function readFeed(feed: SourceFeed, id: string): Feed {
  const { title = id, publisher = '', url = '', licence = '', attribution = '', terms = '', category = '' } = feed;
  const { fills = [], mode = 'snapshot', learns = '', state = 'off', progress, rows } = feed;
  return {
    ...{ id, title, publisher, url, licence, attribution, terms, category, fills, mode, learns, state },
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
    lastFetch: instant(feed.last_fetch),
    lastSuccess: instant(feed.last_success),
    nextFetch: instant(feed.next_fetch),
    asOf: feed.as_of ?? null,
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

function instant(text: string | null | undefined): number | null {
  return text ? timestampToEpochSeconds(text) : null;
}

const running: ReadonlySet<FeedState> = new Set(['fetching', 'reading', 'writing', 'scoring']);

/** Something is being done for it right now. */
export function isRunning({ state }: Pick<Feed, 'state'>): boolean {
  return running.has(state);
}

/** It is being worked on, or waits for that: also one that was switched off, until its entries are ended. */
export function isBusy(feed: Pick<Feed, 'state'>): boolean {
  return feed.state === 'waiting' || isRunning(feed);
}

/** How many rows its last good state holds. */
export function rowCount({ rows: { listings, facts, routing } }: Pick<Feed, 'rows'>): number {
  return listings + facts + routing;
}

/** When the publisher may be asked again, epoch seconds; null when that is now. */
export function blockedUntil({ lastFetch, minIntervalSeconds }: Feed, now: number): number | null {
  const until = lastFetch === null ? 0 : lastFetch + minIntervalSeconds;
  return until > now ? Math.min(until, MAX_EPOCH_SECONDS) : null;
}
