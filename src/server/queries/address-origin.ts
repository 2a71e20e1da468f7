import type { Query } from '#server/engine/engine.ts';
import { pointSettings } from './padns-selection.ts';
import { addressKey, isMapped, subnetText } from './address-key.ts';

// Current allocations of the regional registries: the block that contains an address, and the AS number. Without
// registry data, or without a day in it, the day stored with the prefix or the AS name counts.

/** SQL of the block that holds an address, as a tuple (length, allocated, country); length 0 when none is known. */
export const allocationOf = (ip: string): string =>
  `dictGet('allocation_of', ('length', 'allocated', 'country'), ${ip})`;

/**
 * SQL of the day on which a prefix was allocated: that of the block which contains all of it. A prefix made of several
 * blocks has no such day.
 * Needs `block`, an `allocationOf` an address in the prefix, and its `length` in the 128-bit form.
 * @param otherwise SQL of the day of a prefix without one
 */
export const prefixAllocated = (otherwise: string): string =>
  `if(${memberOf('block', 'length')} BETWEEN 1 AND length AND ${known(memberOf('block', 'allocated'))}, ${memberOf('block', 'allocated')}, ${otherwise})`;

/** SQL of a member of a tuple, as both analyzers read it. */
export const memberOf = (tuple: string, member: string) => `tupleElement(${tuple}, '${member}')`;
const known = (day: string) => `${day} > toDate32('1900-01-01')`;

const ofRegistry = `dictGet('asn_allocation_of', 'allocated', toUInt64(asn))`;
/** SQL of the day on which the AS number `asn` was allocated. Needs its entry in as_names as `named`. */
export const asnAllocated = `if(dictHas('asn_allocation_of', toUInt64(asn)) AND ${known(ofRegistry)}, ${ofRegistry}, ${memberOf('named', 'allocated')})`;

/** The latest snapshot of an ASN. All 0 when it has none. */
interface AsnReputation {
  readonly asn_reputation: number;
  readonly ips_in_asn: number;
  readonly ips_num_active: number;
  readonly ips_num_listed: number;
  readonly asn_takedown_reputation: number;
  readonly items_num_listed: number;
  readonly listings_max_age: number;
  readonly asn_rank: number;
}

/** The latest snapshot of a subnet. All 0 when it has none. */
interface SubnetReputation {
  readonly subnet_reputation: number;
  readonly ips_num_active: number;
  readonly ips_num_listed: number;
}

/** The newest known origin of an address: its AS, its registration, and the reputation of its neighbourhood. */
export interface OriginRow {
  readonly key: string;
  /** 0 when the address is not announced. */
  readonly asn: number;
  readonly asname: string;
  /** Days of allocation are yyyymmdd; 19000101 when unknown. */
  readonly asnAllocated: number;
  readonly asnReputation: AsnReputation;
  /** CIDR; empty when the address is not announced. */
  readonly subnet: string;
  /** The last day of the data of this prefix, yyyymmdd; meaningless when the address is not announced. */
  readonly asOf: number;
  readonly subnetAllocated: number;
  readonly subnetReputation: SubnetReputation;
  /** ISO 3166 two-letter code; empty when unknown. */
  readonly country: string;
  /** CIDR of every range with facts or listings that holds the address, joined by commas. */
  readonly ranges: string;
}

/** One row for every address: dictionary look-ups only, no table is read. */
export function originQuery(name: string, ips: readonly string[]): Query<OriginRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key,
        ${memberOf('origin', 'asn')} AS asn, ${memberOf('named', 'asname')} AS asname,
        toYYYYMMDD(${asnAllocated}) AS asnAllocated,
        dictGet('asn_standing', ('asn_reputation', 'ips_in_asn', 'ips_num_active', 'ips_num_listed',
          'asn_takedown_reputation', 'items_num_listed', 'listings_max_age', 'asn_rank'), toUInt64(asn)) AS asnReputation,
        ${subnetText('ip', 'length')} AS subnet, toYYYYMMDD(${memberOf('origin', 'as_of')}) AS asOf,
        toYYYYMMDD(${prefixAllocated(memberOf('origin', 'allocated'))}) AS subnetAllocated,
        dictGet('subnet_standing', ('subnet_reputation', 'ips_num_active', 'ips_num_listed'), subnet) AS subnetReputation,
        if(${memberOf('block', 'country')} != '', ${memberOf('block', 'country')}, dictGet('country_of', 'country', ip)) AS country,
        dictGet('covering_ranges', 'ranges', ip) AS ranges
      FROM (
        SELECT ip, ${allocationOf('ip')} AS block, dictGet('origin_as', ('asn', 'length', 'allocated', 'as_of'), ip) AS origin,
          ${memberOf('origin', 'length')} AS length,
          dictGet('as_names', ('asname', 'allocated'), toUInt64(${memberOf('origin', 'asn')})) AS named
        FROM (SELECT toIPv6(arrayJoin({ips:Array(String)})) AS ip)
      )`,
    params: { ips },
    settings: pointSettings,
  };
}

/**
 * How many IPv4 addresses an ASN announces from one day to another, 'yyyy-mm-dd' (a count of IPv6 addresses is
 * meaningless).
 */
interface AnnouncedRow {
  readonly asn: number;
  readonly from: string;
  readonly to: string;
  readonly addresses: number;
}

/** A row exists only for ASNs that have announced a prefix; snapshots leave out ASNs without activity. */
export function announcedQuery(name: string, asns: readonly number[]): Query<AnnouncedRow> {
  return {
    name,
    sql: `
      SELECT asn, toString(valid_from) AS from, toString(valid_to) AS to,
        toUInt64(sum(if(${isMapped('first')}, exp2(128 - length), 0))) AS addresses
      FROM prefixes FINAL WHERE asn IN {asns:Array(UInt32)} GROUP BY asn, valid_from, valid_to`,
    params: { asns },
  };
}

/** The number of addresses an ASN announced on a day 'yyyy-mm-dd'. */
export function announcedOn(rows: readonly AnnouncedRow[], asn: number, day: string): number {
  return rows
    .filter((row) => row.asn === asn && row.from <= day && row.to >= day)
    .reduce((sum, row) => sum + row.addresses, 0);
}
