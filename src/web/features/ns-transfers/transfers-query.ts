import type { NsTransfersData } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, isoDateToDate } from '#model/dates.ts';

export type TransfersQuery = NsTransfersData['query'];

const dayMilliseconds = 86_400_000;

/** A day so many days before or after another; the day itself when the text is none. */
export function shiftDay(day: string, days: number): string {
  const date = isoDateToDate(day);
  return date ? dateToIsoDate(new Date(date.getTime() + days * dayMilliseconds)) : day;
}

/** C9: everybody who moved between two servers in the last so many days, or those before another day. */
export function moves(from: string, to: string, days: number, asOf: string | null): TransfersQuery {
  const window = asOf === null ? { days } : { change_date_after: shiftDay(asOf, -days), change_date_before: asOf };
  // without it only domains registered of late are found
  return { from_ns: from, to_ns: to, nschanges_only: 1, ...window };
}

/** A change of name servers, as C7 tells it. */
interface Change {
  readonly date?: number;
  readonly from_nameservers?: readonly string[];
  readonly to_nameservers?: readonly string[];
}

/** The servers by which a change is looked for in others: one it left and one it joined; null where it did not do both. */
export function moveOf({ from_nameservers: from = [], to_nameservers: to = [] }: Change) {
  const left = from.find((server) => !to.includes(server));
  const joined = to.find((server) => !from.includes(server));
  return left === undefined || joined === undefined ? null : { left, joined };
}
