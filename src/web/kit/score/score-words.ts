import type { AsnTakedownReputationExplain, Listing, ListingScoreExplain } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { ownValue } from '#model/own-value.ts';
import { factorLabel, scoreFactor } from '#model/score-factors.ts';
import { daysAgo } from '#model/shown-time.ts';
import { VERDICT_LOOKS, type VerdictState, verdictStateOfDecider } from '#model/verdict.ts';
import { accordingTo, type Verdict } from './verdict.ts';

/** The deciding factor of a score and the score's provider, in a sentence; '' when the answer does not say. */
export function deciderSentence(
  score: number | null | undefined,
  decider: string | undefined,
  provider?: string,
): string {
  return accordingTo(decidedWords(score, decider), provider);
}

/** The reason for a score in a sentence: the given words, or else the deciding factor. */
export function reasonSentence(words: string | null | undefined, score: number | undefined, decider: string): string {
  return words ? `${words}.` : deciderSentence(score, decider) || 'the service does not say why.';
}

/** The reason for a verdict in one phrase: the deciding factor, or the state where there is no score. */
export function reasonPhrase({ state, decider, provider }: Pick<Verdict, 'state' | 'decider' | 'provider'>): string {
  return accordingTo(state === 'scored' ? factorLabel(decider) : VERDICT_LOOKS[state].word, provider);
}

function decidedWords(score: number | null | undefined, decider: string | undefined): string {
  if (decider && verdictStateOfDecider(decider)) return scoreFactor(decider).sentence;
  if (decider) return `Deciding factor: ${scoreFactor(decider).sentence}`;
  return score === 0 ? 'No detections.' : '';
}

/** How the factors form the overall score or, without a score, why they do not. */
export function scoreRule(state: VerdictState): string {
  if (state === 'scored') return 'The overall score is the highest factor.';
  if (state === 'unknown') return 'Never observed: these factors describe its network.';
  if (state === 'insufficient' || state === 'internal') return '';
  return `${VERDICT_LOOKS[state].word}: score suppressed, so these factors do not count.`;
}

/** The label of a member of an `*_explain` object, and its unit unless it is a plain count. */
export interface ExplainWord {
  readonly label: string;
  /** ago: days before today. */
  readonly unit?: 'days' | 'day' | 'ago';
}

const EXPLAIN_WORDS: Readonly<Record<string, ExplainWord>> = {
  ips_in_asn: { label: 'Addresses announced' },
  ips_in_subnet: { label: 'Addresses in the subnet' },
  ips_num_active: { label: 'Active, last 30 days' },
  ips_num_listed: { label: 'Listed, last 30 days' },
  items_num_listed: { label: 'Open listings' },
  listings_max_age: { label: 'Oldest open listing', unit: 'days' },
  ip_density: { label: 'Names pointing here' },
  names_num_listed: { label: 'Listed among them' },
  ns_server_domain_density: { label: 'Domains, last 30 days' },
  ns_server_domains_listed: { label: 'Listed among them' },
  subject: { label: 'Listed network' },
  listing_score: { label: 'Its listing score' },
  listed_first: { label: 'First listed', unit: 'day' },
  listed_first_ago: { label: 'First listed', unit: 'ago' },
  listed_recent: { label: 'Last seen on a list', unit: 'day' },
  listed_recent_ago: { label: 'Last listed', unit: 'ago' },
  listed_span: { label: 'From first to last', unit: 'days' },
  listings_all: { label: 'Listings ever' },
  lists_all: { label: 'Lists ever' },
  lists_open: { label: 'Lists now' },
  listings_last_7: { label: 'Open in the last 7 days' },
  listings_last_30: { label: 'Open in the last 30 days' },
  listings_last_90: { label: 'Open in the last 90 days' },
  listings_last_180: { label: 'Open in the last 180 days' },
  listings_last_365: { label: 'Open in the last 365 days' },
  weight: { label: 'Weight' },
  changes_last_30_days: { label: 'Last 30 days' },
  changes_last_90_days: { label: 'Last 90 days' },
  num_changes_all: { label: 'Changes known' },
  ns_entropy: { label: 'Entropy' },
};

/** The words for a member of an `*_explain` object; an unknown member keeps its name. */
export function explainWord(field: string): ExplainWord {
  return ownValue(EXPLAIN_WORDS, field) ?? { label: field };
}

/** Why no listing counts: there never was one, all of them have run out, or they are of URLs on other hosts. */
export function noListing(listings: readonly Listing[]): string {
  if (listings.some((each) => each.on_shared_host && each.is_open))
    return 'only URLs on shared hosts below it are listed';
  return listings.length > 0 ? 'no listing counts any more' : 'never listed';
}

/** The listings behind a score, or why none counts; '' where the answer has no inputs of it. */
export function listingsOrNone(explain: ListingScoreExplain | undefined, listings: readonly Listing[] = []): string {
  return listingWords(explain) ?? (explain && Object.keys(explain).length === 0 ? noListing(listings) : '');
}

/** How an operator reacts to listings: "slow, oldest listing open 399 days"; null when the answer does not say. */
export function takedownWords(
  score: number | undefined,
  explain: AsnTakedownReputationExplain | undefined,
): string | null {
  const { items_num_listed: items, listings_max_age: age } = explain ?? {};
  if (score === undefined) return null;
  if (!items || age === undefined) return score === 0 && explain ? 'no open listings' : speedWord(score);
  return `${speedWord(score)}, oldest listing open ${formatCount(age, 'day')}`;
}

/** How slow an operator reacts; says nothing about the users of the network. */
function speedWord(score: number): string {
  if (score >= 75) return 'very slow';
  if (score >= 50) return 'slow';
  return score >= 25 ? 'moderate' : 'fast';
}

/**
 * "on 4 lists, first 37 days ago, still listed". Does not use the windows of the interface: they count listings by end day and
 * cannot show how often a subject was listed recently. Counts lists where the service names them, otherwise listings. Null
 * without a listing.
 */
export function listingWords(explain: ListingScoreExplain | undefined): string | null {
  if (!explain) return null;
  const { listed_recent_ago: recent, listed_first_ago: first, listings_all: all } = explain;
  // many lists are read once a day, so yesterday may be the latest state
  const isOpen = recent !== undefined && recent <= 1;
  const lists = (isOpen && explain.lists_open) || explain.lists_all;
  const listings = (isOpen && explain.listings_last_7) || all;
  if (!lists && !listings) return null;
  const count = lists ? `on ${formatCount(lists, 'list')}` : formatCount(listings ?? 0, 'listing');
  const parts = [isOpen || !lists ? count : `was ${count}`];
  if (first !== undefined) parts.push(`first ${daysAgo(first)}`);
  if (recent !== undefined) parts.push(isOpen ? 'still listed' : `last ${daysAgo(recent)}`);
  const words = parts.join(', ');
  const { weight = 1 } = explain;
  if (weight === 0) return `${words}; not counted`;
  return weight < 1 ? `URLs on this shared host are ${words}` : words;
}
