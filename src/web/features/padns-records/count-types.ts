import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { padnsRow } from './padns-row.ts';

/** "A 216 · NS 8 · SOA 7", the most frequent first. @param limit of the page: a full one may not be all */
export function countTypes(records: readonly PadnsRecord[], limit: number): string {
  if (records.length === 0) return 'none seen';
  const counts = new Map<string, number>();
  for (const record of records) {
    const type = padnsRow(record).type || '?';
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  const text = sorted.map(([type, count]) => `${type} ${count.toLocaleString('en')}`).join(' · ');
  return records.length < limit ? text : `first ${limit.toLocaleString('en')}: ${text}`;
}
