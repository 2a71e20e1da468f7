import { explainValue } from '#web/components/explain-value.ts';
import { explainWord } from '#web/components/score-words.ts';
import type { ScoreLine } from '#web/components/ScoreTable.tsx';
import type { AddressRecord } from './address-record.ts';

interface ScoreField {
  readonly field: keyof AddressRecord;
  readonly label: string;
  readonly raw?: keyof AddressRecord;
  readonly explain?: keyof AddressRecord;
}

// In the order in which the service lets them decide.
const SCORE_FIELDS: readonly ScoreField[] = [
  { field: 'listing_score', label: 'Listings' },
  { field: 'malscore', label: 'Malware and C2' },
  {
    field: 'subnet_reputation_score',
    label: 'Subnet',
    raw: 'subnet_reputation',
    explain: 'subnet_reputation_explain',
  },
  { field: 'asn_reputation_score', label: 'AS', raw: 'asn_reputation', explain: 'asn_reputation_explain' },
  { field: 'asn_rank_score', label: 'AS rank', raw: 'asn_rank' },
  {
    field: 'asn_takedown_reputation_score',
    label: 'AS takedown',
    raw: 'asn_takedown_reputation',
    explain: 'asn_takedown_reputation_explain',
  },
];

/** The scores that the record carries, in the order in which they decide. */
export function addressScores(record: AddressRecord): readonly ScoreLine[] {
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider;
  return SCORE_FIELDS.flatMap(({ field, label, raw, explain }) => {
    const score = record[field];
    if (typeof score !== 'number') return [];
    const from = [rawText(raw && record[raw]), explainText(explain && record[explain])].filter(Boolean).join(' · ');
    return [{ field, label, score, isDecider: field === decider, from }];
  });
}

function rawText(value: unknown): string {
  return typeof value === 'number' ? `raw ${value}` : '';
}

function explainText(explain: unknown): string {
  return Object.entries(explain ?? {})
    .map(([name, value]) => `${explainWord(name).label}: ${explainValue(name, value)}`)
    .join(' · ');
}
