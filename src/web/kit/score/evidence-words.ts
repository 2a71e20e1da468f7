import type { CoveringSource, EvidenceFact, Ipv4Record, Listing } from '#contract/generated/types.gen.ts';
import { coverageLabels, type CoverageKind } from '#model/fact-kind.ts';
import { formatCount, formatNumber, capital } from '#model/format.ts';
import { categoryLabel } from '#model/listed-by.ts';
import { ownValue } from '#model/own-value.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';

/** A kind of fact in words: "Tor exit node"; for a kind of another deployment, its name with spaces. */
export function kindLabel(kind: string): string {
  return ownValue(coverageLabels, kind) ?? capital(kind.replaceAll('_', ' '));
}

/** Whether a loaded source covers one of the kinds; undefined if the deployment does not report coverage. */
export function isTracked({ not_tracked }: EvidenceFields, ...kinds: readonly CoverageKind[]): boolean | undefined {
  return not_tracked && kinds.some((kind) => !not_tracked.includes(kind));
}

/** What an answer says of lists. "Not listed" takes a current list that could have named the subject. */
export type ListingKnowledge = 'listed' | 'not-listed' | 'no-current-list' | 'not-tracked' | 'not-given';

/** @param record its `checked` are the inputs of the score that were checked */
export function listingKnowledge(
  record: EvidenceFields & { readonly checked?: readonly string[] | undefined },
): ListingKnowledge {
  const { listings, current_lists: lists, checked } = record;
  if (listings && listings.length > 0) return 'listed';
  const isChecked = lists ? lists.length > 0 : checked?.includes('listing_score');
  // the sample's lists name its own subjects, and count as no source
  if (!isChecked && isTracked(record, 'listings') === false) return 'not-tracked';
  if (isChecked === false) return 'no-current-list';
  return listings ? 'not-listed' : 'not-given';
}

/** "per Tor exit nodes of 2026-11-22" */
export function perSource({ title, source, as_of }: Pick<EvidenceFact, 'title' | 'source' | 'as_of'>): string {
  return `per ${title || source || 'an unnamed source'}${as_of ? ` of ${as_of}` : ''}`;
}

/** "Tor exit nodes (2026-11-22), URLhaus (2026-11-21) and 3 more" */
export function sourceNames(sources: readonly CoveringSource[]): string {
  const shown = sources.slice(0, 6).map(({ title, as_of }) => (as_of ? `${title} (${as_of})` : title));
  const more = sources.length > shown.length ? ` and ${sources.length - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}

/** "Known benign: Example Inc., 192.0.2.0/24, per Known benign services of 2026-11-20" */
export function factWords(fact: EvidenceFact, about?: string): string {
  const subject = fact.subject === about ? '' : fact.subject;
  const details = [fact.value, ...(fact.tags ?? []), subject, perSource(fact)].filter(Boolean);
  return `${kindLabel(fact.kind ?? '')}: ${details.join(', ')}`;
}

/** The status of a listing: on the list, removed but still counting, or ended. @param today 'yyyy-mm-dd' */
export function listingStatus({ is_open, expires = '', last_listed = '' }: Listing, today: string): string {
  if (is_open) return 'On the list';
  if (expires >= today) return `Counts until ${expires}`;
  return `Ended ${last_listed}`.trim();
}

/** What a list says of a host of which it names only URLs. */
export const sharedHostWords = 'URLs on a shared host';

/**
 * "URLhaus (malware), Spamhaus DROP (spam), 2 more"; '' without a listing. Each list appears once per category, with a mark where it
 * names only URLs on a shared host.
 */
export function listNames({ listings = [] }: EvidenceFields, atMost = 3): string {
  const direct = new Set(listings.flatMap((each) => (each.on_shared_host ? [] : [listName(each)])));
  const names = [...new Set(listings.map(listName))].map((name) =>
    direct.has(name) ? name : `${name}, ${sharedHostWords}`,
  );
  const rest = names.length - atMost;
  return [...names.slice(0, atMost), ...(rest > 0 ? [`${formatNumber(rest)} more`] : [])].join(', ');
}

/** "Not listed now; last on URLhaus (malware) on 2026-03-01"; null while a list names the subject, and without a listing. */
export function endedWords({ listings = [] }: EvidenceFields): string | null {
  if (listings.some(({ is_open }) => is_open)) return null;
  const [latest] = listings.toSorted((a, b) => (b.last_listed ?? '').localeCompare(a.last_listed ?? ''));
  return latest ? `Not listed now; last on ${listName(latest)} on ${latest.last_listed ?? 'an unknown day'}` : null;
}

/** "URLhaus (malware)" */
export function listName({ title, source, category }: Listing): string {
  return `${title || source || 'an unnamed list'}${category ? ` (${categoryLabel(category)})` : ''}`;
}

/** The days of allocation of an address or network, known also where no loaded source covers all. */
type Allocated = Pick<Ipv4Record, 'asn_allocation_date' | 'subnet_allocation_date'>;

/** "Tor exit node, VPN, 6 more"; '' when everything is tracked. What is known of this subject is left out, whatever is tracked of others. */
export function notTrackedWords(record: EvidenceFields & Allocated, atMost = Infinity): string {
  const allocated = { as_allocation: record.asn_allocation_date, subnet_allocation: record.subnet_allocation_date };
  const areListsKnown = ['listed', 'not-listed'].includes(listingKnowledge(record));
  const isStated = (kind: string) =>
    typeof ownValue(allocated, kind) === 'number' || record.facts?.some((fact) => fact.kind === kind);
  const kinds = (record.not_tracked ?? []).filter((kind) => !isStated(kind) && (kind !== 'listings' || !areListsKnown));
  const rest = kinds.length - atMost;
  const shown = kinds.slice(0, atMost).map(kindLabel);
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** "The latest 100 of 130 listings."; null when the record has all listings. */
export function cutOffWords({ listings = [], listings_total: total = 0 }: EvidenceFields): string | null {
  return total > listings.length ? `The latest ${listings.length} of ${formatCount(total, 'listing')}.` : null;
}

/** The fields of answers that may hold the record with the evidence. */
const places = ['ip2asn', 'domaininfo', 'asn_reputation', 'subnet_reputation', 'ns_server_reputation'] as const;

/** The evidence about the subject of an answer or envelope; null if there is none. */
export function evidenceIn(answer: unknown): EvidenceFields | null {
  const { response = answer } = (answer ?? {}) as { readonly response?: unknown };
  const members = (response ?? {}) as Readonly<Record<string, unknown>>;
  const records = places.flatMap((place) => [members[place]].flat()) as (EvidenceFields | null | undefined)[];
  return records.find((record) => Array.isArray(record?.not_tracked)) ?? null;
}
