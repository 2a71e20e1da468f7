import { addressCount, parseCidr } from '#model/cidr.ts';
import type { Query } from '#server/engine/engine.ts';

/** An ASN on one day: its name, and what the snapshots of that day say. All numbers are 0 where they say nothing. */
export interface AsnStandingRow {
  readonly asn: number;
  readonly asname: string;
  /** yyyymmdd; 19000101 when unknown. */
  readonly allocated: number;
  readonly asn_reputation: number;
  readonly ips_in_asn: number;
  readonly ips_num_active: number;
  readonly ips_num_listed: number;
  readonly asn_takedown_reputation: number;
  readonly items_num_listed: number;
  readonly listings_max_age: number;
  readonly asn_rank: number;
}

/** The standing of AS 0, which stands for: announced by nobody. */
export const noAsnStanding: AsnStandingRow = {
  asn: 0,
  asname: '',
  allocated: 19000101,
  asn_reputation: 0,
  ips_in_asn: 0,
  ips_num_active: 0,
  ips_num_listed: 0,
  asn_takedown_reputation: 0,
  items_num_listed: 0,
  listings_max_age: 0,
  asn_rank: 0,
};

/** One row for every ASN asked for. */
export function asnStandingQuery(name: string, asns: readonly number[], day: string): Query<AsnStandingRow> {
  const on = 'asn IN {asns:Array(UInt32)} AND date = {day:Date}';
  return {
    name,
    sql: `
      SELECT asked.asn AS asn, names.asname AS asname,
        -- a join fills missing dates with 1970, which is not how the collection says unknown
        if(names.asn = 0, 19000101, toYYYYMMDD(names.allocated)) AS allocated,
        r.asn_reputation AS asn_reputation, r.ips_in_asn AS ips_in_asn, r.ips_num_active AS ips_num_active,
        r.ips_num_listed AS ips_num_listed, t.asn_takedown_reputation AS asn_takedown_reputation,
        t.items_num_listed AS items_num_listed, t.listings_max_age AS listings_max_age, k.asn_rank AS asn_rank
      FROM (SELECT arrayJoin({asns:Array(UInt32)}) AS asn) AS asked
      LEFT JOIN (SELECT asn, asname, allocated FROM asns FINAL WHERE asn IN {asns:Array(UInt32)}) AS names USING asn
      LEFT JOIN (SELECT * FROM reputation_asn FINAL WHERE ${on}) AS r USING asn
      LEFT JOIN (SELECT * FROM reputation_takedown FINAL WHERE ${on}) AS t USING asn
      LEFT JOIN (SELECT * FROM rank_asn FINAL WHERE ${on}) AS k USING asn`,
    params: { asns, day },
    settings: { max_threads: 1, join_algorithm: 'hash' },
  };
}

export interface SubnetStandingRow {
  /** CIDR, as the origin of an address names it. */
  readonly subnet: string;
  readonly subnet_reputation: number;
  readonly ips_in_subnet: number;
  readonly ips_num_active: number;
  readonly ips_num_listed: number;
}

/** The standing of a subnet that has no snapshot: nothing active, nothing listed. */
export function quietSubnet(subnet: string): SubnetStandingRow {
  const cidr = parseCidr(subnet);
  const ips_in_subnet = cidr ? Number(addressCount(cidr)) : 0;
  return { subnet, subnet_reputation: 0, ips_in_subnet, ips_num_active: 0, ips_num_listed: 0 };
}

/** The snapshots of one day, of the subnets (CIDR) that have one. */
export function subnetStandingQuery(name: string, subnets: readonly string[], day: string): Query<SubnetStandingRow> {
  return {
    name,
    sql: `
      WITH asked AS (
        SELECT arrayJoin({subnets:Array(String)}) AS subnet, splitByChar('/', subnet) AS parts, toIPv6(parts[1]) AS first,
          -- lengths are kept in their 128-bit form
          toUInt8(toUInt8(parts[2]) + if(position(parts[1], ':') = 0, 96, 0)) AS length
      )
      SELECT asked.subnet AS subnet, subnet_reputation, ips_in_subnet, ips_num_active, ips_num_listed
      FROM asked INNER JOIN (
        SELECT * FROM reputation_subnet FINAL
        WHERE (first, length) IN (SELECT first, length FROM asked) AND date = {day:Date}
      ) AS snapshot ON asked.first = snapshot.first AND asked.length = snapshot.length`,
    params: { subnets, day },
    settings: { max_threads: 1, join_algorithm: 'hash' },
  };
}

/** How many IPv4 addresses an ASN announced from one day to another (the number of its IPv6 addresses says nothing). */
export interface AnnouncedRow {
  readonly asn: number;
  readonly from: string;
  readonly to: string;
  readonly addresses: number;
}

export function announcedQuery(name: string, asns: readonly number[]): Query<AnnouncedRow> {
  return {
    name,
    sql: `
      SELECT asn, toString(valid_from) AS from, toString(valid_to) AS to, toUInt64(sum(exp2(128 - length))) AS addresses
      FROM prefixes FINAL
      WHERE asn IN {asns:Array(UInt32)} AND length >= 96
        AND first BETWEEN toIPv6('::ffff:0.0.0.0') AND toIPv6('::ffff:255.255.255.255')
      GROUP BY asn, valid_from, valid_to`,
    params: { asns },
  };
}

/** The number of addresses announced by one ASN on a day 'yyyy-mm-dd'. */
export function announcedOn(rows: readonly AnnouncedRow[], asn: number, day: string): number {
  return rows
    .filter((row) => row.asn === asn && row.from <= day && row.to >= day)
    .reduce((sum, row) => sum + row.addresses, 0);
}
