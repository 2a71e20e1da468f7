import type { AsnSubnetRecord, BulkAddressHistoryRecord } from '#contract/generated/types.gen.ts';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { groupBy } from '#model/group-by.ts';
import { formatAsn } from '#model/asn.ts';
import { dateToDayInt, dateToIsoDate } from '#model/dates.ts';
import { badInput } from '#server/http/api-error.ts';
import { addressOnDay, type AskedDays, asnSubnets, asnSubnetsOnDay } from '#server/serializers/routing-history.ts';
import { coveringPrefixesQuery, asnScoresQuery, asnSubnetsQuery } from '#server/queries/routing-history.ts';
import { keyOf } from '#server/queries/address-key.ts';
import { assignmentDayQuery, snapshotDaysQuery } from '#server/queries/data-day.ts';
import { asnNamesQuery } from '#server/queries/reputation.ts';
import { readIpv4Items } from '#server/input/address.ts';
import {
  answerItems,
  readAsnItem,
  readDayItem,
  readItems,
  sentNumber,
  valuesOf,
  type BulkItem,
  type Day,
  type RefusedItem,
} from '#server/input/bulk-items.ts';
import type { Caller, Handler, Services } from './handler.ts';

/** From the first to the last day; null without days. Future days are queried and have no data. */
function spanOf(days: readonly Day[], now: Date): AskedDays | null {
  const sorted = days.map(({ iso }) => iso).sort();
  const [from, to] = [sorted[0], sorted.at(-1)];
  return from === undefined || to === undefined ? null : { from, to, today: dateToIsoDate(now) };
}

function rowsOn<Row>(rows: readonly Row[] | undefined, { iso }: Day, now: Date): readonly Row[] {
  return iso > dateToIsoDate(now) ? [] : (rows ?? []);
}

/** The records of every day, in the order of the days; for an invalid day, each record has an error. */
async function onDays<Value, Answer>(
  days: readonly BulkItem<Day>[],
  items: readonly BulkItem<Value>[],
  { answer, refuse, name }: DayAnswers<Value, Answer>,
): Promise<Answer[][]> {
  return Promise.all(
    days.map((day) => {
      if ('value' in day)
        return answerItems(
          items,
          (values) => Promise.resolve(values.map((value) => answer(value, day.value))),
          (item) => ({ ...refuse(item), date: day.value.date }),
        );
      const { error } = day;
      const date = sentNumber('date', day);
      return Promise.resolve(
        items.map((item) => ({ ...('value' in item ? name(item.value) : refuse(item)), ...date, error })),
      );
    }),
  );
}

interface DayAnswers<Value, Answer> {
  readonly answer: (value: Value, day: Day) => Answer;
  /** The record of an invalid item. */
  readonly refuse: (item: RefusedItem) => Answer;
  /** A record with the subject and without data. */
  readonly name: (value: Value) => Answer;
}

/** A10 */
const ipv4HistoryBulk: Handler<'ipv4HistoryBulk'> = async ({ body, signal }, { engine, now }) => {
  const items = readIpv4Items('ipv4HistoryBulk', body.ips);
  const days = readItems('dates', body.dates, readDayItem);
  const [ips, span] = [valuesOf(items), spanOf(valuesOf(days), now())];
  const [rows, snapshots] =
    span && ips.length > 0
      ? await Promise.all([
          engine.query(coveringPrefixesQuery('ipv4HistoryBulk', ips, span), { signal }),
          engine.query(snapshotDaysQuery('ipv4HistoryBulk'), { signal }),
        ])
      : [[], []];
  const rowsOf = groupBy(rows, ({ key }) => key);
  const today = now();
  const ip2asn = await onDays<string, BulkAddressHistoryRecord>(days, items, {
    answer: (ip, day) => addressOnDay(ip, { rows: rowsOn(rowsOf.get(keyOf(ip)), day, today), snapshots }, day),
    refuse: ({ sent, error }) => ({ ip: sent, error }),
    name: (ip) => ({ ip }),
  });
  return { ip2asn };
};

/** An invalid AS number: the number that was sent, or its text. */
function refusedAsn(item: RefusedItem): AsnSubnetRecord {
  const number = sentNumber('asn', item);
  return { ...(number.asn === undefined ? { query: item.sent } : number), error: item.error };
}

/** A11 */
const asnSubnetsBulk: Handler<'asnSubnetsBulk'> = async ({ body, signal }, services) => {
  const now = services.now();
  const today = dateToIsoDate(now);
  const ask = async (asns: readonly number[]) => {
    const [known, scores, [newest], coverage] = await Promise.all([
      readAsns('asnSubnetsBulk', asns, { from: today, to: today, today }, { signal }, services),
      services.engine.query(asnScoresQuery(asns), { signal }),
      services.engine.query(assignmentDayQuery('asnSubnetsBulk', today), { signal }),
      services.coverage(),
    ]);
    const asOf = newest && newest.day > 0 ? newest.day : dateToDayInt(now);
    const scoresOf = new Map(scores.map((row) => [row.asn, row.scores]));
    return known.flatMap(({ named, rows }) => {
      const standing = scoresOf.get(named.asn);
      const isListable = coverage.isListable('asn', formatAsn(named.asn));
      return standing ? [asnSubnets(named, standing, rows, { asOf, now, isListable })] : [];
    });
  };
  return { asn2subnet: await answerItems(readItems('asns', body.asns, readAsnItem), ask, refusedAsn) };
};

// a hundred large networks on a hundred days would be millions of records of records
const mostSubnets = 200_000;

/** A12 */
const asnSubnetsHistoryBulk: Handler<'asnSubnetsHistoryBulk'> = async ({ body, signal }, services) => {
  const now = services.now();
  const items = readItems('asns', body.asns, readAsnItem);
  const days = readItems('dates', body.dates, readDayItem);
  const [asns, span] = [valuesOf(items), spanOf(valuesOf(days), now)];
  const [known, snapshots] =
    span && asns.length > 0
      ? await Promise.all([
          readAsns('asnSubnetsHistoryBulk', asns, span, { signal }, services),
          services.engine.query(snapshotDaysQuery('asnSubnetsHistoryBulk'), { signal }),
        ])
      : [[], []];
  const knownOf = new Map(known.map((each) => [each.named.asn, each]));
  let count = 0;
  const asn2subnet = await onDays<number, AsnSubnetRecord>(days, items, {
    answer: (asn, day) => {
      const found = knownOf.get(asn);
      if (!found) throw new Error(`the engine left out AS${asn}`);
      const record = asnSubnetsOnDay(found.named, { rows: rowsOn(found.rows, day, now), snapshots }, day);
      count += record.subnets?.length ?? 0;
      if (count > mostSubnets)
        throw badInput('asns', `More than ${mostSubnets} subnets are found. Send fewer ASNs or fewer dates.`);
      return record;
    },
    refuse: refusedAsn,
    name: (asn) => ({ asn }),
  });
  return { asn2subnet };
};

/** Names of ASNs and their announcements in a span, in the requested order. */
async function readAsns(
  name: OperationId,
  asns: readonly number[],
  span: AskedDays,
  { signal }: Pick<Caller, 'signal'>,
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
