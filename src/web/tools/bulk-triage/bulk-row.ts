import { isAnnouncedInParts } from '#model/cidr.ts';
import type { SubjectTag } from '#model/subject-tags.ts';
import {
  readVerdictState,
  reputationVerdictState,
  riskScoreState,
  type VerdictState,
  verdictWord,
} from '#model/verdict.ts';
import { addressState } from '#web/kit/score/address-verdict.ts';
import { addressTags, domainTags, networkTags } from '#model/subject-knowledge.ts';
import type { BulkRecord } from './bulk-answer.ts';
import type { BulkEntry, BulkOperationId, RefusedEntry } from './bulk-plan.ts';

/** One row of the results. Fields of the interface keep their names and are exported under them. */
export interface BulkRow {
  readonly key: string;
  readonly entry: BulkEntry;
  readonly record: BulkRecord;
  /** undefined: a score of 0 that the service does not explain, or no score. */
  readonly state: VerdictState | undefined;
  /** For `scored` rows only: no other state has a number. The reputation for an AS or a subnet. */
  readonly sp_risk_score: number | undefined;
  /** For an address that was never observed: the score of its network, if above 0. */
  readonly network_score: number | undefined;
  /** "Critical", "Sinkholed", "No detections". */
  readonly verdict: string;
  /** Field name; '' when none decided or the answers do not include it. */
  readonly decider: string;
  readonly tags: readonly SubjectTag[];
}

/** A skipped entry as a row. */
export interface RefusedRow extends RefusedEntry {
  readonly key: string;
}

/** An indicator without an answer, and the reason. */
export interface OpenRow {
  readonly key: string;
  readonly entry: BulkEntry;
  readonly reason: string;
}

export const entryKey = ({ kind, value }: BulkEntry) => `${kind} ${value}`;

/**
 * The part of a record that applies to an indicator: from the first address of a subnet only its origin AS and country, and nothing where
 * the subnet is announced in parts.
 */
export function recordAbout({ kind, value }: BulkEntry, operationId: BulkOperationId, record: BulkRecord): BulkRecord {
  if (kind !== 'subnet' || operationId === 'subnetReputation') return record;
  const { asn, asname, subnet, country_code, country_name } = record;
  if (isAnnouncedInParts(value, subnet)) return {};
  return {
    ...(asn && { asn }),
    ...(asname && { asname }),
    ...(subnet && { subnet }),
    ...(country_code && { country_code }),
    ...(country_name && { country_name }),
  };
}

/** The row of an indicator whose operations have all answered; each record is unknown or holds fields. */
export function bulkRow(entry: BulkEntry, records: readonly BulkRecord[]): BulkRow {
  if (entry.kind === 'subnet') return subnetRow(entry, records);
  const known = records.filter(({ error }) => error === undefined);
  // a record without any other data may still hold listings
  const evidence = records.map(({ error: _, verdict: __, ...held }) => held);
  const record: BulkRecord = Object.assign({}, ...evidence, ...known) as BulkRecord;
  // A11 knows no risk score: what speaks for an AS number is its reputation
  const score = entry.kind === 'asn' ? record.asn_reputation : record.sp_risk_score;
  const state =
    known.length === 0
      ? (readVerdictState(records[0]?.verdict) ?? 'unknown')
      : stateOf(entry, record, known.length < records.length);
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
    tags: tagsOf(entry, record, state),
  };
}

/** The verdict as on the page of the subnet: by the share of listed addresses. Reputation and origin AS come from two answers. */
function subnetRow(entry: BulkEntry, records: readonly BulkRecord[]): BulkRow {
  const record: BulkRecord = Object.assign({}, ...records) as BulkRecord;
  const { subnet_reputation: reputation, ips_num_active: base, ips_num_listed: listed } = record;
  const state = readVerdictState(record.verdict) ?? reputationVerdictState({ reputation, base, listed });
  const score = state === 'scored' ? reputation : undefined;
  return {
    key: entryKey(entry),
    entry,
    record,
    state,
    sp_risk_score: score,
    network_score: undefined,
    verdict: verdictWord(state, score),
    decider: score ? 'subnet_reputation' : '',
    tags: tagsOf(entry, record, state),
  };
}

/** The verdict of the service, else the one that the subject's page would derive from the same fields. */
function stateOf({ kind }: BulkEntry, record: BulkRecord, isHalfUnknown: boolean): VerdictState | undefined {
  const { asn_reputation, sp_risk_score, sp_risk_score_decider: decider } = record;
  if (kind === 'asn')
    return readVerdictState(record.verdict) ?? reputationVerdictState({ reputation: asn_reputation, base: undefined });
  const scored = riskScoreState({ score: sp_risk_score, decider, verdict: record.verdict });
  if (sp_risk_score === undefined || record.verdict !== undefined) return record.verdict ?? scored;
  if (kind === 'domain') return scored ?? (isHalfUnknown ? 'unknown' : undefined);
  return addressState({
    ...addressRecord(record),
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

/** As on the page of the indicator, as far as bulk answers go. */
function tagsOf(
  { kind, value }: BulkEntry,
  record: BulkRecord,
  state: VerdictState | undefined,
): readonly SubjectTag[] {
  const facts = record.fact_kinds?.map((each) => ({ kind: each })) ?? [];
  if (kind === 'domain')
    return domainTags({ domaininfo: { ...record, query: value, facts } }, state, record.listed ?? null);
  if (kind === 'ipv4' || kind === 'ipv6')
    return addressTags({ ...addressRecord(record), facts }, state, record.listed ?? null);
  return networkTags({ facts, ...(record.findings && { findings: record.findings }) }, state);
}

function addressRecord({ known_benign, known_sinkhole_ip, ...record }: BulkRecord) {
  return {
    ...record,
    benign_info: { known_benign: known_benign ?? false },
    sinkhole_info: { known_sinkhole_ip: known_sinkhole_ip ?? false },
  };
}
