import type { AsnSubnetRecord, AddressHistoryRecord, BulkAddressHistoryRecord } from '#contract/generated/types.gen.ts';
import { type DayInt, isoDateToDayInt, plusDays } from '#model/dates.ts';
import { reputationVerdictState } from '#model/verdict.ts';
import type { AsnScoresRow, AsnSubnetRow, CoveringPrefixRow } from '#server/queries/routing-history.ts';
import { dayOfData, type SnapshotDay } from '#server/queries/data-day.ts';
import type { AsnNameRow } from '#server/queries/reputation.ts';
import { allocation } from './address-record.ts';

/**
 * A11: an ASN without a name and without announcements is unknown.
 * @param asOf the day of the newest assignment data, for an ASN that announces nothing
 */
export function asnSubnets(
  named: AsnNameRow,
  { ips_num_active: base, ips_num_listed: listed, ...scores }: AsnScoresRow['scores'],
  rows: readonly AsnSubnetRow[],
  { asOf, now, isListable }: { readonly asOf: DayInt; readonly now: Date; readonly isListable: boolean },
): AsnSubnetRecord {
  const { asn, asname } = named;
  if (named.isNamed === 0 && rows.length === 0) return { asn, error: 'Not found' };
  const { age, date } = allocation(named.allocated, now);
  return {
    asn,
    asn_allocation_age: age,
    asn_allocation_date: date,
    ...scores,
    asname,
    date: newest(rows.map((row) => row.knownTo)) ?? asOf,
    subnets: distinct(rows),
    verdict: reputationVerdictState({ reputation: scores.asn_reputation, base, listed, isListable }),
  };
}

/** A12: the ASN on one day, given in both date forms. The `date` of the record is the day of the data. */
export function asnSubnetsOnDay(
  { asn, asname }: AsnNameRow,
  { rows, snapshots }: { readonly rows: readonly AsnSubnetRow[]; readonly snapshots: readonly SnapshotDay[] },
  { iso, date }: { readonly iso: string; readonly date: DayInt },
): AsnSubnetRecord {
  const announced = rows.filter(({ from, to }) => from <= iso && to >= iso);
  if (announced.length === 0) return { asn, date, error: 'Not found' };
  const known = newest(announced.map((row) => dayOfData(row, snapshots, iso)));
  return { asn, asname, date: known ?? date, subnets: distinct(announced) };
}

/** Of days 'yyyy-mm-dd'; undefined without any. */
function newest(days: readonly string[]): DayInt | undefined {
  const last = days.reduce((latest, day) => (day > latest ? day : latest), '');
  return isoDateToDayInt(last) ?? undefined;
}

/** Two sources may list the same prefix with different first days. */
function distinct(rows: readonly AsnSubnetRow[]): string[] {
  return [...new Set(rows.map(({ subnet }) => subnet))];
}

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
export interface AskedDays {
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
  const starts = [from, ...rows.flatMap((row) => [row.from, plusDays(row.to, 1)])]
    .filter((day) => day >= from && day <= to)
    .sort();
  const distinct = [...new Set(starts)];
  return distinct.map((first, index) => {
    const next = distinct[index + 1];
    return [first, next === undefined ? to : plusDays(next, -1)];
  });
}

/** Merges adjacent spans of the same ASN and subnet. */
function united(spans: readonly Span[]): Span[] {
  return spans.reduce<Span[]>((done, span) => {
    const before = done.at(-1);
    const isSame = before?.row.asn === span.row.asn && before.row.subnet === span.row.subnet;
    if (before && isSame && plusDays(before.last, 1) === span.first)
      return [...done.slice(0, -1), { ...before, row: span.row, last: span.last }];
    return [...done, span];
  }, []);
}

function latest(a: string, b: string): string {
  return a > b ? a : b;
}
