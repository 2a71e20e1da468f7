import type { RecordType, ValueType } from '#model/record-type.ts';
import type { Query } from '#server/engine/engine.ts';
import { newestSet } from './padns-sets.ts';
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
  wildcardCondition,
} from './condition.ts';
import { ownerCondition, ownersAreAddresses } from './padns-forward.ts';
import { answerText, latestSetHash } from './padns-reverse.ts';
import {
  type AddressRange,
  orderBy,
  type PadnsRow,
  pointSettings,
  queryText,
  type Selection,
  sourceBits,
  timeCondition,
} from './padns-selection.ts';
import type { WildcardClass } from '#model/wildcard.ts';

/** A record must match one of these, or with `outside` none of them. */
export interface Choice {
  readonly patterns: readonly TextPattern[];
  readonly ranges: readonly AddressRange[];
  readonly outside: boolean;
}

/** Conditions on the two sides of a record. Undefined without a condition. */
export interface PairLookup extends Selection {
  readonly type: Exclude<RecordType, ValueType>;
  /** The name; of PTR records the address in text. */
  readonly owner: TextPattern | undefined;
  readonly answers: Choice | undefined;
  /** Of the record's address, on either side; patterns do not apply. */
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

function pairSettings({ byKey }: PairLookup): NonNullable<Query<PadnsRow>['settings']> {
  return byKey ? pointSettings : { query_plan_optimize_lazy_materialization: 0 };
}

/** The answer as text. */
function answerOf({ table, type }: Pick<PairLookup, 'table' | 'type'>): string {
  return table === 'fwd' ? 'answer' : answerText(type);
}

/** All conditions but those on times, over the lookup's table. */
function pairConditions(lookup: PairLookup): Condition[] {
  return [...ownerConditions(lookup), ...answerConditions(lookup)];
}

/** Those on the type and the name. */
function ownerConditions({ type, owner, table, bounds }: PairLookup): Condition[] {
  const ofType = condition('rrtype = {type:String}', { type });
  if (!owner || (owner.kind === 'prefix' && owner.prefix === '')) return [ofType];
  // in rev the answers find the records: their names are read as they come
  if (table === 'fwd') return [ofType, ownerCondition({ owner, types: [type], bounds })];
  const text = queryText([type]);
  return [ofType, textCondition({ text, ...(!isPointer(type) && { reversed: 'rname' }) }, 'owner', owner)];
}

/** Those on the answer and the address. */
function answerConditions(lookup: PairLookup): Condition[] {
  const { type, table, answers, networks, asns } = lookup;
  const address = addressColumn(type, table);
  return [
    ...(answers ? [choiceCondition('answer', answers, answerColumn(lookup), address)] : []),
    ...(networks ? [choiceCondition('network', networks, undefined, address)] : []),
    ...(asns ? [asnCondition(asns, originAs(address.value))] : []),
  ];
}

/** AS number that announces an address; 0 if not announced. */
function originAs(address: string): string {
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

function addressColumn(type: RecordType, table: PairLookup['table']): AddressColumn {
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
  return ownersAreAddresses({ types: [type] });
}

export interface UnsanctionedLookup extends PairLookup {
  readonly type: 'A' | 'AAAA';
  /** Patterns of name servers; `outside`: names that are on none of them. */
  readonly nameServers: { readonly patterns: readonly WildcardClass[]; readonly outside: boolean } | undefined;
  /** One record for each name, with the times of the name. */
  readonly byHost: boolean;
}

export interface UnsanctionedRow extends PadnsRow {
  /** AS number that announces the answer; 0 if not announced. */
  readonly asn: number;
}

/** E4: addresses of names inside or outside networks, for names on or off the given name servers. */
export function padnsUnsanctioned(lookup: UnsanctionedLookup): Query<UnsanctionedRow> {
  const { byHost, bounds, limit, skip, type } = lookup;
  const found = byHost ? hosts(lookup) : records(lookup);
  const within = timeCondition(bounds);
  return {
    name: 'padnsUnsanctioned',
    sql: `SELECT rname, reverse(rname) AS query, toString(rrtype) AS type, answer,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last, count, ttl, '' AS hash,
                 ${sourceBits}, ${originAs('ip')} AS asn
          FROM (${found.sql}) WHERE ${within.sql}
          ${orderBy(lookup, [type])} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(found.params, within.params, { limit, skip }),
    settings: pairSettings(lookup),
  };
}

/** reduce=full: each record with its own times. */
function records(lookup: UnsanctionedLookup): Condition {
  const where = allOf([...pairConditions(lookup), ...nameServerConditions(lookup)]);
  return condition(
    `SELECT rname, rrtype, ${answerOf(lookup)} AS answer, ${addressColumn(lookup.type, lookup.table).value} AS ip,
            first_seen, last_seen, count, ttl, sources
     FROM ${lookup.table} FINAL WHERE ${where.sql}`,
    where.params,
  );
}

/** reduce=host: times and count cover all records of the name; the answer is the latest matching one. */
function hosts(lookup: UnsanctionedLookup): Condition {
  // all records of a name stand together by name
  const byName = { ...lookup, table: 'fwd' } as const;
  const named = allOf([...ownerConditions(byName), ...nameServerConditions(byName)]);
  const asked = allOf(answerConditions(byName));
  return condition(
    `SELECT rname, any(rrtype) AS rrtype, argMaxIf(text, (seen, text), asked) AS answer,
            argMaxIf(address, (seen, text), asked) AS ip, min(since) AS first_seen, max(seen) AS last_seen,
            sum(times) AS count, max(ttl) AS ttl, groupBitOr(origins) AS sources
     FROM (SELECT rname, rrtype, answer AS text, ${addressColumn(lookup.type, 'fwd').value} AS address,
                  first_seen AS since, last_seen AS seen, count AS times, ttl, sources AS origins, (${asked.sql}) AS asked
           FROM fwd FINAL WHERE ${named.sql})
     GROUP BY rname HAVING max(asked)`,
    mergeParams(named.params, asked.params),
  );
}

function nameServerConditions(lookup: UnsanctionedLookup): Condition[] {
  const { nameServers } = lookup;
  if (!nameServers) return [];
  const on = hostsOn(nameServers.patterns, allOf(ownerConditions({ ...lookup, table: 'fwd' })));
  return [nameServers.outside ? not(on) : on];
}

/**
 * Names that are on such a name server: by the latest set of the nearest zone at or above the name whose servers are known,
 * its own zone when it is delegated. A name without such a zone is on no server.
 * @param candidates a condition on fwd
 */
function hostsOn(patterns: readonly WildcardClass[], candidates: Condition): Condition {
  const one = anyOf(patterns.map((pattern, at) => wildcardCondition({ text: 'server' }, `server${at}`, pattern)));
  const zones = `SELECT rname AS name, arrayJoin(${zonesAbove}) AS zone
                 FROM (SELECT DISTINCT rname FROM fwd WHERE ${candidates.sql})`;
  return condition(
    `rname IN (
       SELECT name FROM (${zones}) AS candidates
       INNER JOIN (
         SELECT rname AS zone, ${newestSet} AS servers FROM rrsets
         WHERE rrtype = 'NS' AND rname IN (SELECT zone FROM (${zones})) GROUP BY rname
       ) AS delegations USING zone
       GROUP BY name HAVING arrayExists(server -> ${one.sql}, argMax(servers, length(zone))))`,
    mergeParams(candidates.params, one.params),
  );
}

const labels = `splitByChar('.', rname)`;
/** A reversed name and everything above it down to two labels: its candidates for the zone it is in. */
const zonesAbove = `arrayMap(depth -> arrayStringConcat(arraySlice(${labels}, 1, depth), '.'),
                   range(least(2, length(${labels})), length(${labels}) + 1))`;
