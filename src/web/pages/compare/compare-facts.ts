import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { formatNumber } from '#model/format.ts';
import { type Indicator, indicatorOf } from '#model/indicator-of.ts';
import { nameServer } from '#model/indicator-kind.ts';
import { timeText } from '#model/dates.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import { endedWords, listingKnowledge, listNames } from '#web/kit/score/evidence-words.ts';
import { listingWords } from '#web/kit/score/score-words.ts';
import { scanMarks } from '#web/kit/subject/scan-highlights.tsx';
import type { AddressRecord } from '#web/evidence/address-record.ts';

/** A fact for comparison: equal texts are equal facts. */
export interface FactValue {
  readonly text: string;
  /** Shown in place of the text, each as a link; `display` where the value is long. */
  readonly indicators?: readonly (Indicator & { readonly display?: string })[];
}

/** Facts by label; null for an unknown fact. Empty when nothing is known about the subject. */
export type SubjectFacts = ReadonlyMap<string, FactValue | null>;

/** A line of the comparison. */
export interface FactPair {
  readonly label: string;
  readonly values: readonly [FactValue | null, FactValue | null];
  /** null where one side is unknown. */
  readonly isSame: boolean | null;
}

interface FactPairs {
  readonly pairs: readonly FactPair[];
  /** Number of facts that only one of the two kinds has. */
  readonly leftOut: number;
}

/** The facts of both kinds, line by line. */
export function factPairs(first: SubjectFacts, second: SubjectFacts): FactPairs {
  const labels = [...new Set([...first.keys(), ...second.keys()])];
  const isUnknown = first.size === 0 || second.size === 0;
  const compared = labels.filter((label) => isUnknown || (first.has(label) && second.has(label)));
  const pairs = compared.map((label): FactPair => {
    const [a = null, b = null] = [first.get(label), second.get(label)];
    return { label, values: [a, b], isSame: a && b ? a.text === b.text : null };
  });
  return { pairs, leftOut: labels.length - pairs.length };
}

export function domainFacts(name: string, record: EnrichDomainAnswer): SubjectFacts {
  const { domaininfo: info = {}, ns_reputation: servers, nschanges, ip_diversity: diversity } = record;
  const names = (servers?.ns_srv_reputation ?? []).flatMap(({ ns_server: server }) => server ?? []).sort();
  const probability = record.domain_string_frequency_probability?.dga_probability_score;
  return new Map([
    ...listingFacts({ ...info, checked: record.checked }, record),
    ['Registered', timeFact(info.whois_created_date)],
    ['Registrar', textFact(info.registrar)],
    ['Name servers', listFact(names.map(nameServer))],
    ['Name-server changes', countFact(nschanges?.results_summary?.num_changes_all)],
    ['Domain first seen', timeFact(info.first_seen)],
    ['Domain last seen', timeFact(info.last_seen)],
    ['IPv4 addresses, 30 days', countFact(diversity?.ip_diversity_all)],
    ['IPv4 networks, 30 days', countFact(diversity?.ip_diversity_groups)],
    ['IPv4 ASNs, 30 days', countFact(diversity?.asn_diversity)],
    ['DGA likelihood', countFact(probability)],
    ...markFacts(record.scan_data, name),
  ]);
}

export function addressFacts(record: AddressRecord): SubjectFacts {
  const { asn, asname, subnet, ip_location: location, ip_ptr: pointer, density } = record;
  const reverse = indicatorOf(pointer ?? '');
  return new Map([
    ...listingFacts(record, record),
    ['Autonomous system', asn ? listFact([{ kind: 'asn', value: String(asn) }], [formatAsn(asn), asname]) : null],
    ['Prefix', subnet ? listFact([{ kind: 'subnet', value: subnet }]) : null],
    ['Registered in', textFact(location?.country_name || location?.country_code)],
    ['PTR', reverse ? listFact([reverse]) : textFact(pointer)],
    ['Names on it', countFact(density)],
    ['AS allocated', timeFact(record.asn_allocation_date)],
    ...markFacts(record.scan_data),
  ]);
}

type Entry = readonly [label: string, value: FactValue | null];

function listingFacts(
  evidence: EvidenceFields & Pick<EnrichDomainAnswer, 'checked'>,
  { listing_score_explain: explain }: Pick<EnrichDomainAnswer, 'listing_score_explain'>,
): readonly Entry[] {
  const none = listingKnowledge(evidence) === 'not-listed' ? { text: 'not listed' } : null;
  return [
    ['Listed by', textFact(endedWords(evidence) ?? listNames(evidence)) ?? none],
    ['Listings', textFact(listingWords(explain)) ?? none],
  ];
}

/** The scan attributes that other hosts may share. */
function markFacts(scans: EnrichDomainAnswer['scan_data'], host?: string): readonly Entry[] {
  const { certificate, jarm, favicon } = scans ? scanMarks(scans, host) : {};
  return [
    ['Certificate', certificate ? listFact([certificate]) : null],
    ['JARM', jarm ? listFact([{ kind: 'jarm', ...jarm }]) : null],
    ['Favicon', favicon ? listFact([{ kind: 'favicon-mmh3', ...favicon }]) : null],
  ];
}

function textFact(text: string | null | undefined): FactValue | null {
  return text ? { text } : null;
}

/** G1 gives some counts as text. */
function countFact(count: number | string | undefined): FactValue | null {
  const number = Number(count ?? Number.NaN);
  return Number.isFinite(number) ? { text: formatNumber(number) } : null;
}

function timeFact(time: number | string | undefined): FactValue | null {
  const text = time ? timeText(time).slice(0, 10) : '';
  return text === '' || text === 'UNKNOWN' ? null : { text };
}

function listFact(
  indicators: NonNullable<FactValue['indicators']>,
  words: readonly (string | undefined)[] = indicators.map(({ value }) => value),
): FactValue | null {
  return indicators.length === 0 ? null : { text: words.filter(Boolean).join(' '), indicators };
}
