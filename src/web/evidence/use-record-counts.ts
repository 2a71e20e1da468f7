import { useQuery } from '@tanstack/react-query';
import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { answerOptions } from '#web/api/query.ts';
import { padnsRow } from './padns-row.ts';

/** The most records counted; for a name with more, the count is a minimum. */
const countedAtMost = 1000;

/**
 * E1: how many records of each type a name has, as text. One background request, which never becomes a job in the tray:
 * undefined while loading, null when not available. Always of today, like the facts beside it, even with an “as of” day.
 */
export function useRecordCounts(domain: string, enabled: boolean): string | null | undefined {
  const query = { limit: countedAtMost };
  const { data, error } = useQuery({
    ...answerOptions({ operationId: 'padnsForward', path: { qtype: 'any', qname: domain }, query }),
    enabled,
  });
  if (error) return null;
  if (!data) return undefined;
  const { records } = data.response;
  return records ? countTypes(records, countedAtMost) : null;
}

/** "A 216 · NS 8 · SOA 7", the most frequent first. @param limit page size: after a full page there may be more */
export function countTypes(records: readonly PadnsRecord[], limit: number): string {
  if (records.length === 0) return 'none seen';
  const counts = new Map<string, number>();
  for (const record of records) {
    const type = padnsRow(record).type || '?';
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  const text = sorted.map(([type, count]) => `${type} ${formatNumber(count)}`).join(' · ');
  return records.length < limit ? text : `first ${formatNumber(limit)}: ${text}`;
}
