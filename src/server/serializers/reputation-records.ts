import type {
  AsnReputation,
  AsnTakedownReputation,
  IpReputation,
  ListedOnNameserver,
  NsServerReputation,
  SubnetReputation,
} from '#contract/generated/types.gen.ts';
import { reputationVerdictState, type ShareEvidence } from '#model/verdict.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import type {
  AsnNameRow,
  AsnReputationRow,
  IpReputationRow,
  NsReputationRow,
  SubnetReputationRow,
  TakedownRow,
} from '#server/queries/reputation.ts';
import { allocation } from './address-record.ts';
import { dateToDayInt, dayIntToDate, SECONDS_PER_DAY, type DayInt } from '#model/dates.ts';

/** Histories (D3, D6, D10, D13, D15): replaces the list when nothing is known about the subject. */
export const notFound = { error: 'Not found' } as const;

/** Replaces the record when nothing is known about the subject: a list of one stays a list of one. */
export function unknownSubject<Subject extends object>(subject: Subject): Subject & typeof notFound {
  return { ...subject, ...notFound };
}

/** Says that a reputation of 0 means nothing: nothing was active, or no current list is loaded. */
export function missingDataMark(share: ShareEvidence): { readonly not_enough_data?: true } {
  return reputationVerdictState(share) === 'insufficient' ? { not_enough_data: true } : {};
}

/** D1, D2 */
export function takedownRecord(
  row: TakedownRow,
  named: AsnNameRow,
  now: Date,
  explain: boolean,
): AsnTakedownReputation {
  const { date: _, ...record } = takedownHistoryRecord(row, named, explain);
  return { ...record, ...asnAllocation(named, now) };
}

/** D3 */
export function takedownHistoryRecord(
  row: TakedownRow,
  { asname }: AsnNameRow,
  explain: boolean,
): AsnTakedownReputation {
  const { asn, asn_takedown_reputation, day, ...inputs } = row;
  return {
    asn,
    asn_takedown_reputation,
    asname,
    // nothing is listed, so there is nothing to explain
    ...(explain && { asn_takedown_reputation_explain: inputs.items_num_listed > 0 ? inputs : {} }),
    date: day,
  };
}

/** D8 */
export function asnRankRecord(row: AsnReputationRow, named: AsnNameRow, now: Date, explain: boolean): AsnReputation {
  const { date: _, ...record } = asnRecord(row, named, explain);
  return { ...record, ...asnAllocation(named, now) };
}

/** D9, D10 */
export function asnRecord(row: AsnReputationRow, { asname }: AsnNameRow, explain: boolean): AsnReputation {
  const { asn, asn_reputation, day, ...inputs } = row;
  return { asn, asn_reputation, ...(explain && { asn_reputation_explain: inputs }), asname, date: day };
}

/** D11 @param allocated yyyymmdd */
export function subnetRankRecord(
  row: SubnetReputationRow,
  allocated: number,
  now: Date,
  explain: boolean,
): SubnetReputation {
  const { date: _, ...record } = subnetRecord(row, explain);
  const { age, date } = allocation(allocated, now);
  return { ...record, subnet_allocation_age: age, subnet_allocation_date: date };
}

/** D12, D13 */
export function subnetRecord(row: SubnetReputationRow, explain: boolean): SubnetReputation {
  const { subnet, subnet_reputation, day, contained, ...inputs } = row;
  return {
    date: day,
    subnet,
    subnet_reputation,
    ...(explain && { subnet_reputation_explain: inputs }),
    ...(explain && contained && contained.prefixes > 0 && { contained }),
  };
}

/** D14, D15 */
export function ipRecord(row: IpReputationRow, explain: boolean): IpReputation {
  const { key, ip_reputation, day, ...inputs } = row;
  return { date: day, ip: addressOfKey(key), ip_reputation, ...(explain && { ip_reputation_explain: inputs }) };
}

/** D16 */
export function ipRankRecord(row: IpReputationRow, explain: boolean): IpReputation {
  const { date: _, ...record } = ipRecord(row, explain);
  return record;
}

/** D4, D5, D6 */
export function nsRecord(row: NsReputationRow, explain: boolean): NsServerReputation {
  const { ns_server, ns_server_reputation, day, ...inputs } = row;
  return { date: day, ns_server, ns_server_reputation, ...(explain && { ns_server_reputation_explain: inputs }) };
}

/** D7 */
export function listedOnNameserver(row: NsReputationRow): ListedOnNameserver {
  return { listed: row.ns_server_domains_listed, ns_srv: row.ns_server };
}

/** When the number was allocated. */
export function asnAllocation(named: AsnNameRow, now: Date) {
  const { age, date } = allocation(named.allocated, now);
  return { asn_allocation_age: age, asn_allocation_date: date };
}

/**
 * One row a day from the day of the latest snapshots back to the oldest row, newest first, at most `limit`. Days without
 * a row have a score of 0 and are not gaps: `quiet` makes their rows. Without any row the result has one
 * for the latest day.
 */
export function dailyHistory<Row extends { readonly day: DayInt }>(
  rows: readonly Row[],
  latest: DayInt,
  limit: number,
  quiet: (day: DayInt) => Row,
): Row[] {
  const oldest = rows.at(-1)?.day ?? latest;
  const rowOf = new Map(rows.map((row) => [row.day, row]));
  return daysBack(latest, oldest, limit).map((day) => rowOf.get(day) ?? quiet(day));
}

function daysBack(latest: DayInt, oldest: DayInt, limit: number): DayInt[] {
  const start = dayIntToDate(latest);
  if (!start) throw new RangeError(`no day: ${latest}`);
  const days = Array.from({ length: limit }, (_, index) =>
    dateToDayInt(new Date(start.getTime() - index * SECONDS_PER_DAY * 1000)),
  );
  return days.filter((day) => day >= oldest);
}
