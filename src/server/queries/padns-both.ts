import type { Query } from '#server/engine/engine.ts';
import {
  allOf,
  anyOf,
  type AsnChoice,
  chosenAsns,
  condition,
  type Condition,
  mergeParams,
  not,
  type TextColumn,
  textCondition,
  type TextPattern,
} from './condition.ts';
import { ownerCondition, standsUnderAddresses } from './padns-names.ts';
import { answerText, latestSetHash } from './padns-reverse.ts';
import {
  type AddressRange,
  orderBy,
  type PadnsRow,
  pointSettings,
  queryText,
  type RecordType,
  type Selection,
  sourceBits,
  timeCondition,
} from './padns-selection.ts';

/** What a record must be one of, or, `outside`, none of. */
export interface Choice {
  readonly patterns: readonly TextPattern[];
  readonly ranges: readonly AddressRange[];
  readonly outside: boolean;
}

/** Conditions on the two sides of a record. Undefined without a condition. */
export interface PairLookup extends Selection {
  readonly type: Exclude<RecordType, 'SOA' | 'TXT'>;
  /** The name; of PTR records the address in text. */
  readonly owner: TextPattern | undefined;
  readonly answers: Choice | undefined;
  /** Of the record's address, on whichever side that is; patterns are of no use here. */
  readonly networks: Choice | undefined;
  readonly asns: { readonly choice: AsnChoice; readonly outside: boolean } | undefined;
  /** The table that finds the records: by name, or by answer. Both hold all of them. */
  readonly table: 'fwd' | 'rev';
  /** True when that table finds them by its key. */
  readonly byKey: boolean;
}

/** E3: records by their name and their answer. */
export function padnsBoth(lookup: PairLookup): Query<PadnsRow> {
  const { type, table, limit, skip } = lookup;
  const where = allOf([...pairConditions(lookup), timeCondition(lookup.bounds)]);
  return {
    name: 'padnsBoth',
    sql: `SELECT rname, ${queryText([type])} AS query, toString(rrtype) AS type, ${answerOf(lookup)} AS answer,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last, count, ttl,
                 ${table === 'rev' ? latestSetHash(type) : "''"} AS hash, ${sourceBits}
          FROM ${table} FINAL WHERE ${where.sql}
          ${orderBy(lookup, [type])} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(where.params, { limit, skip }),
    settings: pairSettings(lookup),
  };
}

export function pairSettings({ byKey }: PairLookup): NonNullable<Query<PadnsRow>['settings']> {
  return byKey ? pointSettings : { query_plan_optimize_lazy_materialization: 0 };
}

/** The answer as text. */
export function answerOf({ table, type }: Pick<PairLookup, 'table' | 'type'>): string {
  return table === 'fwd' ? 'answer' : answerText(type);
}

/** All conditions but those on times, over the lookup's table. */
export function pairConditions(lookup: PairLookup): Condition[] {
  return [...ownerConditions(lookup), ...answerConditions(lookup)];
}

/** Those on the type and the name. */
export function ownerConditions({ type, owner, table, bounds }: PairLookup): Condition[] {
  const ofType = condition('rrtype = {type:String}', { type });
  if (!owner || (owner.kind === 'prefix' && owner.prefix === '')) return [ofType];
  // in rev the answers find the records: their names are read as they come
  if (table === 'fwd') return [ofType, ownerCondition({ owner, types: [type], bounds })];
  const text = queryText([type]);
  return [ofType, textCondition({ text, ...(!isPointer(type) && { reversed: 'rname' }) }, 'owner', owner)];
}

/** Those on the answer and the address. */
export function answerConditions(lookup: PairLookup): Condition[] {
  const { type, table, answers, networks, asns } = lookup;
  const address = addressColumn(type, table);
  return [
    ...(answers ? [choiceCondition('answer', answers, answerColumn(lookup), address)] : []),
    ...(networks ? [choiceCondition('network', networks, undefined, address)] : []),
    ...(asns ? [asnCondition(asns, originAs(address.value))] : []),
  ];
}

/** AS number that announces an address; 0 if not announced. */
export function originAs(address: string): string {
  return `dictGetOrDefault('origin_as', 'asn', ${address}, toUInt32(0))`;
}

function asnCondition({ choice, outside }: NonNullable<PairLookup['asns']>, asn: string): Condition {
  const chosen = chosenAsns(choice);
  return condition(`${asn} ${outside ? 'NOT IN' : 'IN'} (${chosen.sql})`, chosen.params);
}

/** The address of a record as IPv6, and how a range of addresses reads in the form the table keeps them. */
interface AddressColumn {
  readonly value: string;
  readonly between: (first: string, last: string) => string;
}

export function addressColumn(type: RecordType, table: PairLookup['table']): AddressColumn {
  const inHex = (first: string, last: string) => `rname BETWEEN lower(hex(${first})) AND lower(hex(${last}))`;
  if (isPointer(type)) return { value: 'toIPv6(IPv6NumToString(toFixedString(unhex(rname), 16)))', between: inHex };
  const value = table === 'rev' ? 'ip' : 'toIPv6OrDefault(answer)';
  return { value, between: (first, last) => `${value} BETWEEN ${first} AND ${last}` };
}

function answerColumn(lookup: PairLookup): TextColumn {
  const { table, type } = lookup;
  // the same text of an address from both tables, however it was observed
  if (table === 'fwd' && type === 'AAAA') return { text: 'toString(toIPv6OrDefault(answer))' };
  const isReversed = table === 'rev' && type !== 'A' && type !== 'AAAA';
  return { text: answerOf(lookup), ...(isReversed && { reversed: 'arev' }) };
}

function choiceCondition(
  key: string,
  { patterns, ranges, outside }: Choice,
  text: TextColumn | undefined,
  address: AddressColumn,
): Condition {
  const one = anyOf([
    ...(text ? patterns.map((pattern, at) => textCondition(text, `${key}${at}`, pattern)) : []),
    ...ranges.map(({ first, last }, at) => {
      const [from, to] = [`${key}First${at}`, `${key}Last${at}`];
      return condition(address.between(`{${from}:IPv6}`, `{${to}:IPv6}`), { [from]: first, [to]: last });
    }),
  ]);
  return outside ? not(one) : one;
}

function isPointer(type: RecordType): boolean {
  return standsUnderAddresses({ types: [type] });
}
