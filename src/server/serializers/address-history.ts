import type { AddressHistoryRecord, BulkAddressHistoryRecord } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, isoDateToDate, isoDateToDayInt, SECONDS_PER_DAY, type DayInt } from '#model/dates.ts';
import type { CoveringPrefixRow } from '#server/queries/address-history.ts';
import { dayOfData, type SnapshotDay } from '#server/queries/data-day.ts';

/**
 * A13: the spans of days in which the address belonged to one ASN and subnet, newest first: those that meet
 * `from` .. `to` ('yyyy-mm-dd'), uncut. On every day the longest covering prefix decides (of two equal ones the newer, then
 * the lower AS number), as routers do; days without an announcement belong to no span. Nothing is known after
 * `today`, and an open span ends on the last day of its data.
 */
export function addressHistory(rows: readonly CoveringPrefixRow[], asked: AskedDays): AddressHistoryRecord[] {
  const { from, to, today } = asked;
  const earliest = rows.reduce((least, row) => (row.from < least ? row.from : least), today);
  const spans = borders(rows, earliest, today).flatMap(([first, last]): Span[] => {
    const row = bestDuring(rows, first, last);
    return row ? [{ row, first, last }] : [];
  });
  return united(spans)
    .filter(({ first, last }) => first <= to && last >= from)
    .map(({ row, first, last }) => ({
      asn: row.asn,
      asname: row.asname,
      first,
      last: latest(first, row.knownTo < last ? row.knownTo : last),
      subnet: row.subnet,
    }))
    .reverse();
}

/** 'yyyy-mm-dd' */
interface AskedDays {
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

/** A10: the ASN and subnet of an address on one day, in both date forms; `date` is the day of the data. */
export function addressOnDay(
  ip: string,
  { rows, snapshots }: { readonly rows: readonly CoveringPrefixRow[]; readonly snapshots: readonly SnapshotDay[] },
  { iso, date }: { readonly iso: string; readonly date: DayInt },
): BulkAddressHistoryRecord {
  const row = bestDuring(rows, iso, iso);
  if (!row) return { date, ip, error: 'Not found' };
  const known = isoDateToDayInt(dayOfData(row, snapshots, iso)) ?? date;
  return { asn: row.asn, asname: row.asname, date: known, ip, subnet: row.subnet };
}

/** The deciding prefix for a period in which no prefix begins or ends. */
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

/** Merges adjacent spans of the same ASN and subnet. */
function united(spans: readonly Span[]): Span[] {
  return spans.reduce<Span[]>((done, span) => {
    const before = done.at(-1);
    const isSame = before?.row.asn === span.row.asn && before.row.subnet === span.row.subnet;
    if (before && isSame && nextDay(before.last, 1) === span.first)
      return [...done.slice(0, -1), { ...before, row: span.row, last: span.last }];
    return [...done, span];
  }, []);
}

function latest(a: string, b: string): string {
  return a > b ? a : b;
}

function nextDay(day: string, days: number): string {
  const date = isoDateToDate(day);
  return date ? dateToIsoDate(new Date(date.getTime() + days * SECONDS_PER_DAY * 1000)) : day;
}
