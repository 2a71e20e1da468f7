import type { AsnSubnetRecord } from '#contract/generated/types.gen.ts';
import { type DayInt, isoDateToDayInt } from '#model/dates.ts';
import { reputationVerdictState } from '#model/verdict.ts';
import type { AsnScoresRow, AsnSubnetRow } from '#server/queries/asn-subnets.ts';
import { dayOfData, type SnapshotDay } from '#server/queries/data-day.ts';
import type { AsnNameRow } from '#server/queries/reputation.ts';
import { allocation } from './address-record.ts';

/**
 * A11: an ASN that is named announces something or nothing; one that is neither named nor announces is unknown.
 * @param asOf the newest assignment data, which says that an ASN announces nothing
 */
export function asnSubnets(
  named: AsnNameRow,
  { ips_num_active: base, ips_num_listed: listed, ...scores }: AsnScoresRow['scores'],
  rows: readonly AsnSubnetRow[],
  { asOf, now }: { readonly asOf: DayInt; readonly now: Date },
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
    verdict: reputationVerdictState({ reputation: scores.asn_reputation, base, listed }),
  };
}

/** A12: the ASN on one day, both forms of which are given; the `date` of the record is the day of the data. */
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

/** Two sources may announce the same prefix from different days on. */
function distinct(rows: readonly AsnSubnetRow[]): string[] {
  return [...new Set(rows.map(({ subnet }) => subnet))];
}
