import type { BulkAddressHistoryRecord, Ipv4HistoryBulkAnswer } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import type { PanelState } from '#web/components/evidence/panel-state.ts';

export type DayRecords = readonly [then: BulkAddressHistoryRecord, now: BulkAddressHistoryRecord];

/** A10 for one address and two days: one list for each day, with one record in it. */
export function twoDaysState({ ip2asn = [] }: Ipv4HistoryBulkAnswer): PanelState<DayRecords> {
  const [[first] = [], [second] = []] = ip2asn;
  if (!first || !second) return { is: 'unknown', message: 'The answer does not hold both days.' };
  if (first.error !== undefined && second.error !== undefined)
    return {
      is: 'unknown',
      message: 'The collection does not know that anybody announced this address on either day.',
    };
  return { is: 'data', data: [first, second] };
}

/** What changed between the two days, in a sentence. */
export function changeBetween([first, second]: DayRecords): string {
  if (first.error !== undefined) return 'Not announced on the first day, announced on the second.';
  if (second.error !== undefined) return 'Announced on the first day, not any more on the second.';
  if (first.asn !== second.asn) return `It moved from ${formatAsn(first.asn ?? 0)} to ${formatAsn(second.asn ?? 0)}.`;
  if (first.subnet !== second.subnet) return 'The same AS announced it in another prefix.';
  return 'The same AS announced it in the same prefix on both days.';
}
