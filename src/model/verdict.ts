import { ownValue } from './own-value.ts';
import { scoreBand } from './score-band.ts';
import type { AddressExemptions, AddressScores, DomainExemptions, DomainScores } from './score-formulas.ts';

/**
 * What is known about a subject as a whole. The service sends it as `verdict`, the dashboard shows it; a deployment that does
 * not send it is read by the functions below.
 * - scored: judged; its score, 0 included, is valid as is;
 * - sinkholed: its traffic goes to a research sinkhole, or it is one: the score is suppressed, and who talks to it is infected;
 * - expired, parked: not in use at present, so the score is 0 regardless of its history;
 * - known_benign: belongs to a known benign actor;
 * - insufficient: seen, but too little could be checked to call it clean;
 * - internal: private or special-use space, about which public sources say nothing;
 * - unknown: never observed and never listed. Who announces an address, and its country, are not observations.
 */
export const VERDICT_STATES = [
  'scored',
  'sinkholed',
  'expired',
  'parked',
  'known_benign',
  'insufficient',
  'internal',
  'unknown',
] as const;
export type VerdictState = (typeof VERDICT_STATES)[number];

/** The `verdict` field of a record as a state; undefined for anything else, so that the record's own fields decide. */
export function readVerdictState(value: unknown): VerdictState | undefined {
  return VERDICT_STATES.find((state) => state === value);
}

const stateOfDecider: Readonly<Record<string, VerdictState>> = {
  is_sinkholed: 'sinkholed',
  known_sinkhole_ip: 'sinkholed',
  is_expired: 'expired',
  is_parked: 'parked',
  known_benign: 'known_benign',
};

/** The state that a deciding factor implies; undefined for score factors and without a factor. */
export function verdictStateOfDecider(decider: string | undefined): VerdictState | undefined {
  return decider === undefined ? undefined : ownValue(stateOfDecider, decider);
}

/**
 * The state of a bare risk-score answer: as sent, else by its deciding factor, else by the score. undefined for an
 * unexplained 0: it may mean clean, parked or never observed, and must not look clean.
 */
export function riskScoreState(record: {
  readonly score: number | undefined;
  readonly decider?: string | undefined;
  readonly verdict?: unknown;
}): VerdictState | undefined {
  const { score, decider, verdict } = record;
  const sent = readVerdictState(verdict);
  if (score === undefined) return sent ?? 'unknown';
  return sent ?? verdictStateOfDecider(decider) ?? (score > 0 ? 'scored' : undefined);
}

interface Evidence {
  /** undefined: the record carries no overall score. */
  readonly sp_risk_score: number | undefined;
  /** Seen by sensors, registered or listed itself. */
  readonly isObserved: boolean;
  readonly isInternal: boolean;
  /** Enough was checked for a score of 0 to mean "no detections": isDomainJudged, isAddressJudged. */
  readonly isJudged: boolean;
}

/** The state of a domain. Sinkholed comes first: an expired or parked name is idle, a sinkholed one has victims. */
export function domainVerdictState(
  evidence: Evidence & DomainExemptions & { readonly known_benign?: boolean },
): VerdictState {
  if (evidence.is_sinkholed) return 'sinkholed';
  // other deployments may score such domains all the same; their score is not hidden
  if (evidence.sp_risk_score) return 'scored';
  if (evidence.is_expired) return 'expired';
  if (evidence.is_parked) return 'parked';
  if (evidence.known_benign) return 'known_benign';
  return quietState(evidence);
}

/**
 * The state of an IPv4 or IPv6 address. Whatever the score of one that was never observed, it is that of its network: a hint
 * to show alongside "unknown", neither a verdict nor an all-clear.
 */
export function addressVerdictState(evidence: Evidence & AddressExemptions): VerdictState {
  if (evidence.isInternal) return 'internal';
  if (evidence.known_sinkhole_ip) return 'sinkholed';
  if (evidence.known_benign && !evidence.sp_risk_score) return 'known_benign';
  if (evidence.isObserved && evidence.sp_risk_score) return 'scored';
  return quietState(evidence);
}

/** The state of a subject with a score of 0: it was judged, only seen, or neither. */
function quietState({ isInternal, isObserved, isJudged }: Evidence): VerdictState {
  if (isInternal) return 'internal';
  if (!isObserved) return 'unknown';
  return isJudged ? 'scored' : 'insufficient';
}

/** What the reputation of an AS, a subnet, a name server or the names on an address rests on. */
export interface ShareEvidence {
  /** The share of listed ones, 0 to 100; undefined when there is no record. */
  readonly reputation: number | undefined;
  /** Active addresses, or domains served, that the share is of; undefined when the answer does not say. */
  readonly base: number | undefined;
  /** How many of them are listed; left out where all that are listed are among the base. */
  readonly listed?: number | undefined;
  /** False when no current list could name them. */
  readonly isListable?: boolean | undefined;
  readonly isSinkhole?: boolean;
  readonly isInternal?: boolean;
}

/**
 * The state of an AS, a subnet or a name server, which are judged by the share of listed ones. There is no score without
 * active addresses, when lists name more addresses than were active, or without a list. A share of 0 with an unknown base is
 * not a score either, because the base may be 0.
 */
export function reputationVerdictState(evidence: ShareEvidence): VerdictState {
  const { reputation, base, listed = 0, isListable = true, isSinkhole = false, isInternal = false } = evidence;
  if (isInternal) return 'internal';
  if (isSinkhole) return 'sinkholed';
  if (reputation === undefined) return 'unknown';
  if (reputation > 0 && base === undefined) return 'scored';
  if (base === undefined || base === 0 || base < listed) return 'insufficient';
  return reputation > 0 || isListable ? 'scored' : 'insufficient';
}

/** How a state is shown: a word, a shape and a sentence; the colours are in the theme. */
interface VerdictLook {
  readonly word: string;
  /** A distinct shape, so that colour is never the only sign. */
  readonly symbol: string;
  readonly meaning: string;
}

/** Looks of the states that show no number; `scored` has the look of its band. */
export const VERDICT_LOOKS: Readonly<Record<Exclude<VerdictState, 'scored'>, VerdictLook>> = {
  sinkholed: {
    word: 'Sinkholed',
    symbol: '⊗',
    meaning: 'Traffic goes to a research sinkhole; score suppressed. A host that contacts it is probably infected.',
  },
  expired: { word: 'Expired', symbol: '◇', meaning: 'The registration has expired; score suppressed.' },
  parked: { word: 'Parked', symbol: '◇', meaning: 'On the name servers of a parking service; score suppressed.' },
  known_benign: { word: 'Known benign', symbol: '✓', meaning: 'Belongs to a known benign actor; score suppressed.' },
  insufficient: {
    word: 'Not enough data',
    symbol: '…',
    meaning: 'Seen, but too little is known to judge it.',
  },
  internal: {
    word: 'Internal',
    symbol: '⌂',
    meaning: 'Internal: private or special-use space, which public lists do not cover.',
  },
  unknown: { word: 'Unknown', symbol: '?', meaning: 'Never observed and never listed. That does not mean harmless.' },
};

/** The word for a score of 0 of a subject that was judged. */
export const NO_DETECTIONS = 'No detections';

/** The one word of a verdict: that of its state, else of its score's band; '' for an unexplained score. */
export function verdictWord(state: VerdictState | undefined, score: number | null | undefined): string {
  if (state !== undefined && state !== 'scored') return VERDICT_LOOKS[state].word;
  if (score === 0) return state ? NO_DETECTIONS : '';
  return typeof score === 'number' ? (scoreBand(score)?.word ?? '') : '';
}

/** An input of an overall score that the collection has data for. Every other input is 0 because nothing is known. */
export type CheckedFactor = keyof DomainScores | keyof AddressScores;

/** What the collection knows about a domain beyond its scores. */
interface DomainKnowledge {
  /** A current list could name it. */
  readonly isListable: boolean;
  /** A whois record has its creation date. */
  readonly isAgeKnown: boolean;
  readonly hasNameServers: boolean;
}

/** The inputs of a domain's score that were checked. */
export function domainChecks({ isListable, isAgeKnown, hasNameServers }: DomainKnowledge): CheckedFactor[] {
  return [
    ...when(isListable, 'listing_score'),
    ...when(isListable && hasNameServers, 'ns_reputation_score'),
    ...when(hasNameServers, 'ns_entropy_score'),
    ...when(isAgeKnown, 'is_new_score', 'age_score'),
  ];
}

/** What the collection knows about an address beyond its scores. */
interface AddressKnowledge {
  /** A current list could name it. */
  readonly isListable: boolean;
  /** A current list could name a name that points to it. */
  readonly areNamesListable: boolean;
  /** A name pointed to it in the last 30 days. */
  readonly hasNames: boolean;
  readonly isAnnounced: boolean;
  /** Active addresses of its subnet and of its AS. */
  readonly subnetActive: number;
  readonly asnActive: number;
}

/** The inputs of an address's score that were checked; all of them rest on lists. */
export function addressChecks(knowledge: AddressKnowledge): CheckedFactor[] {
  const { isListable, areNamesListable, hasNames, isAnnounced, subnetActive, asnActive } = knowledge;
  const hasLists = isListable || areNamesListable;
  return [
    ...when(isListable, 'listing_score'),
    ...when(areNamesListable && hasNames, 'malscore', 'ip_reputation_score'),
    ...when(isListable, 'range_listing_score'),
    ...when(hasLists && subnetActive > 0, 'subnet_reputation_score'),
    ...when(hasLists && isAnnounced, 'asn_listing_score'),
    ...when(hasLists && asnActive > 0, 'asn_reputation_score', 'asn_rank_score', 'asn_takedown_reputation_score'),
  ];
}

function when(holds: boolean, ...factors: readonly CheckedFactor[]): readonly CheckedFactor[] {
  return holds ? factors : [];
}

/**
 * Whether a domain's score of 0 means "no detections": lists were checked, and its age or its name servers as well. A domain that is
 * only seen, or only absent from lists, is not judged.
 */
export function isDomainJudged(checked: readonly string[]): boolean {
  return (
    checked.includes('listing_score') && (checked.includes('age_score') || checked.includes('ns_reputation_score'))
  );
}

/**
 * Whether an address's score of 0 means "no detections": lists were checked, and it is in use. Lists forget what is not.
 * @param isInUse a name pointed to it in the last 30 days, a server was seen at it in the last 180, or a source describes it
 */
export function isAddressJudged(checked: readonly string[], isInUse: boolean): boolean {
  return isInUse && checked.includes('listing_score');
}

const checkWords: readonly (readonly [factor: CheckedFactor, words: string])[] = [
  ['listing_score', 'listings'],
  ['malscore', 'the names on it'],
  ['subnet_reputation_score', 'its subnet'],
  ['asn_reputation_score', 'its autonomous system'],
  ['age_score', 'its age'],
  ['ns_reputation_score', 'its name servers'],
  ['ns_entropy_score', 'how often they changed'],
];

/** The checks of a score of 0 in words: "checked listings, its age and its name servers"; '' without any. */
export function checkedWords(checked: readonly string[]): string {
  const words = checkWords.flatMap(([factor, each]) => (checked.includes(factor) ? [each] : []));
  const last = words.pop();
  if (last === undefined) return '';
  return `checked ${words.length > 0 ? `${words.join(', ')} and ` : ''}${last}`;
}

/** What is not known about a domain: "its age and name servers are not known"; '' when all is. */
export function missingDomainWords(checked: readonly string[]): string {
  // whether their names are known, not whether lists could name the domains on them
  const [age, servers] = [!checked.includes('age_score'), !checked.includes('ns_entropy_score')];
  if (servers) return `its ${age ? 'age and ' : ''}name servers are not known`;
  return age ? 'its age is not known' : '';
}
