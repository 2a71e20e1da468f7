import type { RecordType, ValueType } from '#model/record-type.ts';
import type { Query, Settings } from '#server/engine/engine.ts';
import { addressKey, addressOfKey, keyOf, mapped } from './address-key.ts';
import { allOf, condition, type Condition, mergeParams, textCondition, type TextPattern } from './condition.ts';
import {
  type AddressRange,
  maxKeysPerBatch,
  orderBy,
  type PadnsRow,
  pointSettings,
  queryText,
  reversedName,
  type Selection,
  sourceBits,
  timeCondition,
  age,
  atMost,
  bound,
  isOfNewest,
  type NewestFirst,
} from './padns-selection.ts';
import { formatIpv6, parseIp, toIpv6Value } from '#model/ip-address.ts';
import { escapeLike } from '#model/wildcard.ts';

export interface ReverseLookup extends Selection {
  readonly type: Exclude<RecordType, ValueType>;
  readonly answer: TextPattern | { readonly kind: 'range'; readonly range: AddressRange };
  /** A and AAAA: only records of registrable domains themselves. */
  readonly apexOnly: boolean;
}

export interface ValueLookup extends Selection {
  readonly type: ValueType;
  /** LIKE pattern for anywhere in the value, its 64-bit hash in decimal, or a pattern of the target of SRV, SVCB and HTTPS. */
  readonly value: { readonly like: string } | { readonly hash: string } | { readonly target: TextPattern };
}

export interface SetLookup extends Selection {
  readonly type: 'NS' | 'MX';
  /** 32 hex digits. */
  readonly hash: string;
}

/** E2: records by their answer. */
export function padnsReverse(lookup: ReverseLookup): Query<PadnsRow> {
  const { limit, skip } = lookup;
  const { sql, params } = recordsOf(lookup);
  return {
    name: 'padnsReverse',
    sql: `${sql} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(params, { limit, skip }),
    settings: settingsOf(lookup),
    ...byAnswers(lookup),
  };
}

/** Look-ups of single addresses or names share one statement, with as many records of each as its page takes. */
function byAnswers(lookup: ReverseLookup): Pick<Query<PadnsRow>, 'batch'> {
  const { answer, limit, skip } = lookup;
  const isAddress = answer.kind === 'range';
  if (!isOneKey(lookup)) return {};
  const key = answer.kind === 'exact' ? reversedName(answer.text) : isAddress ? keyOf(answer.range.first) : null;
  if (key === null) return {};
  const column = isAddress ? 'ip' : 'arev';
  const statement = (keys: readonly string[]): Query<PadnsRow & { readonly batchKey: string }> => {
    const isOne = isAddress
      ? condition('ip IN {ips:Array(String)}', { ips: mapped(keys.map(addressOfKey)) })
      : condition('arev IN {keys:Array(String)}', { keys });
    const { sql, params } = records(lookup, isOne, `, ${isAddress ? addressKey('ip') : 'arev'} AS batchKey`);
    return {
      name: 'padnsReverse',
      sql: `${sql} LIMIT {limit:UInt32} OFFSET {skip:UInt32} BY ${column}`,
      params: mergeParams(params, { limit, skip }),
      settings: pointSettings,
    };
  };
  return { batch: { key, maxKeys: maxKeysPerBatch(lookup), statement } };
}

/** One address or one name, not a network or a pattern. */
function isOneKey({ answer }: Pick<ReverseLookup, 'answer'>): boolean {
  return answer.kind === 'range' ? answer.range.first === answer.range.last : answer.kind === 'exact';
}

/** All matching records in the order of the page. @param which a condition on the records */
function recordsOf(lookup: ReverseLookup, which?: Condition): Condition {
  return records(lookup, allOf([answerCondition(lookup), ...(which ? [which] : [])]));
}

/** The records with those answers in the order of the page. */
function records(lookup: ReverseLookup, answer: Condition, more = ''): Condition {
  const { type, apexOnly } = lookup;
  const where = allOf([
    condition('rrtype = {type:String}', { type }),
    answer,
    timeCondition(lookup.bounds),
    ...(apexOnly ? [condition('cutToFirstSignificantSubdomain(query) = query')] : []),
  ]);
  return condition(
    `SELECT rname, ${queryText([type])} AS query, rrtype AS type, ${answerText(type)} AS answer,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last, count, ttl,
                 ${latestSetHash(type)} AS hash, ${sourceBits}${more}
          FROM rev FINAL WHERE ${where.sql}
          ${orderBy(lookup, [type], ['rname', areAddresses(type) ? 'ip' : 'answer'])}`,
    where.params,
  );
}

/** SQL of the hash of a record in `rev`; empty after a repair of the table (ingest/repair.ts), and completed by `setHashes`. */
export function latestSetHash(type: RecordType): string {
  if (type !== 'NS' && type !== 'MX') return "''";
  const isLatest = `startsWith(latest_set, unhex(leftPad(hex(toUnixTimestamp(last_seen)), 8, '0')))`;
  return `if(${isLatest}, lower(hex(substring(latest_set, 9))), '')`;
}

/** E2, txt, soa and others: records by a part of their value, by its hash, or by the name that it ends or begins with. */
export function padnsByValue(lookup: ValueLookup): Query<PadnsRow> {
  const { type, limit, skip } = lookup;
  const where = allOf([
    condition('rrtype = {type:String}', { type }),
    valueCondition(lookup),
    timeCondition(lookup.bounds),
  ]);
  return {
    name: 'padnsReverse',
    sql: `SELECT rname, reverse(rname) AS query, rrtype AS type, answer,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last, count, ttl,
                 toString(xxHash64(answer)) AS hash, ${sourceBits}
          FROM txt FINAL WHERE ${where.sql}
          ${orderBy(lookup, [type])} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(where.params, { limit, skip }),
    settings: { query_plan_optimize_lazy_materialization: 0 },
  };
}

function valueCondition({ type, value }: ValueLookup): Condition {
  if ('like' in value) return condition('answer LIKE {like:String}', { like: value.like });
  if ('hash' in value) return condition('xxHash64(answer) = {hash:UInt64}', { hash: value.hash });
  const { target } = value;
  // the port precedes the target of SRV, the parameters follow that of the others
  const text = `splitByChar(' ', answer)[${type === 'SRV' ? -1 : 2}]`;
  const literal = literalOf(target);
  return allOf([
    ...(literal.length < 3 ? [] : [condition('answer LIKE {literal:String}', { literal: `%${escapeLike(literal)}%` })]),
    textCondition({ text }, 'target', target),
  ]);
}

/** A text that each match contains, which the index of values finds. */
function literalOf(pattern: TextPattern): string {
  switch (pattern.kind) {
    case 'exact':
      return pattern.text;
    case 'suffix':
      return pattern.suffix;
    case 'prefix':
    case 'like':
      return pattern.prefix;
    case 'regex':
      return '';
  }
}

/** E2, nshash and mxhash: every member of the set under every name that had it; times and count are those of the set. */
export function padnsBySet(lookup: SetLookup): Query<PadnsRow> {
  const { type, hash, limit, skip } = lookup;
  const where = allOf([
    condition('rrtype = {type:String}', { type }),
    condition('rrsets_by_hash.hash = toFixedString(unhex({hash:String}), 16)', { hash }),
    timeCondition(lookup.bounds),
  ]);
  return {
    name: 'padnsReverse',
    sql: `SELECT rname, reverse(rname) AS query, rrtype AS type, arrayJoin(members) AS answer,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last, count, 0 AS ttl,
                 lower(hex(rrsets_by_hash.hash)) AS hash, [] AS sources
          FROM rrsets_by_hash FINAL WHERE ${where.sql}
          ${orderBy(lookup, [type])} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(where.params, { limit, skip }),
    settings: pointSettings,
  };
}

function settingsOf({ answer: { kind } }: ReverseLookup): Settings {
  const byKey = kind === 'exact' || kind === 'suffix' || kind === 'range';
  return byKey ? pointSettings : { query_plan_optimize_lazy_materialization: 0 };
}

/** Addresses are native in `rev`, IPv4 as ::ffff:a.b.c.d. */
export function answerText(type: RecordType): string {
  if (type === 'A') return 'substring(toString(ip), 8)';
  return type === 'AAAA' ? 'toString(ip)' : 'reverse(arev)';
}

function answerCondition({ answer, type }: ReverseLookup): Condition {
  if (answer.kind === 'range') return condition('ip BETWEEN {first:IPv6} AND {last:IPv6}', { ...answer.range });
  return textCondition({ text: answerText(type), ...(!areAddresses(type) && { reversed: 'arev' }) }, 'answer', answer);
}

function areAddresses(type: RecordType): boolean {
  return type === 'A' || type === 'AAAA';
}

/**
 * Up to about this many records of a key, sorting all is as fast as following the stored order; for networks, slightly
 * more.
 */
const manyRecords = 131_072;
/** Records of a page are fetched one by one: larger pages are sorted. */
const largestPage = 1_001;
const deepestPage = 10_000;
/** Each network is its own look-up: a /20 of IPv4. */
const mostNetworks = 16;
/** Rows read per record: a record has one row in each part that was written since the last merge. */
const rowsFor = [(records: number) => 300 + Math.ceil(1.25 * records), (records: number) => 300 + 8 * records] as const;
/** Rows read per matching row when other addresses of the network, or names below a domain, are skipped. */
const rowsPerRow = 125;
/** Reading a row in this order costs ten times as much as sorting it: beyond this, sorting all records is faster. */
const mostRead = 100_000;

/**
 * The newest records of an address, a network or a name, from the order that `rev` keeps (schema/2-passive-dns.sql). A page
 * that is not full met older rows of the same records, or other addresses. Null when the page is not one of the newest
 * records of such a key.
 */
export function newestFirst(lookup: ReverseLookup): NewestFirst | null {
  const { limit, skip } = lookup;
  if (!isOfNewest(lookup) || limit > largestPage || skip > deepestPage) return null;
  const places = placesOf(lookup);
  if (places.length === 0 || (places.length > 1 && lookup.apexOnly)) return null;
  const all = padnsReverse(lookup);
  const { batch } = all;
  return {
    few: {
      ...atMost(manyRecords * (isOneKey(lookup) ? 1 : 2 + places.length), all),
      // applies to many keys at once: when one has too many records, each key is queried alone
      ...(batch && { batch: { ...batch, statement: (keys) => atMost(4 * manyRecords, batch.statement(keys)) } }),
    },
    many: rowsFor
      .map((rows) => rows(skip + limit))
      .filter((rows) => rows <= mostRead)
      .map((rows) => page(lookup, places, rows)),
  };
}

/** One condition for each contiguous range of the order. Empty for more than `mostNetworks`, and for patterns. */
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
  const bits = networkBits(type);
  const [begin, end] = [toIpv6Value(from) >> bits, toIpv6Value(to) >> bits];
  const count = Number(end - begin) + 1;
  if (count > mostNetworks) return [];
  return Array.from({ length: count }, (_, index) => {
    const network = begin + BigInt(index);
    const [net, netEnd] = [`net${index}`, `netEnd${index}`];
    // the engine chooses between the stored order and the order of the table, in which it finds the network by its
    // addresses
    return condition(`net = {${net}:IPv6} AND ip BETWEEN {${net}:IPv6} AND {${netEnd}:IPv6}`, {
      [net]: formatIpv6(network << bits),
      [netEnd]: formatIpv6(((network + 1n) << bits) - 1n),
    });
  });
}

/** How many bits of an address tell the hosts of a network apart, as the schema has it. */
function networkBits(type: RecordType): bigint {
  return type === 'AAAA' ? 64n : 8n;
}

function areWholeNetworks({ first, last }: AddressRange, type: RecordType): boolean {
  const [from, to] = [parseIp(first), parseIp(last)];
  const size = 1n << networkBits(type);
  return from !== null && to !== null && toIpv6Value(from) % size === 0n && (toIpv6Value(to) + 1n) % size === 0n;
}

/** The records of the page, found in the kept order. @param rows how many to read of each place */
function page(lookup: ReverseLookup, places: readonly Condition[], rows: number): Query<PadnsRow> {
  const { type, answer, bounds, apexOnly, limit, skip } = lookup;
  const wanted = allOf([
    ...(answer.kind === 'range' ? [condition('ip BETWEEN {first:IPv6} AND {last:IPv6}', { ...answer.range })] : []),
    ...(apexOnly ? [condition('cutToFirstSignificantSubdomain(reverse(rname)) = reverse(rname)')] : []),
  ]);
  const stretches = places.map((place) => {
    const { sql, params } = allOf([
      place,
      condition('rrtype = {type:String}', { type }),
      ...bound("last_seen >= toDateTime({lastSeenAfter:UInt32}, 'UTC')", { lastSeenAfter: bounds.lastSeenAfter }),
    ]);
    return condition(
      `SELECT ip, rname, ${age} AS age FROM rev WHERE ${sql}
       ORDER BY rrtype, net, arev, ${age}, rname, ip LIMIT {read:UInt32}`,
      params,
    );
  });
  const isAllWanted = !apexOnly && (answer.kind !== 'range' || areWholeNetworks(answer.range, type));
  const [only, ...others] = stretches;
  const rowsRead = only && others.length === 0 ? allOfOne(only, wanted) : asFarAsAll(stretches);
  const key = isOneKey(lookup) ? 'rname' : 'ip, rname';
  const isOnPage = condition(
    `(${key}) IN (
       SELECT ${key} FROM (${rowsRead.sql})
       GROUP BY ip, rname ORDER BY min(age), rname, ip LIMIT {limit:UInt32} OFFSET {skip:UInt32})`,
    mergeParams(
      { rows, read: isAllWanted ? rows : Math.min(rowsPerRow * rows, mostRead), limit, skip },
      rowsRead.params,
    ),
  );
  const { sql, params } = recordsOf(lookup, isOnPage);
  // as many as the granules of the order: the engine reads all of it for a limit between these two
  const settings = { ...pointSettings, optimize_use_projections: 1, max_block_size: 1024 };
  return { name: 'padnsReverse', sql, params, settings };
}

/** On one thread rows keep their order, and reading ends with the last one that is wanted. */
function allOfOne(stretch: Condition, wanted: Condition): Condition {
  return condition(
    `SELECT ip, rname, age FROM (${stretch.sql}) WHERE ${wanted.sql} LIMIT {rows:UInt32}`,
    mergeParams(stretch.params, wanted.params),
  );
}

/** The rows read of one network may end before those of another; the result is complete only up to the earliest end. */
function asFarAsAll(stretches: readonly Condition[]): Condition {
  const withReach = stretches.map(
    ({ sql }) => `
      SELECT ip, rname, age,
             if(count() OVER () < {read:UInt32}, (toInt64(4294967296), '', ip), max((age, rname, ip)) OVER ()) AS reach
      FROM (${sql})`,
  );
  return condition(
    `SELECT ip, rname, age
     FROM (SELECT ip, rname, age, min(reach) OVER () AS least FROM (${withReach.join('\nUNION ALL\n')}))
     WHERE (age, rname, ip) <= least`,
    mergeParams(...stretches.map(({ params }) => params)),
  );
}
