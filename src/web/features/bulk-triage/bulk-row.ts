import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { scoreBand } from '#model/score-band.ts';
import type { BulkRecord } from './bulk-answer.ts';
import type { BulkEntry, RefusedEntry } from './bulk-entry.ts';

/** One line of the results. Fields of the interface keep their names; they are exported as they stand here. */
export interface BulkRow {
  readonly key: string;
  readonly entry: BulkEntry;
  readonly record: BulkRecord;
  readonly sp_risk_score: number | undefined;
  readonly band: string;
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
  const record: BulkRecord = Object.assign({}, ...known) as BulkRecord;
  // A11 knows no risk score: what speaks for an AS number is its reputation
  const score = entry.kind === 'asn' ? record.asn_reputation : record.sp_risk_score;
  const band = score === undefined ? null : scoreBand(score);
  return {
    key: entryKey(entry),
    entry,
    record: known.length === 0 ? (records[0] ?? {}) : record,
    sp_risk_score: score,
    band: band?.word ?? '',
    decider: entry.kind === 'asn' ? (score === undefined ? '' : 'asn_reputation') : deciderOf(record),
    flags: flagsOf(record),
  };
}

/** True when no question about it found anything. */
export function isUnknown(records: readonly BulkRecord[]): boolean {
  return records.every(({ error }) => error !== undefined);
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
 * What decided the score. Bulk scores (A8, B3, C3) do not say it here, so that it is worked out: the score is the
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
