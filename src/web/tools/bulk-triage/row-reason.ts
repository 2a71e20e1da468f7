import { formatAsn } from '#model/asn.ts';
import { timeText } from '#model/dates.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { ownValue } from '#model/own-value.ts';
import { factorLabel } from '#model/score-factors.ts';
import { asSentence } from '#model/listed-by.ts';
import { checkedWords, missingDomainWords, VERDICT_LOOKS } from '#model/verdict.ts';
import { deciderSentence } from '#web/kit/score/score-words.ts';
import { listingsSentence, missingOfDomain } from '#model/subject-knowledge.ts';
import { accordingTo, detectedVerdict, shownSentence } from '#web/kit/score/verdict.ts';
import type { BulkRecord } from './bulk-answer.ts';
import type { BulkRow } from './bulk-row.ts';

/** The deciding factor as the table shows it, and its sentence. */
interface DecidedBy {
  readonly text: string;
  readonly sentence: string;
}

const notTold: DecidedBy = {
  text: 'Not in bulk answers',
  sentence: 'Bulk results here do not include the deciding factor. The page of the indicator does.',
};

/** The deciding factor in words, as on the page of the subject, or a note that bulk answers do not include it. */
export function decidedBy(row: BulkRow): DecidedBy {
  const { text, sentence } = factorOf(row);
  const { score_provider: provider } = row.record;
  return { text: accordingTo(text, provider), sentence: accordingTo(sentence, provider) };
}

function factorOf({ state, sp_risk_score: score, decider }: BulkRow): DecidedBy {
  if (state !== undefined && state !== 'scored')
    return state === 'unknown' || state === 'insufficient'
      ? { text: '', sentence: '' }
      : { text: factorLabel(decider), sentence: VERDICT_LOOKS[state].meaning };
  if (score === undefined) return { text: '', sentence: '' };
  if (decider) return { text: factorLabel(decider), sentence: deciderSentence(score, decider) };
  return score === 0 && state === 'scored' ? { text: 'No detections', sentence: 'No detections.' } : notTold;
}

/** "Phishing; on hookline-phish since 2026-10-21, still listed.", or the deciding factor; of what is unknown, why. */
export function reasonOf(row: BulkRow): string {
  if (row.state === 'unknown') return unknownReason(row);
  if (row.state === 'insufficient') return seenReason(row);
  if (row.state === 'internal') return 'Private or special-use space';
  return sentenceOf(row) ?? factorReason(row);
}

/** The sentence of the page without its verdict word; null where the answers have no more than the deciding factor. */
function sentenceOf(row: BulkRow): string | null {
  const { state, sp_risk_score: score = 0, record, decider, tags } = row;
  const { listed = null, checked } = record;
  if (record.score_provider !== undefined) return null;
  if (state === 'sinkholed' || state === 'parked' || state === 'expired')
    return listed && `${VERDICT_LOOKS[state].meaning} ${listingsSentence(listed)}`;
  if (state !== 'scored') return null;
  if (score === 0) {
    const missing = row.entry.kind === 'domain' ? missingDomainWords(checked ?? []) : '';
    return checked ? [checkedWords(checked), missing].flatMap((words) => asSentence(words) || []).join(' ') : null;
  }
  if (!listed && tags.every(({ words }) => words === '')) return null;
  const missing = row.entry.kind === 'domain' ? missingOfDomain(record) : [];
  return shownSentence(detectedVerdict(score, { decider, tags, listed, reason: factorReason(row), missing }, []));
}

function factorReason(row: BulkRow): string {
  const { text } = decidedBy(row);
  const detail = detailOf(row);
  return detail ? `${text}: ${detail}` : text;
}

function unknownReason({ entry, record, network_score: network }: BulkRow): string {
  if (entry.kind === 'subnet') return unknownSubnet(entry.value);
  if (record.error !== undefined && record.error !== 'Not found') return record.error;
  if (entry.kind === 'domain') return 'Never observed; no registration known';
  return network ? `Never observed; network score ${network}` : 'Never observed';
}

/** What is known of a subject that was seen and not judged. */
function seenReason({ entry, record }: BulkRow): string {
  const { ips_num_active: active = 0, last_seen: last, density, registered } = record;
  if (entry.kind === 'subnet' || entry.kind === 'asn')
    return active === 0 ? 'No active addresses' : `Only ${formatCount(active, 'active address', 'active addresses')}`;
  if (entry.kind === 'domain')
    return last ? `${registered ? `Its domain ${registered} last` : 'Last'} seen ${timeText(last)}` : 'Seen';
  return density ? `Seen with ${formatCount(density, 'name')}` : 'Seen';
}

/** As on the page of the subnet. */
function unknownSubnet(subnet: string): string {
  return subnet.includes(':') ? 'Reputation is available for IPv4 subnets only' : 'No reputation for this subnet';
}

type Detail = (record: BulkRecord) => string;

const ofSystem: Detail = ({ asn }) => (asn ? formatAsn(asn) : '');
const listed: Detail = ({ lists, is_listed, listed_first: first, listed_last: last }) => {
  if (!lists) return '';
  const from = first ? [`first ${first}`] : [];
  return [formatCount(lists, 'list'), ...from, is_listed ? 'still listed' : `last ${last ?? ''}`].join(', ');
};

/** Whose it is, and by which source: the part of the facts in words about it. */
function benignIn(stated: string): string {
  const start = `${factorLabel('known_benign')}: `;
  const words = stated.split('; ').find((each) => each.startsWith(start));
  return words?.slice(start.length) ?? '';
}

const DETAILS: Readonly<Record<string, Detail>> = {
  listing_score: listed,
  malscore: (record) => listed(record) || 'of a name on it',
  range_listing_score: listed,
  asn_listing_score: listed,
  is_sinkholed: listed,
  is_parked: listed,
  is_expired: listed,
  known_benign: ({ stated = '' }) => benignIn(stated),
  subnet_reputation_score: ({ subnet = '' }) => subnet,
  asn_reputation_score: ofSystem,
  asn_rank_score: ofSystem,
  asn_takedown_reputation_score: ofSystem,
  is_new_score: () => 'registered or first seen within 24 hours',
  age_score: ({ age }) => (age === undefined ? '' : `${formatCount(age, 'day')} old`),
  subnet_reputation: ({ ips_num_active: active, ips_num_listed: listed = 0, reputation_of: around }) =>
    active
      ? `${formatNumber(listed)} of ${formatCount(active, 'active address', 'active addresses')}${around ? ` of ${around}` : ''}, or names on them, listed`
      : '',
};

function detailOf({ decider, record }: BulkRow): string {
  return ownValue(DETAILS, decider)?.(record) ?? '';
}
