import type { ListingScoreExplain } from '#contract/generated/types.gen.ts';
import { countOf, daysAgo } from './verdict.ts';

/**
 * "on 4 lists, first 37 days ago, still listed". The windows of the interface count listings by when they ended, so that they
 * cannot say how often something was listed lately. Lists are counted where the service tells them apart, else listings. Null
 * without a listing.
 */
export function listingWords(explain: ListingScoreExplain | undefined): string | null {
  if (!explain) return null;
  const { listed_recent_ago: recent, listed_first_ago: first, listings_all: all } = explain;
  // lists are read once a day: yesterday's word is the latest of many
  const isOpen = recent !== undefined && recent <= 1;
  const lists = (isOpen && explain.lists_open) || explain.lists_all;
  const listings = (isOpen && explain.listings_last_7) || all;
  if (!lists && !listings) return null;
  const count = lists ? `on ${countOf(lists, 'list')}` : countOf(listings ?? 0, 'listing');
  const parts = [isOpen || !lists ? count : `was ${count}`];
  if (first !== undefined) parts.push(`first ${daysAgo(first)}`);
  if (recent !== undefined) parts.push(isOpen ? 'still listed' : `last ${daysAgo(recent)}`);
  return parts.join(', ');
}
