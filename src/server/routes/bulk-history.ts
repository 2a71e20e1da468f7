import type {
  AsnSubnetsBulkData,
  AsnSubnetsHistoryBulkData,
  Ipv4HistoryBulkData,
} from '#contract/generated/types.gen.ts';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { dateToDayInt, dateToIsoDate, dayIntToIsoDate, type DayInt } from '#model/dates.ts';
import { badInput, itemOf } from '#server/http/api-error.ts';
import { addressOnDay } from '#server/present/address-history.ts';
import { asnSubnets, asnSubnetsOnDay } from '#server/present/asn-subnets.ts';
import { coveringPrefixesQuery } from '#server/queries/address-history.ts';
import { keyOf } from '#server/queries/address-key.ts';
import { assignmentDayQuery } from '#server/queries/data-day.ts';
import { asnScoresQuery, asnSubnetsQuery } from '#server/queries/asn-subnets.ts';
import { asnNamesQuery } from '#server/queries/reputation.ts';
import { readIpv4List } from './address-input.ts';
import type { Call, Handler, Services } from './handler.ts';

/** A day in both forms. */
interface Day {
  readonly iso: string;
  readonly date: DayInt;
}

/** 'yyyy-mm-dd' */
interface Span {
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

/** The days of a bulk call, in their order. @throws ApiError 400 that names the first one that is none */
function readDays(dates: readonly DayInt[]): Day[] {
  return dates.map((date, index) => {
    const iso = dayIntToIsoDate(date);
    if (iso !== null) return { iso, date };
    const message = `${itemOf('dates', index)}: ${date} is no day of the calendar. Send days as yyyymmdd, such as 20260131.`;
    throw badInput('dates', message);
  });
}

/** From the first to the last of the days. What is still to come is not known: those days are asked for, and found nowhere. */
function spanOf(days: readonly Day[], now: Date): Span {
  const sorted = days.map(({ iso }) => iso).sort();
  return { from: sorted[0] ?? '', to: sorted.at(-1) ?? '', today: dateToIsoDate(now) };
}

function rowsOn<Row>(rows: readonly Row[] | undefined, { iso }: Day, now: Date): readonly Row[] {
  return iso > dateToIsoDate(now) ? [] : (rows ?? []);
}

function groupBy<Key, Row>(rows: readonly Row[], keyOfRow: (row: Row) => Key): ReadonlyMap<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOfRow(row)) ?? [];
    group.push(row);
    groups.set(keyOfRow(row), group);
  }
  return groups;
}

/** A10 */
const ipv4HistoryBulk: Handler<Ipv4HistoryBulkData> = async ({ body, signal }, { engine, now }) => {
  const ips = readIpv4List('ipv4HistoryBulk', body.ips);
  const days = readDays(body.dates);
  const rows = await engine.query(coveringPrefixesQuery('ipv4HistoryBulk', ips, spanOf(days, now())), { signal });
  const rowsOf = groupBy(rows, ({ key }) => key);
  const today = now();
  return {
    ip2asn: days.map((day) => ips.map((ip) => addressOnDay(ip, rowsOn(rowsOf.get(keyOf(ip)), day, today), day))),
  };
};

/** A11 */
const asnSubnetsBulk: Handler<AsnSubnetsBulkData> = async ({ body: { asns }, signal }, services) => {
  const now = services.now();
  const today = dateToIsoDate(now);
  const [known, scores, [newest]] = await Promise.all([
    readAsns('asnSubnetsBulk', asns, { from: today, to: today, today }, { signal }, services),
    services.engine.query(asnScoresQuery('asnSubnetsBulk', asns), { signal }),
    services.engine.query(assignmentDayQuery('asnSubnetsBulk', today), { signal }),
  ]);
  const asOf = newest && newest.day > 0 ? newest.day : dateToDayInt(now);
  const scoresOf = new Map(scores.map((row) => [row.asn, row.scores]));
  return {
    asn2subnet: known.flatMap(({ named, rows }) => {
      const standing = scoresOf.get(named.asn);
      return standing ? [asnSubnets(named, standing, rows, { asOf, now })] : [];
    }),
  };
};

// a hundred large networks on a hundred days would be millions
const mostSubnets = 200_000;

/** A12 */
const asnSubnetsHistoryBulk: Handler<AsnSubnetsHistoryBulkData> = async ({ body, signal }, services) => {
  const days = readDays(body.dates);
  const now = services.now();
  const known = await readAsns('asnSubnetsHistoryBulk', body.asns, spanOf(days, now), { signal }, services);
  let count = 0;
  const asn2subnet = days.map((day) =>
    known.map(({ named, rows }) => {
      const record = asnSubnetsOnDay(named, rowsOn(rows, day, now), day);
      count += record.subnets?.length ?? 0;
      if (count > mostSubnets)
        throw badInput('asns', `More than ${mostSubnets} subnets are found. Send fewer ASNs or fewer dates.`);
      return record;
    }),
  );
  return { asn2subnet };
};

/** Names of ASNs and what they announced in a span, in the order asked. */
async function readAsns(
  name: OperationId,
  asns: readonly number[],
  span: Span,
  { signal }: Pick<Call, 'signal'>,
  { engine }: Services,
) {
  const [names, rows] = await Promise.all([
    engine.query(asnNamesQuery(name, asns), { signal }),
    engine.query(asnSubnetsQuery(name, asns, span), { signal }),
  ]);
  const nameOf = new Map(names.map((named) => [named.asn, named]));
  const rowsOf = groupBy(rows, ({ asn }) => asn);
  return asns.flatMap((asn) => {
    const named = nameOf.get(asn);
    return named ? [{ named, rows: rowsOf.get(asn) ?? [] }] : [];
  });
}

export const bulkHistory = { ipv4HistoryBulk, asnSubnetsBulk, asnSubnetsHistoryBulk };
