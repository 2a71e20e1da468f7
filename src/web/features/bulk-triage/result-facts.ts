import { factorLabel } from '#model/score-factors.ts';
import type { Fact } from '#model/fact.ts';
import { announcedFacts, asnFacts, seenFacts } from '#web/exports/row-facts.ts';
import type { BulkEntry } from './bulk-entry.ts';
import type { BulkRow } from './bulk-row.ts';

/** What a known indicator is judged to be, and who announces it. */
export function knownFacts(row: BulkRow): readonly Fact[] {
  const { entry, record, sp_risk_score: score } = row;
  const reason = row.state === 'scored' ? factorLabel(row.decider) : row.verdict;
  const { asn, asname, first_seen: first, last_seen: last } = record;
  if (entry.kind === 'asn') return asnFacts(entry.value, asname, { score, reason });
  const seen = seenFacts(entry.value, { first, last, score, reason });
  return asn ? [...seen, ...announcedFacts({ address: entry.value, asn, asname })] : seen;
}

/** An indicator without a word about it. */
export function bareFacts({ entry }: { readonly entry: BulkEntry }): readonly Fact[] {
  return entry.kind === 'asn' ? asnFacts(entry.value, undefined) : seenFacts(entry.value);
}
