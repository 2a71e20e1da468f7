import type { Query } from '#server/engine/engine.ts';
import { addressKey, isMapped } from './address-key.ts';
import { allocationOf, asnAllocated, memberOf, prefixAllocated } from './address-origin.ts';
import { type Condition, mergeParams } from './condition.ts';
import { scoresDay } from './data-day.ts';
import { pointSettings } from './padns-selection.ts';

/** One row of a snapshot table; the other columns are those of its `Snapshot`. */
interface Dated {
  /** yyyymmdd */
  readonly day: number;
}

export interface TakedownRow extends Dated {
  readonly asn: number;
  readonly asn_takedown_reputation: number;
  readonly ips_in_asn: number;
  readonly ips_num_listed: number;
  readonly items_num_listed: number;
  readonly listings_max_age: number;
}

export interface AsnReputationRow extends Dated {
  readonly asn: number;
  readonly asn_reputation: number;
  readonly ips_in_asn: number;
  readonly ips_num_active: number;
  readonly ips_num_listed: number;
}

export interface SubnetReputationRow extends Dated {
  /** CIDR */
  readonly subnet: string;
  readonly subnet_reputation: number;
  readonly ips_in_subnet: number;
  readonly ips_num_active: number;
  readonly ips_num_listed: number;
  /** The announced prefixes inside of it with anything active or listed, and their counts, where they are not among its own. */
  readonly contained?: { readonly prefixes: number; readonly ips_num_active: number; readonly ips_num_listed: number };
}

export interface IpReputationRow extends Dated {
  readonly key: string;
  readonly ip_reputation: number;
  readonly ip_density: number;
  readonly names_num_listed: number;
}

export interface NsReputationRow extends Dated {
  readonly ns_server: string;
  readonly ns_server_reputation: number;
  readonly ns_server_domain_density: number;
  readonly ns_server_domains_listed: number;
}

/** The SQL that the operations of one kind of subject use, all of it from this file. */
export interface Snapshot<Row extends Dated> {
  readonly table: string;
  readonly columns: string;
  /** The subjects that the interface covers. */
  readonly within: string;
  readonly score: string;
  /** Column that must not be 0 for a place in the ranking; also orders equal scores. */
  readonly listed: string;
  /** Whether the score is valid: if lists name more addresses than were active, there is not enough data. */
  readonly isJudged?: string;
  /** Orders the remaining ties, so that a ranking is stable. */
  readonly order: string;
  /** Never present: it carries the row type. */
  readonly row?: Row;
}

const takedown: Snapshot<TakedownRow> = {
  table: 'reputation_takedown',
  columns: 'asn, asn_takedown_reputation, ips_in_asn, ips_num_listed, items_num_listed, listings_max_age',
  within: 'true',
  score: 'asn_takedown_reputation',
  listed: 'items_num_listed',
  order: 'asn',
};

const asn: Snapshot<AsnReputationRow> = {
  table: 'reputation_asn',
  columns: 'asn, asn_reputation, ips_in_asn, ips_num_active, ips_num_listed',
  within: 'true',
  score: 'asn_reputation',
  listed: 'ips_num_listed',
  isJudged: 'ips_num_active >= ips_num_listed',
  order: 'asn',
};

const subnet: Snapshot<SubnetReputationRow> = {
  table: 'reputation_subnet',
  columns: `concat(toString(toIPv4(first)), '/', toString(length - 96)) AS subnet, subnet_reputation, ips_in_subnet,
    ips_num_active, ips_num_listed`,
  within: `${isMapped('first')} AND length >= 96`,
  score: 'subnet_reputation',
  listed: 'ips_num_listed',
  isJudged: 'ips_num_active >= ips_num_listed',
  order: 'first, length',
};

const ip: Snapshot<IpReputationRow> = {
  table: 'reputation_ip',
  columns: `${addressKey('ip')} AS key, ip_reputation, ip_density, names_num_listed`,
  within: isMapped('ip'),
  score: 'ip_reputation',
  listed: 'names_num_listed',
  order: 'ip',
};

const nameServer: Snapshot<NsReputationRow> = {
  table: 'reputation_ns',
  columns: 'ns_server, ns_server_reputation, ns_server_domain_density, ns_server_domains_listed',
  within: 'true',
  score: 'ns_server_reputation',
  listed: 'ns_server_domains_listed',
  order: 'ns_server',
};

export const snapshots = { takedown, asn, subnet, ip, nameServer };

/** The subjects with anything listed on the day of the latest refresh, worst first. */
export function rankQuery<Row extends Dated>(
  name: string,
  { table, columns, within, score, listed, order, isJudged = 'true' }: Snapshot<Row>,
  limit: number,
  by: 'score' | 'listed' = 'score',
): Query<Row> {
  return {
    name,
    sql: `
      SELECT ${columns}, toYYYYMMDD(date) AS day FROM ${table} FINAL
      WHERE date = (${scoresDay}) AND ${listed} > 0 AND ${within}${by === 'score' ? ` AND ${isJudged}` : ''}
      ORDER BY ${by === 'score' ? `${score} DESC, ` : ''}${listed} DESC, ${order} LIMIT {limit:UInt32}`,
    params: { limit },
  };
}

/** The newest snapshots of one subject, newest first. */
export function historyQuery<Row extends Dated>(
  name: string,
  { table, columns }: Snapshot<Row>,
  subject: Condition,
  limit: number,
): Query<Row> {
  return {
    name,
    sql: `SELECT ${columns}, toYYYYMMDD(date) AS day FROM ${table} FINAL
          WHERE ${subject.sql} ORDER BY date DESC LIMIT {limit:UInt32}`,
    params: mergeParams(subject.params, { limit }),
    settings: pointSettings,
  };
}

/** A day of a subnet: its own counts, 0 on a day without a snapshot of it, and those of the announced prefixes inside of it. */
interface SubnetDayRow extends Dated {
  readonly reputation: number;
  readonly active: number;
  readonly listed: number;
  readonly insideReputation: number;
  readonly insideActive: number;
  readonly insideListed: number;
  /** Those inside with an active or a listed address. */
  readonly prefixes: number;
}

/**
 * The newest days of an IPv4 subnet, newest first: its own counts, and those of the announced prefixes inside of it, added up. In the
 * snapshots, every address counts in its most specific prefix only.
 * @param range first and last address as IPv6, and the length as IPv6
 */
export function subnetHistoryQuery(
  name: string,
  range: { readonly first: string; readonly last: string; readonly length: number },
  limit: number,
): Query<SubnetDayRow> {
  const [isIt, isInside] = ['length = {length:UInt8}', 'length > {length:UInt8}'];
  return {
    name,
    sql: `
      SELECT toYYYYMMDD(date) AS day, anyIf(subnet_reputation, ${isIt}) AS reputation,
        sumIf(ips_num_active, ${isIt}) AS active, sumIf(ips_num_listed, ${isIt}) AS listed,
        sumIf(ips_num_active, ${isInside}) AS insideActive, sumIf(ips_num_listed, ${isInside}) AS insideListed,
        least(100, round(100 * insideListed / greatest(1, insideActive))) AS insideReputation,
        countIf(${isInside} AND (ips_num_active > 0 OR ips_num_listed > 0)) AS prefixes
      FROM reputation_subnet FINAL
      WHERE first BETWEEN {first:String} AND {last:String} AND length >= {length:UInt8}
      GROUP BY date ORDER BY date DESC LIMIT {limit:UInt32}`,
    params: { ...range, limit },
    settings: pointSettings,
  };
}

/** When a prefix was announced exactly, yyyymmdd. @param prefix its first address and its length as IPv6 */
export function announcementsQuery(
  name: string,
  prefix: { readonly first: string; readonly length: number },
): Query<{ readonly from: number; readonly to: number }> {
  return {
    name,
    sql: `SELECT toYYYYMMDD(valid_from) AS from, toYYYYMMDD(valid_to) AS to FROM prefixes FINAL
          WHERE first = {first:String} AND length = {length:UInt8}`,
    params: { ...prefix },
    settings: pointSettings,
  };
}

export interface AsnNameRow {
  readonly asn: number;
  readonly asname: string;
  /** yyyymmdd; 19000101 when unknown. */
  readonly allocated: number;
  readonly isNamed: number;
}

/** Name and allocation of ASNs; one row for each requested ASN. */
export function asnNamesQuery(name: string, asns: readonly number[]): Query<AsnNameRow> {
  return {
    name,
    sql: `
      SELECT asn, ${memberOf('named', 'asname')} AS asname,
        toYYYYMMDD(${asnAllocated}) AS allocated,
        dictHas('as_names', toUInt64(asn)) AS isNamed
      FROM (SELECT arrayJoin({asns:Array(UInt32)}) AS asn, dictGet('as_names', ('asname', 'allocated'), toUInt64(asn)) AS named)`,
    params: { asns },
    settings: pointSettings,
  };
}

interface SubnetAllocationRow {
  /** CIDR */
  readonly subnet: string;
  /** yyyymmdd; 19000101 when unknown. */
  readonly allocated: number;
}

/** When IPv4 subnets (CIDR) were allocated; a subnet that was never announced exactly has no row. */
export function subnetAllocationsQuery(subnets: readonly string[]): Query<SubnetAllocationRow> {
  return {
    name: 'subnetReputationRank',
    sql: `
      WITH asked AS (
        SELECT toIPv6(splitByChar('/', text)[1]) AS first, toUInt8(96 + toUInt8(splitByChar('/', text)[2])) AS length
        FROM (SELECT arrayJoin({subnets:Array(String)}) AS text)
      )
      SELECT concat(toString(toIPv4(first)), '/', toString(length - 96)) AS subnet,
        toYYYYMMDD(${prefixAllocated('own')}) AS allocated
      FROM (
        SELECT first, length, argMax(allocated, valid_from) AS own, ${allocationOf('first')} AS block
        FROM prefixes FINAL WHERE (first, length) IN (SELECT first, length FROM asked) GROUP BY first, length
      )`,
    params: { subnets },
    settings: pointSettings,
  };
}
