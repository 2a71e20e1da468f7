import type { AddressHistoryRecord, Ipv4HistoryAnswer } from '#contract/generated/types.gen.ts';
import { daysBetween, isoDateToDate } from '#model/dates.ts';
import { rowsOrEmpty, type PanelState } from '#web/components/panel-state.ts';

/** A13: the spans of the answer. Nothing known stands as an error in the place of the list. */
export function historyState({ records }: Ipv4HistoryAnswer): PanelState<readonly AddressHistoryRecord[]> {
  if (!Array.isArray(records))
    return { is: 'unknown', message: 'The collection does not know that anybody announced this address in that time.' };
  return rowsOrEmpty(records, 'Nobody announced this address in that time.');
}

/** Whole days of a span, its first and last day included; null when one of them is missing. */
export function daysOfSpan({ first, last }: AddressHistoryRecord): number | null {
  const [from, to] = [isoDateToDate(first ?? ''), isoDateToDate(last ?? '')];
  return from && to ? daysBetween(from, to) + 1 : null;
}
