import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import {
  readVerdictState,
  reputationVerdictState,
  riskScoreState,
  type VerdictState,
  verdictWord,
} from '#model/verdict.ts';
import { addressState } from '#web/components/score/address-verdict.ts';
import type { BulkRecord } from './bulk-answer.ts';
import type { BulkEntry, RefusedEntry } from './bulk-plan.ts';

/** One line of the results. Fields of the interface keep their names; they are exported as they stand here. */
export interface BulkRow {
  readonly key: string;
  readonly entry: BulkEntry;
  readonly record: BulkRecord;
  /** undefined: the service gives 0 and does not say what it means, or no score at all. */
  readonly state: VerdictState | undefined;
  /** Of `scored` rows only: no other state has a number. */
  readonly sp_risk_score: number | undefined;
  /** Of an address that was never observed: the score of its network, above 0. */
  readonly network_score: number | undefined;
  /** "Critical", "Sinkholed", "No detections". */
  readonly verdict: string;
  /** Field name; '' when none decided or the answers do not tell. */
  readonly decider: string;
  readonly flags: readonly string[];
}

/** A line of the tab of what is not triaged. */
export interface RefusedRow extends RefusedEntry {
  readonly key: string;
}

/** An indicator that has no answer (yet), and why. */
export interface OpenRow {
  readonly key: string;
  readonly entry: BulkEntry;
  readonly reason: string;
}

export const entryKey = ({ kind, value }: BulkEntry) => `${kind} ${value}`;

/** The row of an indicator whose questions were all answered; each answer is unknown or holds fields. */
export function bulkRow(entry: BulkEntry, records: readonly BulkRecord[]): BulkRow {
  const known = records.filter(({ error }) => error === undefined);
  const record: BulkRecord = Object.assign({}, ...records.map(evidenceOf), ...known) as BulkRecord;
  // A11 knows no risk score: what speaks for an AS number is its reputation
  const score = entry.kind === 'asn' ? record.asn_reputation : record.sp_risk_score;
  const state = known.length === 0 ? 'unknown' : stateOf(entry, record, known.length < records.length);
  const isScored = state === undefined || state === 'scored';
  return {
    key: entryKey(entry),
    entry,
    record: known.length === 0 ? (records[0] ?? {}) : record,
    state,
    sp_risk_score: isScored ? score : undefined,
    network_score: state === 'unknown' && entry.kind !== 'asn' && score ? score : undefined,
    verdict: verdictWord(state, score),
    decider: entry.kind === 'asn' ? (score ? 'asn_reputation' : '') : deciderOf(record),
    flags: flagsOf(record),
  };
}

/** A record that knows nothing else may still say who lists the subject. */
function evidenceOf({ listed_by, stated, untracked }: BulkRecord): BulkRecord {
  return { ...(listed_by && { listed_by }), ...(stated && { stated }), ...(untracked && { untracked }) };
}

/** As the service says, else as the page of the subject would judge what the bulk answers hold. */
function stateOf({ kind }: BulkEntry, record: BulkRecord, isHalfUnknown: boolean): VerdictState | undefined {
  const { asn_reputation, known_benign, known_sinkhole_ip, sp_risk_score, sp_risk_score_decider: decider } = record;
  if (kind === 'asn')
    return readVerdictState(record.verdict) ?? reputationVerdictState({ reputation: asn_reputation, base: undefined });
  const told = riskScoreState({ score: sp_risk_score, decider, verdict: record.verdict });
  if (sp_risk_score === undefined || record.verdict !== undefined) return record.verdict ?? told;
  if (kind === 'domain') return told ?? (isHalfUnknown ? 'unknown' : undefined);
  return addressState({
    ...record,
    benign_info: { known_benign: known_benign ?? false },
    sinkhole_info: { known_sinkhole_ip: known_sinkhole_ip ?? false },
    ...(decider && { sp_risk_score_explain: { sp_risk_score_decider: decider } }),
  });
}

const ADDRESS_INPUTS = [
  'malscore',
  'subnet_reputation_score',
  'asn_reputation_score',
  'asn_rank_score',
  'asn_takedown_reputation_score',
] as const;
const DOMAIN_INPUTS = ['is_new_score', 'age_score'] as const;

/**
 * What decided the score, where a deployment does not say so in its bulk scores (A8, B3, C3): the score is the
 * highest of its inputs, and A9 holds all of them but listing_score. The others hold fewer; '' where they do not tell
 * (decidedBy says so).
 */
export function deciderOf(record: BulkRecord): string {
  if (record.sp_risk_score_decider !== undefined) return record.sp_risk_score_decider;
  const score = record.sp_risk_score;
  if (score === undefined) return '';
  if (score === 0) return record.known_benign ? 'known_benign' : record.known_sinkhole_ip ? 'known_sinkhole_ip' : '';
  const input = [...ADDRESS_INPUTS, ...DOMAIN_INPUTS].find((field) => record[field] === score);
  if (input) return input;
  // only A9 holds every other input
  return record.subnet_reputation_score === undefined ? '' : 'listing_score';
}

const FLAGS: readonly (readonly [label: string, holds: (record: BulkRecord) => boolean | undefined])[] = [
  ['Tor exit', ({ ip_is_tor_exit_node }) => ip_is_tor_exit_node],
  ['dynamic', ({ ip_is_dsl_dynamic }) => ip_is_dsl_dynamic],
  ['sinkhole', ({ known_sinkhole_ip }) => known_sinkhole_ip],
  ['known benign', ({ known_benign }) => known_benign],
  ['new', ({ is_new }) => is_new],
];

function flagsOf(record: BulkRecord): readonly string[] {
  return FLAGS.filter(([, holds]) => holds(record) === true).map(([label]) => label);
}

export const kindWord = ({ kind }: Pick<BulkEntry, 'kind'>) => INDICATOR_KINDS[kind].one;
