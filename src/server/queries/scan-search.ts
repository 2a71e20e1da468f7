import type { Query } from '#server/engine/engine.ts';
import { addressKey, addressOfKey, mapped } from './address-key.ts';
import { allOf, condition, mergeParams, type Condition } from './condition.ts';
import type { AddressRange } from './padns-selection.ts';

/** Which scans a search covers (A3 to A7). */
export interface ScanNetwork {
  /** The addresses of ipv4 and netmask; all of IPv4 when not given. */
  readonly range?: AddressRange | undefined;
  /** Outside the range instead of inside. */
  readonly outside?: boolean;
}

/** Addresses count, not what was seen at them: one address is one element of the answer. */
export interface ScanPage {
  readonly limit: number;
  readonly skip: number;
}

// of one address; a host with more distinct certificates than that in a window is searched by name
const mostRecords = 1000;

const allIpv4: AddressRange = { first: '::ffff:0.0.0.0', last: '::ffff:255.255.255.255' };

/** A condition on the column `ip`: the tables hold IPv6 scans, too. */
export function networkCondition({ range, outside = false }: ScanNetwork): Condition {
  const within = (names: string) => `ip BETWEEN {${names}First:IPv6} AND {${names}Last:IPv6}`;
  const all = condition(within('all'), { allFirst: allIpv4.first, allLast: allIpv4.last });
  if (!range) return all;
  const params = { netFirst: range.first, netLast: range.last };
  return outside ? allOf([all, condition(`NOT (${within('net')})`, params)]) : condition(within('net'), params);
}

/** The look-up by address is the cheapest when the addresses are few. */
export function isByAddress({ range, outside = false }: ScanNetwork): boolean {
  return range !== undefined && !outside;
}

/** The part of a table that a search finds; the names are SQL of the queries, never input. */
export interface Found {
  readonly table: string;
  /** Column of the time of the scan. */
  readonly seen: string;
  readonly where: Condition;
}

/** The addresses of a page, those seen last first. */
export function addressesQuery(name: string, { table, seen, where }: Found, page: ScanPage): Query<{ key: string }> {
  return {
    name,
    sql: `SELECT ${addressKey('ip')} AS key FROM ${table} WHERE ${where.sql}
          GROUP BY ip ORDER BY max(${seen}) DESC, ip LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(where.params, { limit: page.limit, skip: page.skip }),
  };
}

/** The scans of the addresses of a page. */
export function atAddresses(keys: readonly string[]): Condition {
  return condition('ip IN {ips:Array(String)}', { ips: mapped(keys.map(addressOfKey)) });
}

/** The end of a query of records: the newest of each address. @param newest the order within an address */
export function newestOfEach(newest: string): string {
  return `ORDER BY ip, ${newest} LIMIT ${mostRecords} BY ip`;
}
