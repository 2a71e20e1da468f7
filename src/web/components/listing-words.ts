import type { ListingScoreExplain } from '#contract/generated/types.gen.ts';
import { countOf, daysAgo } from './verdict.ts';

const windows = [30, 90, 180, 365] as const;

/** "listed 7 times in the last 30 days, most recently 2 days ago": the shortest window that holds a listing. Null without inputs. */
export function listingWords(explain: ListingScoreExplain | undefined): string | null {
  if (!explain) return null;
  const days = windows.find((window) => (explain[`listings_last_${window}`] ?? 0) > 0);
  const count = days ? explain[`listings_last_${days}`] : explain.listings_all;
  if (!count) return null;
  const times = count === 1 ? 'once' : countOf(count, 'time');
  const recent = explain.listed_recent_ago;
  return `listed ${times}${days ? ` in the last ${days} days` : ''}${
    recent === undefined ? '' : `, ${count === 1 ? '' : 'most recently '}${daysAgo(recent)}`
  }`;
}
