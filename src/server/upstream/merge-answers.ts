import { isObject } from '#model/json-value.ts';
import type { ListRule } from './operation-rules.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { readSortTerm, type SortColumn } from '#model/padns-sort.ts';

type Row = Readonly<Record<string, unknown>>;
export type AnswerSource = 'own' | 'upstream';

/**
 * Merges two lists by the natural key of their records: the earliest first and the latest last time, no sum of counts, and
 * `sources` with the side of each record. Other fields that differ keep our value.
 * @param sort `<column>/<order>` values as the interface takes them; the order of the operation by default
 * @param isAscending reverses the order of the operation
 */
export function mergeLists(
  rule: ListRule,
  own: readonly Row[],
  upstream: readonly Row[],
  sort: readonly string[] = [],
  isAscending = false,
): Row[] {
  const merged = new Map<string, Row>();
  for (const row of own) merged.set(keyOf(rule, row), ownRow(row));
  for (const row of upstream) {
    const key = keyOf(rule, row);
    const same = merged.get(key);
    merged.set(key, same ? joined(rule, same, row) : { ...row, sources: ['upstream'] });
  }
  return sorted([...merged.values()], rule, sort, isAscending);
}

/** Marks the records of one side with their source. */
export function markRows(rows: readonly Row[], source: AnswerSource): Row[] {
  return rows.map((row) => (source === 'own' ? ownRow(row) : { ...row, sources: ['upstream'] }));
}

/** Kinds of source within this collection are kept. */
function ownRow(row: Row): Row {
  const kinds = row['sources'];
  return {
    ...row,
    sources: ['own'],
    ...(Array.isArray(kinds) && kinds.length > 0 && { own_sources: kinds as unknown }),
  };
}

function joined(rule: ListRule, own: Row, upstream: Row): Row {
  // the same provider may list a record twice: then it is merged with itself and no other source joins
  const sources = [...new Set([...(own['sources'] as string[]), 'upstream'])];
  const [ours, theirs] = [own['count'], upstream['count']];
  const bothCount = typeof ours === 'number' && typeof theirs === 'number';
  const counts = own['counts'] ?? (bothCount && sources.length > 1 ? { own: ours, upstream: theirs } : undefined);
  return {
    ...upstream,
    ...own,
    ...pick(rule.first, own, upstream, (a, b) => (a <= b ? a : b)),
    ...pick(rule.last, own, upstream, (a, b) => (a >= b ? a : b)),
    ...(bothCount && { count: Math.max(ours, theirs) }),
    ...(counts !== undefined && { counts }),
    sources,
  };
}

type Time = string | number;

function pick(fields: readonly string[], own: Row, upstream: Row, better: (a: Time, b: Time) => Time): Row {
  const known = fields.flatMap((field): [string, Time][] => {
    const [a, b] = [own[field], upstream[field]];
    return isTime(a) && isTime(b) && typeof a === typeof b ? [[field, better(a, b)]] : [];
  });
  return Object.fromEntries(known);
}

function isTime(value: unknown): value is Time {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** Names compare ignoring case and a trailing dot; TXT records compare exactly. */
export function keyOf({ key }: ListRule, row: Row): string {
  const type = String(row['type'] ?? row['rrtype'] ?? '').toUpperCase();
  const part = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(part).sort().join(' ');
    if (isObject(value)) return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    const text = String(value ?? '');
    return type === 'TXT' ? text : text.toLowerCase().replace(/(?<=.)\.$/, '');
  };
  return key
    .map((names) =>
      part(
        names
          .split('|')
          .map((name) => row[name])
          .find((value) => value !== undefined && value !== ''),
      ),
    )
    .join('\n');
}

/** The fields of a column in both output formats. */
const fieldsOf: Readonly<Record<SortColumn, readonly string[]>> = {
  last_seen: ['last_seen', 'time_last'],
  first_seen: ['first_seen', 'time_first'],
  query: ['query', 'rrname'],
  answer: ['answer', 'rdata'],
};

function sorted(rows: Row[], { order }: ListRule, sort: readonly string[], isAscending: boolean): Row[] {
  const terms = sort.flatMap((text) => readSortTerm(text) ?? []);
  const orders =
    terms.length > 0
      ? terms.map(({ column, descending }) => ({ fields: fieldsOf[column], descending }))
      : [{ fields: order, descending: !isAscending }];
  return rows.toSorted((a, b) => {
    for (const { fields, descending } of orders) {
      const [x, y] = [valueOf(a, fields), valueOf(b, fields)];
      if (x !== y) return x < y === descending ? 1 : -1;
    }
    return 0;
  });
}

function valueOf(row: Row, fields: readonly string[]): Time {
  const value = fields.map((field) => row[field]).find((each) => each !== undefined);
  return typeof value === 'number' ? value : String(value ?? '');
}

type ByAddress = Readonly<Record<string, unknown>>;

/** Merges lists of scans, whose elements are `{<address>: records}` or `{<address>: {<day>: records}}`. */
export function mergeByAddress(rule: ListRule, own: readonly ByAddress[], upstream: readonly ByAddress[]): ByAddress[] {
  const [ours, theirs] = [addressesOf(own), addressesOf(upstream)];
  const addresses = [...new Set([...ours.keys(), ...theirs.keys()])];
  return addresses.map((address) => ({ [address]: mergeNested(rule, ours.get(address), theirs.get(address)) }));
}

function addressesOf(list: readonly ByAddress[]): Map<string, unknown> {
  return new Map(list.flatMap((element) => Object.entries(element)));
}

function mergeNested(rule: ListRule, own: unknown, upstream: unknown): unknown {
  if (isObject(own) || isObject(upstream)) {
    const [a, b] = [isObject(own) ? own : {}, isObject(upstream) ? upstream : {}];
    const days = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().reverse();
    return Object.fromEntries(days.map((day) => [day, mergeNested(rule, a[day] ?? [], b[day] ?? [])]));
  }
  return mergeLists(rule, rowsOf(own), rowsOf(upstream));
}

export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The source of the scores of a record, with the provider's name. */
interface ScoreMark {
  readonly score_source: AnswerSource;
  readonly score_provider?: string;
}

export function scoreMark(source: AnswerSource, providerName: string): ScoreMark {
  return { score_source: source, ...(source === 'upstream' && { score_provider: providerName }) };
}

/** Scores and their explanations, which are never mixed: each record has those of one side. */
const scoreField = /(^|_)(score|reputation|rank|malscore|verdict|explain|entropy)(_|$)|_max$/;

/** Fields that identify the subject of a record. */
const identities = ['ip', 'domain', 'asn', 'subnet', 'ns_server', 'host', 'date', 'query'] as const;

/**
 * The answer of one side with the scores of the other alongside its own: `score_source` says whose the record's scores are
 * (`score_provider` names the provider), and `other_scores` holds the other's. Facts that only the other side has join the record, scores never.
 */
export function withOtherScores(main: unknown, other: unknown, source: AnswerSource, providerName: string): unknown {
  if (Array.isArray(main)) return listWithOtherScores(main, Array.isArray(other) ? other : [], source, providerName);
  if (!isObject(main)) return main;
  const theirs = isObject(other) && !('error' in other) ? other : {};
  const scores = scoresOf(theirs);
  const isScored = hasScores(main);
  const joined = Object.entries(main).map(([name, value]): [string, unknown] => [
    name,
    (isObject(value) || Array.isArray(value)) && !isWhole(name)
      ? withOtherScores(value, theirs[name], source, providerName)
      : value,
  ]);
  const missing = Object.entries(theirs).filter(
    ([name]) => !(name in main) && !scoreField.test(name) && name !== 'error',
  );
  return {
    ...Object.fromEntries([...joined, ...missing]),
    ...(isScored && scoreMark(source, providerName)),
    ...(Object.keys(scores).length > 0 && {
      other_scores: {
        ...(source === 'own' ? { source: 'upstream', provider: providerName } : { source: 'own' }),
        ...scores,
      },
    }),
  };
}

/** Members that belong to one side as a whole. */
function isWhole(name: string): boolean {
  return name.endsWith('_explain') || ['listings', 'facts', 'scan_data', 'not_tracked'].includes(name);
}

function listWithOtherScores(
  main: readonly unknown[],
  other: readonly unknown[],
  source: AnswerSource,
  providerName: string,
): unknown[] {
  const [first, theirs] = [main[0], other[0]];
  // one record of each side: they may be of different days and networks
  if (main.length === 1 && other.length === 1 && isSameSubject(first, theirs))
    return [withOtherScores(first, theirs, source, providerName)];
  const byIdentity = new Map(other.map((each) => [identityOf(each), each]));
  return main.map((each) => {
    const identity = identityOf(each);
    return identity === undefined ? each : withOtherScores(each, byIdentity.get(identity), source, providerName);
  });
}

function isSameSubject(ours: unknown, theirs: unknown): boolean {
  if (!isObject(ours) || !isObject(theirs)) return false;
  const name = identities.find((each) => each in ours && each in theirs);
  return name !== undefined && identityOf({ [name]: ours[name] }) === identityOf({ [name]: theirs[name] });
}

function identityOf(value: unknown): string | undefined {
  if (!isObject(value) || !identities.some((name) => name in value)) return undefined;
  return identities
    .map((name) => String(value[name] ?? '').toLowerCase())
    .map((text) => canonicalIp(text) ?? text)
    .join(' ');
}

export function hasScores(record: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(scoresOf(record)).length > 0;
}

function scoresOf(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => scoreField.test(name) && (typeof value !== 'object' || name.endsWith('_explain')),
    ),
  );
}
