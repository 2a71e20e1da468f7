import { ownValue } from './own-value.ts';
import { scoreBand } from './score-band.ts';
import type { AddressExemptions, DomainExemptions } from './score-formulas.ts';

/**
 * What is known about a subject as a whole. The service sends it as `verdict`, the dashboard shows it; a deployment that does
 * not send it is read by the functions below.
 * - scored: observed or listed; its score, 0 included, is valid as is;
 * - sinkholed: its traffic goes to a research sinkhole, or it is one: the score is suppressed, and who talks to it is infected;
 * - expired, parked: not in use at present, so the score is 0 regardless of its history;
 * - known_benign: belongs to a known benign actor;
 * - unknown: never observed and never listed. Who announces an address, and its country, are not observations.
 */
export const VERDICT_STATES = ['scored', 'sinkholed', 'expired', 'parked', 'known_benign', 'unknown'] as const;
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
  if (score === undefined) return 'unknown';
  return readVerdictState(verdict) ?? verdictStateOfDecider(decider) ?? (score > 0 ? 'scored' : undefined);
}

interface Evidence {
  /** undefined: the record carries no overall score. */
  readonly sp_risk_score: number | undefined;
  /** Seen by sensors, registered or listed itself. */
  readonly isObserved: boolean;
}

/** The state of a domain. Sinkholed comes first: an expired or parked name is idle, a sinkholed one has victims. */
export function domainVerdictState(evidence: Evidence & DomainExemptions): VerdictState {
  if (evidence.is_sinkholed) return 'sinkholed';
  // other deployments may score such domains all the same; their score is not hidden
  if (evidence.sp_risk_score) return 'scored';
  if (evidence.is_expired) return 'expired';
  if (evidence.is_parked) return 'parked';
  return evidence.isObserved ? 'scored' : 'unknown';
}

/**
 * The state of an IPv4 or IPv6 address. Whatever the score of one that was never observed, it is that of its network: a hint
 * to show alongside "unknown", neither a verdict nor an all-clear.
 */
export function addressVerdictState(evidence: Evidence & AddressExemptions): VerdictState {
  if (evidence.known_sinkhole_ip) return 'sinkholed';
  if (evidence.known_benign && !evidence.sp_risk_score) return 'known_benign';
  return evidence.isObserved ? 'scored' : 'unknown';
}

interface ShareEvidence {
  /** The share of listed ones, 0 to 100; undefined when there is no record. */
  readonly reputation: number | undefined;
  /** Active addresses, or domains served, that the share is of; undefined when the answer does not say. */
  readonly base: number | undefined;
  /** How many of them are listed; left out where all that are listed are among the base. */
  readonly listed?: number | undefined;
  readonly isSinkhole?: boolean;
}

/**
 * The state of an AS, a subnet or a name server, which are judged by the share of listed ones. There is no score without
 * active addresses, or when lists name more addresses than were active. A share of 0 with an unknown base is not a score
 * either, because the base may be 0.
 */
export function reputationVerdictState({
  reputation,
  base,
  listed = 0,
  isSinkhole = false,
}: ShareEvidence): VerdictState {
  if (isSinkhole) return 'sinkholed';
  if (reputation === undefined) return 'unknown';
  if (base === undefined) return reputation > 0 ? 'scored' : 'unknown';
  return base > 0 && base >= listed ? 'scored' : 'unknown';
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
  unknown: { word: 'Unknown', symbol: '?', meaning: 'Never observed and never listed. That does not mean harmless.' },
};

/** The word for a score of 0 of a subject that was observed. */
export const NO_DETECTIONS = 'No detections';

/** The one word of a verdict: that of its state, else of its score's band; '' for an unexplained score. */
export function verdictWord(state: VerdictState | undefined, score: number | null | undefined): string {
  if (state !== undefined && state !== 'scored') return VERDICT_LOOKS[state].word;
  if (score === 0) return state ? NO_DETECTIONS : '';
  return typeof score === 'number' ? (scoreBand(score)?.word ?? '') : '';
}
