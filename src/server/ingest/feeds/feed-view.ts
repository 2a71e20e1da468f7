import type { SourceFeed } from '#contract/generated/types.gen.ts';
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
  /** '' for callers who may not manage sources. */
  readonly dropFolder: string;
}

/** A feed as the API returns it. */
export function feedView({ feed, record, activity, hasKey, isOwn, dropFolder }: ViewedFeed): Required<SourceFeed> {
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
    state: stateOf(record, activity),
    progress: (record.enabled && activity?.progress) || null,
    last_fetch: timeOf(record.lastFetch),
    last_success: timeOf(record.lastSuccess),
    next_fetch: record.enabled ? timeOf(record.nextFetch) : null,
    as_of: record.asOf ?? null,
    rows: { ...record.rows },
    error: record.error ?? null,
    whose: record.whose ?? null,
    rejects: { count: rejects.count, by_reason: rejects.byReason, examples: rejects.examples },
    drop_folder: dropFolder,
  };
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

function stateOf(
  { enabled, outcome }: FeedRecord,
  activity: FeedActivity | undefined,
): NonNullable<SourceFeed['state']> {
  if (!enabled) return 'off';
  return activity?.state ?? outcome ?? 'waiting';
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
