import { expect, test } from 'vitest';
import type { BulkRecord } from './bulk-answer.ts';
import type { TriagedKind } from './bulk-plan.ts';
import { bulkRow } from './bulk-row.ts';
import { decidedBy } from './result-columns.tsx';

test.each<[string, TriagedKind, BulkRecord, string]>([
  [
    'as the service says',
    'domain',
    { age_score: 64, sp_risk_score: 85, sp_risk_score_decider: 'listing_score', verdict: 'scored' },
    'Listings',
  ],
  [
    'a sinkhole',
    'ipv4',
    { sp_risk_score: 0, sp_risk_score_decider: 'known_sinkhole_ip', verdict: 'sinkholed' },
    'Known sinkhole',
  ],
  ['nothing', 'ipv4', { sp_risk_score: 0, sp_risk_score_decider: '', verdict: 'scored' }, 'No detections'],
  ['nothing: never observed', 'ipv4', { sp_risk_score: 0, verdict: 'unknown' }, ''],
  // deployments that do not say
  ['the age of a young domain', 'domain', { age_score: 64, is_new_score: 0, sp_risk_score: 64 }, 'Domain age'],
  ['a domain of today', 'domain', { age_score: 70, is_new_score: 100, sp_risk_score: 100 }, 'New domain'],
  ['not the age', 'domain', { age_score: 10, sp_risk_score: 85 }, 'Not in bulk answers'],
  ['a domain at 0', 'domain', { age_score: 64, sp_risk_score: 0 }, 'Not in bulk answers'],
  ['more than the AS of an IPv6 address', 'ipv6', { asn_rank_score: 3, sp_risk_score: 85 }, 'Not in bulk answers'],
  ['no score at all', 'domain', { age_score: 10 }, ''],
])('review D6: decided by %s', (_, kind, record, text) => {
  const row = bulkRow({ kind, value: 'any', display: 'any', line: 1, occurrences: 1 }, [record]);
  const decided = decidedBy(row);
  expect(decided.text).toBe(text);
  expect(decided.text).not.toContain('_');
  expect(decided.sentence === '').toBe(text === '');
});
