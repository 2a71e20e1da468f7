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
  type RecordType,
  reversedName,
  type Selection,
  sourceBits,
  timeCondition,
} from './padns-selection.ts';

export interface ReverseLookup extends Selection {
  readonly type: Exclude<RecordType, 'SOA' | 'TXT'>;
  readonly answer: TextPattern | { readonly kind: 'range'; readonly range: AddressRange };
  /** A and AAAA: only records of registrable domains themselves. */
  readonly apexOnly: boolean;
}

export interface ValueLookup extends Selection {
  readonly type: 'SOA' | 'TXT';
  /** LIKE pattern for anywhere in the value, or its 64-bit hash in decimal. */
  readonly value: { readonly like: string } | { readonly hash: string };
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
export function isOneKey({ answer }: Pick<ReverseLookup, 'answer'>): boolean {
  return answer.kind === 'range' ? answer.range.first === answer.range.last : answer.kind === 'exact';
}

/** All records that are requested in the order of the page. @param which of them */
export function recordsOf(lookup: ReverseLookup, which?: Condition): Condition {
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

/** SQL of the hash of a record in `rev`; empty for what was written before `rev` had it, which `setHashes` finds. */
export function latestSetHash(type: RecordType): string {
  if (type !== 'NS' && type !== 'MX') return "''";
  const isLatest = `startsWith(latest_set, unhex(leftPad(hex(toUnixTimestamp(last_seen)), 8, '0')))`;
  return `if(${isLatest}, lower(hex(substring(latest_set, 9))), '')`;
}

/** E2, txt and soa: records by a part of their value, or by its hash. */
export function padnsByValue(lookup: ValueLookup): Query<PadnsRow> {
  const { type, value, limit, skip } = lookup;
  const where = allOf([
    condition('rrtype = {type:String}', { type }),
    'like' in value
      ? condition('answer LIKE {like:String}', { like: value.like })
      : condition('xxHash64(answer) = {hash:UInt64}', { hash: value.hash }),
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
