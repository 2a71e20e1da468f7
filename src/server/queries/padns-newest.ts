import { formatIpv6, parseIp, toIpv6Value } from '#model/ip-address.ts';
import type { Query } from '#server/engine/engine.ts';
import { allOf, condition, type Condition, mergeParams } from './condition.ts';
import { padnsReverse, recordsOf, type ReverseLookup } from './padns-reverse.ts';
import { bound, type PadnsRow, pointSettings } from './padns-selection.ts';

/** Sorting all records of a key is as fast as following the kept order up to about this many; of networks to some more. */
const manyRecords = 131_072;
/** Records of a page are fetched one by one: larger pages are sorted. */
const largestPage = 1_001;
const deepestPage = 10_000;
/** Each network is a look-up of its own: a /20 of IPv4. */
const mostNetworks = 16;
/** A record has a row in each part that it was written to since the last merge: how many rows are read for one that is wanted. */
const rowsPerRecord = [4, 32] as const;

/** How the newest records of an address, a network or a name are found when there may be very many. */
export interface NewestFirst {
  /** Sorts all records: fails as `too-large` when there are very many. */
  readonly few: Query<PadnsRow>;
  /**
   * Follow the order that `rev` keeps (schema/080-newest-order.sql). A full page is right. One that is not full says nothing: rows of
   * records that stand before it too had been in the way.
   */
  readonly many: readonly Query<PadnsRow>[];
}

/** Null when the page is not one of the newest records of such a key. */
export function newestFirst(lookup: ReverseLookup): NewestFirst | null {
  const { sort, bounds, limit, skip } = lookup;
  const { firstSeenAfter, firstSeenBefore, lastSeenBefore } = bounds;
  const [first = { column: 'last_seen', descending: true }, ...others] = sort;
  const isNewestFirst = first.column === 'last_seen' && first.descending && others.length === 0;
  // a row of a record may satisfy what the record does not, except for a time after which it was seen
  const isBounded = [firstSeenAfter, firstSeenBefore, lastSeenBefore].some((each) => each !== undefined);
  if (!isNewestFirst || isBounded || limit > largestPage || skip > deepestPage) return null;
  const places = placesOf(lookup);
  if (places.length === 0) return null;
  const all = padnsReverse(lookup);
  const { batch } = all;
  return {
    few: {
      ...atMost(manyRecords * (isOneKey(lookup) ? 1 : 2 + places.length), all),
      // many at once: where one key has too many records, each is asked alone
      ...(batch && { batch: { ...batch, statement: (keys) => atMost(4 * manyRecords, batch.statement(keys)) } }),
    },
    many: rowsPerRecord.map((rows) => page(lookup, places, rows * (skip + limit))),
  };
}

function isOneKey({ answer }: ReverseLookup): boolean {
  return answer.kind !== 'range' || answer.range.first === answer.range.last;
}

function atMost<Row>(rows: number, query: Query<Row>): Query<Row> {
  return { ...query, settings: { ...query.settings, max_rows_to_read: rows } };
}

/** Conditions that each leave one stretch of the kept order; none when there are too many, or the answer is no key. */
function placesOf({ answer, type }: ReverseLookup): Condition[] {
  if (answer.kind === 'exact')
    return [
      condition("net = toIPv6('::') AND ip = toIPv6('::') AND arev = reverse({answer:String})", {
        answer: answer.text,
      }),
    ];
  if (answer.kind !== 'range') return [];
  const { first, last } = answer.range;
  const [from, to] = [parseIp(first), parseIp(last)];
  if (!from || !to) return [];
  const bits = type === 'AAAA' ? 64n : 8n;
  const [begin, end] = [toIpv6Value(from) >> bits, toIpv6Value(to) >> bits];
  const count = Number(end - begin) + 1;
  if (count > mostNetworks) return [];
  // the bounds of the network are for the search in the other order, which the engine weighs this one against; `identity` keeps the
  // address itself out of it
  return Array.from({ length: count }, (_, index) => {
    const network = begin + BigInt(index);
    const [net, netEnd] = [`net${index}`, `netEnd${index}`];
    return condition(
      `net = {${net}:IPv6} AND ip BETWEEN {${net}:IPv6} AND {${netEnd}:IPv6} AND identity(ip) BETWEEN {first:IPv6} AND {last:IPv6}`,
      { [net]: formatIpv6(network << bits), [netEnd]: formatIpv6(((network + 1n) << bits) - 1n), first, last },
    );
  });
}

/** The records of the page, found in the kept order. @param rows how many to read of each place */
function page(lookup: ReverseLookup, places: readonly Condition[], rows: number): Query<PadnsRow> {
  const { type, bounds, apexOnly, limit, skip } = lookup;
  const filters = [
    condition('rrtype = {type:String}', { type }),
    ...bound("last_seen >= toDateTime({lastSeenAfter:UInt32}, 'UTC')", { lastSeenAfter: bounds.lastSeenAfter }),
    ...(apexOnly ? [condition('cutToFirstSignificantSubdomain(reverse(rname)) = reverse(rname)')] : []),
  ];
  const age = '4294967295 - toUnixTimestamp(last_seen)';
  const stretches = places.map((place) => {
    const where = allOf([place, ...filters]);
    return condition(
      `SELECT ip, rname, ${age} AS age FROM rev WHERE ${where.sql}
       ORDER BY rrtype, net, arev, ${age}, rname, ip LIMIT {rows:UInt32}`,
      where.params,
    );
  });
  const key = isOneKey(lookup) ? 'rname' : 'ip, rname';
  const isOnPage = condition(
    `(${key}) IN (
       SELECT ${key} FROM (${stretches.map(({ sql }) => sql).join('\nUNION ALL\n')})
       GROUP BY ip, rname ORDER BY min(age), rname, ip LIMIT {limit:UInt32} OFFSET {skip:UInt32})`,
    mergeParams({ rows, limit, skip }, ...stretches.map(({ params }) => params)),
  );
  const { sql, params } = recordsOf(lookup, isOnPage);
  return { name: 'padnsReverse', sql, params, settings: { ...pointSettings, optimize_use_projections: 1 } };
}
