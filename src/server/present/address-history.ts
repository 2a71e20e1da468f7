import type { AddressHistoryRecord, BulkAddressHistoryRecord } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, isoDateToDate, SECONDS_PER_DAY, type DayInt } from '#model/dates.ts';
import type { CoveringPrefixRow } from '#server/queries/address-history.ts';

/**
 * A13: the spans of days in which the address belonged to one ASN and subnet, newest first. On every day the longest
 * covering prefix decides (of two equal ones the newer, then the lower AS number), as routers do; spans are cut to
 * `from` .. `to` ('yyyy-mm-dd'), and days on which nobody announced the address belong to none.
 */
export function addressHistory(rows: readonly CoveringPrefixRow[], from: string, to: string): AddressHistoryRecord[] {
  const spans = borders(rows, from, to).flatMap(([first, last]): Span[] => {
    const row = bestDuring(rows, first, last);
    return row ? [{ row, first, last }] : [];
  });
  return united(spans)
    .map(({ row, first, last }) => ({ asn: row.asn, asname: row.asname, first, last, subnet: row.subnet }))
    .reverse();
}

/** A10: the ASN and subnet of an address on one day, both forms of which are given. */
export function addressOnDay(
  ip: string,
  rows: readonly CoveringPrefixRow[],
  { iso, date }: { readonly iso: string; readonly date: DayInt },
): BulkAddressHistoryRecord {
  const row = bestDuring(rows, iso, iso);
  if (!row) return { date, ip, error: 'Not found' };
  return { asn: row.asn, asname: row.asname, date, ip, subnet: row.subnet };
}

/** The prefix that decides on days on which none begins or ends. */
function bestDuring(rows: readonly CoveringPrefixRow[], first: string, last: string): CoveringPrefixRow | undefined {
  return rows
    .filter((each) => each.from <= first && each.to >= last)
    .reduce<CoveringPrefixRow | undefined>((best, each) => (best && isBetter(best, each) ? best : each), undefined);
}

interface Span {
  readonly row: CoveringPrefixRow;
  readonly first: string;
  readonly last: string;
}

function isBetter(a: CoveringPrefixRow, b: CoveringPrefixRow): boolean {
  if (a.length !== b.length) return a.length > b.length;
  if (a.from !== b.from) return a.from > b.from;
  return a.asn <= b.asn;
}

/** Between two borders no prefix begins or ends. */
function borders(rows: readonly CoveringPrefixRow[], from: string, to: string): [first: string, last: string][] {
  const starts = [from, ...rows.flatMap((row) => [row.from, nextDay(row.to, 1)])]
    .filter((day) => day >= from && day <= to)
    .sort();
  const distinct = [...new Set(starts)];
  return distinct.map((first, index) => {
    const next = distinct[index + 1];
    return [first, next === undefined ? to : nextDay(next, -1)];
  });
}

/** Neighbouring spans of the same ASN and subnet are one. */
function united(spans: readonly Span[]): Span[] {
  return spans.reduce<Span[]>((done, span) => {
    const before = done.at(-1);
    const isSame = before?.row.asn === span.row.asn && before.row.subnet === span.row.subnet;
    if (before && isSame && nextDay(before.last, 1) === span.first)
      return [...done.slice(0, -1), { ...before, last: span.last }];
    return [...done, span];
  }, []);
}

function nextDay(day: string, days: number): string {
  const date = isoDateToDate(day);
  return date ? dateToIsoDate(new Date(date.getTime() + days * SECONDS_PER_DAY * 1000)) : day;
}
