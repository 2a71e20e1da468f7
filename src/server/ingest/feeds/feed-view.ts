import type { SourceFeed } from '#contract/generated/types.gen.ts';
import { plusDays, SECONDS_PER_DAY } from '#model/dates.ts';
import { plural } from '#model/format.ts';
import type { Feed } from './catalogue/feed.ts';
import type { FeedRecord } from './feed-settings.ts';

/** What the service is doing for a feed. */
export interface FeedActivity {
  readonly state: 'waiting' | 'fetching' | 'reading' | 'writing' | 'scoring';
  /** Absent while the feed waits for its turn. */
  readonly progress?: { readonly step: string; readonly done: number; readonly total: number };
}

interface ViewedFeed {
  readonly feed: Feed;
  readonly record: FeedRecord;
  readonly activity: FeedActivity | undefined;
  readonly hasKey: boolean;
  readonly isOwn: boolean;
  /** An own feed that was removed, and what it brought was not. */
  readonly isDeleted: boolean;
  /** '' for callers who may not manage sources. */
  readonly dropFolder: string;
  /** Whether it is only read from its drop folder. */
  readonly isDropped: boolean;
  /** Says what in its drop folder is not read; undefined when everything is. */
  readonly ignored: string | undefined;
  /** 'yyyy-mm-dd' */
  readonly today: string;
}

/** A feed as the API returns it. */
export function feedView(viewed: ViewedFeed): Required<SourceFeed> {
  const { feed, record, activity, hasKey, isOwn, dropFolder, ignored } = viewed;
  const { rejects } = record;
  return {
    id: feed.id,
    title: feed.title,
    publisher: feed.publisher,
    url: isOwn ? withoutTokens(feed.urls[0] ?? '') : (feed.urls[0] ?? ''),
    licence: feed.licence,
    licence_url: feed.licenceUrl,
    attribution: feed.attribution,
    terms: feed.terms,
    terms_accepted: feed.terms !== '' && record.acceptedTerms === feed.terms,
    category: feed.category,
    fills: [...feed.fills],
    mode: feed.mode,
    lifetime_days: feed.lifetimeDays ?? 0,
    min_interval_seconds: feed.minIntervalSeconds,
    every_seconds: feed.everySeconds,
    needs_key: feed.auth !== undefined,
    has_key: hasKey,
    recommended: feed.recommended,
    free: feed.free,
    own: isOwn,
    size_hint: feed.sizeHint,
    learns: learns(feed),
    enabled: record.enabled,
    state: stateOf(viewed),
    progress: (record.enabled && activity?.progress) || null,
    last_fetch: timeOf(record.lastFetch),
    last_success: timeOf(record.lastSuccess),
    next_fetch: record.enabled && feed.urls.length > 0 ? timeOf(record.nextFetch) : null,
    as_of: record.asOf ?? null,
    as_of_from: record.asOfFrom ?? null,
    lists: (record.lists ?? []).map(({ name, asOf }) => ({ name: listName(name), as_of: asOf })),
    rows: { ...record.rows },
    ...(ignored !== undefined && record.enabled && record.error === undefined
      ? { error: ignored, whose: 'this-machine' }
      : { error: record.error ?? null, whose: record.whose ?? null }),
    rejects: { count: rejects.count, by_reason: rejects.byReason, examples: rejects.examples },
    drop_folder: dropFolder,
  };
}

/** `https://publisher.test/lists/akamai/list.json` -> 'akamai'; of any other document, its file name. */
function listName(document: string): string {
  const path = URL.canParse(document) ? new URL(document).pathname : document;
  const parts = path.split(/[/\\]/).filter((part) => part !== '');
  return (parts.at(-1) === 'list.json' ? parts.at(-2) : parts.at(-1)) ?? document;
}

/** A URL with the values of its query and long random words of its path masked. */
function withoutTokens(text: string): string {
  if (!URL.canParse(text)) return text;
  const { origin, pathname, search } = new URL(text);
  const path = pathname.replace(/[^/]+/g, (word) => (isToken(word) ? '***' : word));
  return `${origin}${path}${search.replace(/([?&])([^=&]*=)?[^&]+/g, '$1$2***')}`;
}

/** Names of files have a meaning; a token has digits and letters, and is long. */
function isToken(word: string): boolean {
  return /^[\w~-]{16,}$/.test(word) && /\d/.test(word) && /[a-z]/i.test(word);
}

function stateOf({
  feed,
  record,
  activity,
  isDeleted,
  isDropped,
  today,
}: ViewedFeed): NonNullable<SourceFeed['state']> {
  const { enabled, outcome, currentOn, removesFrom } = record;
  if (removesFrom !== undefined) return 'removing';
  if (isDeleted) return 'deleted';
  if (!enabled) return 'off';
  if (activity) return activity.state;
  if (outcome === undefined) return isDropped ? 'empty' : 'waiting';
  const isFine = outcome === 'ok' || outcome === 'unchanged';
  return isFine && currentOn !== undefined && isOld(feed, currentOn, today) ? 'old' : outcome;
}

/** Publishers are a day or two late, and lists are replaced by hand once a week. */
const currentDays = 8;

/** Whether data of a day is older than the feed should be. */
function isOld({ everySeconds }: Pick<Feed, 'everySeconds'>, day: string, today: string): boolean {
  return plusDays(day, Math.max(currentDays, Math.ceil((3 * everySeconds) / SECONDS_PER_DAY))) < today;
}

function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}

/** Which data a fetch reveals to whom; a person reads this sentence before consenting. */
function learns({ urls, auth }: Feed): string {
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname))];
  if (hosts.length === 0) return 'Nothing is sent: only its drop folder is read.';
  const key = auth ? ' and your key' : '';
  const them = plural(hosts.length, 'this list', 'these lists');
  return (
    `${hosts.join(', ')} ${plural(hosts.length, 'learns', 'learn')} the address of this machine${key}, and that it uses ` +
    `${them}. What you look up stays here.`
  );
}
