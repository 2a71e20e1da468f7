import { expect, test } from 'vitest';
import type { BulkRecord } from './bulk-answer.ts';
import { bulkRow } from './bulk-row.ts';
import type { TriagedKind } from './bulk-entry.ts';
import { decidedBy } from './decided-by.ts';

test.each<[string, TriagedKind, BulkRecord, string]>([
  ['the age of a young domain', 'domain', { age_score: 64, is_new_score: 0, sp_risk_score: 64 }, 'age_score'],
  ['a domain of today', 'domain', { age_score: 70, is_new_score: 100, sp_risk_score: 100 }, 'is_new_score'],
  ['not the age', 'domain', { age_score: 10, sp_risk_score: 85 }, 'not told: listing or name servers'],
  ['a young domain at 0', 'domain', { age_score: 64, sp_risk_score: 0 }, '0 by rule'],
  ['an old domain at 0', 'domain', { age_score: 0, sp_risk_score: 0 }, 'nothing known, or 0 by rule'],
  ['a domain without its record', 'domain', { sp_risk_score: 85 }, 'not told in bulk'],
  ['more than the AS of an IPv6 address', 'ipv6', { asn_rank_score: 3, sp_risk_score: 85 }, 'not told in bulk'],
  ['an address at 0', 'ipv4', { malscore: 0, sp_risk_score: 0 }, 'nothing known'],
  ['no score at all', 'domain', { age_score: 10 }, ''],
])('decided by: %s', (_, kind, record, text) => {
  const row = bulkRow({ kind, value: 'any', display: 'any', line: 1, occurrences: 1 }, [record]);
  const decided = decidedBy(row);
  expect(decided.text).toBe(text);
  expect(decided.sentence === '').toBe(text === '');
});
