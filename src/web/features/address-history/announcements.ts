import type {
  AddressHistoryRecord,
  BulkAddressHistoryRecord,
  Ipv4HistoryAnswer,
  Ipv4HistoryBulkAnswer,
} from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { dateToEpochSeconds, daysBetween, isoDateToDate, SECONDS_PER_DAY } from '#model/dates.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import { rowsOrEmpty, type PanelState } from '#web/components/evidence/panel-state.ts';

/** A13: the spans of the answer. Nothing known is one record with an error, or with some deployments an error alone. */
export function historyState({ records }: Ipv4HistoryAnswer): PanelState<readonly AddressHistoryRecord[]> {
  if (!Array.isArray(records) || records[0]?.error !== undefined)
    return { is: 'unknown', message: 'The collection does not know that anybody announced this address in that time.' };
  return rowsOrEmpty(records, 'No AS announced this address in that time.');
}

/** Whole days of a span, its first and last day included; null when one of them is missing. */
export function daysOfSpan({ first, last }: AddressHistoryRecord): number | null {
  const [from, to] = [isoDateToDate(first ?? ''), isoDateToDate(last ?? '')];
  return from && to ? daysBetween(from, to) + 1 : null;
}

/** The spans as bars: a row for each prefix, coloured by the AS. A span without its days cannot be drawn. */
export function timelineItems(records: readonly AddressHistoryRecord[]): readonly TimelineItem[] {
  return records.flatMap(({ first = '', last = '', asn, asname = '', subnet = '' }): TimelineItem[] => {
    const [from, to] = [isoDateToDate(first), isoDateToDate(last)];
    if (!from || !to) return [];
    const start = dateToEpochSeconds(from);
    // the last day counts to its end
    const end = dateToEpochSeconds(to) + SECONDS_PER_DAY;
    return [
      { key: `${first} ${asn} ${subnet}`, label: subnet, group: formatAsn(asn ?? 0), groupLabel: asname, start, end },
    ];
  });
}

type DayRecords = readonly [then: BulkAddressHistoryRecord, now: BulkAddressHistoryRecord];

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
