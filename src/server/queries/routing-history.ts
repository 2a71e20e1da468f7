import type { Query } from '#server/engine/engine.ts';
import { isDated, knownTo } from './data-day.ts';
import { addressKey, isMapped } from './address-key.ts';

/** An IPv4 prefix of an ASN and the days on which it announced it, 'yyyy-mm-dd'. */
export interface AsnSubnetRow {
  readonly asn: number;
  /** CIDR */
  readonly subnet: string;
  readonly from: string;
  readonly to: string;
  /** The last day on which the data covers this prefix. */
  readonly knownTo: string;
  /** 1: the days come from snapshots, so the day of the data is that of the previous snapshot. */
  readonly isDated: 0 | 1;
}

/** A11, A12: what ASNs announced on some day of a span ('yyyy-mm-dd'), by address. */
export function asnSubnetsQuery(
  name: string,
  asns: readonly number[],
  { from, to, today }: { readonly from: string; readonly to: string; readonly today: string },
): Query<AsnSubnetRow> {
  return {
    name,
    sql: `
      SELECT asn, concat(toString(toIPv4(first)), '/', toString(length - 96)) AS subnet,
        toString(valid_from) AS from, toString(valid_to) AS to, ${knownTo} AS knownTo, ${isDated} AS isDated
      FROM prefixes AS p FINAL LEFT JOIN import_days AS data ON p.import = data.import
      WHERE asn IN {asns:Array(UInt32)} AND valid_from <= {to:Date32} AND valid_to >= {from:Date32}
        AND ${isMapped('first')} AND length >= 96
      ORDER BY first, length, valid_from`,
    params: { asns, from, to, today },
  };
}

/** The latest snapshot of an ASN; all 0 when it has none. */
export interface AsnScoresRow {
  readonly asn: number;
  readonly scores: {
    readonly asn_rank: number;
    readonly asn_reputation: number;
    readonly asn_takedown_reputation: number;
    readonly malscore: number;
    readonly ips_num_active: number;
    readonly ips_num_listed: number;
  };
}

/** A11: one row for each requested ASN. */
export function asnScoresQuery(asns: readonly number[]): Query<AsnScoresRow> {
  return {
    name: 'asnSubnetsBulk',
    sql: `
      SELECT arrayJoin({asns:Array(UInt32)}) AS asn,
        dictGet('asn_standing', ('asn_rank', 'asn_reputation', 'asn_takedown_reputation', 'malscore',
          'ips_num_active', 'ips_num_listed'), toUInt64(asn)) AS scores`,
    params: { asns },
  };
}

/** A prefix that covers the address, and the days on which it was announced. */
export interface CoveringPrefixRow {
  /** Of the address. */
  readonly key: string;
  readonly asn: number;
  readonly asname: string;
  /** CIDR of IPv4. */
  readonly subnet: string;
  readonly length: number;
  /** 'yyyy-mm-dd' */
  readonly from: string;
  readonly to: string;
  /** The last day on which the data covers this prefix: its end, or the day of the latest import that contains it. */
  readonly knownTo: string;
  /** 1: the days come from snapshots, so the day of the data is that of the previous snapshot. */
  readonly isDated: 0 | 1;
}

/**
 * A10, A13: every prefix that covered IPv4 addresses on some day of a span ('yyyy-mm-dd'), the longest first. An
 * announcement without an end in its import counts until `today`.
 */
export function coveringPrefixesQuery(
  name: string,
  ips: readonly string[],
  { from, to, today }: { readonly from: string; readonly to: string; readonly today: string },
): Query<CoveringPrefixRow> {
  return {
    name,
    sql: `
      WITH masked AS (
        -- each address masked to each of the 33 lengths: the table is read by keys, not by ranges
        SELECT ip, toUInt8(arrayJoin(range(96, 129))) AS length, tupleElement(IPv6CIDRToRange(ip, length), 1) AS first
        FROM (SELECT DISTINCT toIPv6(arrayJoin({ips:Array(String)})) AS ip)
      )
      SELECT ${addressKey('m.ip')} AS key, p.asn AS asn, asname,
        concat(toString(toIPv4(p.first)), '/', toString(p.length - 96)) AS subnet, p.length AS length,
        toString(valid_from) AS from, toString(valid_to) AS to, ${knownTo} AS knownTo, ${isDated} AS isDated
      FROM (
        SELECT first, length, asn, valid_from, valid_to, import FROM prefixes FINAL
        WHERE (first, length) IN (SELECT first, length FROM masked)
          AND valid_from <= {to:Date32} AND valid_to >= {from:Date32}
      ) AS p
      INNER JOIN masked AS m ON p.first = m.first AND p.length = m.length
      LEFT JOIN asns AS names FINAL ON p.asn = names.asn
      LEFT JOIN import_days AS data ON p.import = data.import
      ORDER BY p.length DESC, valid_from DESC, p.asn`,
    params: { ips, from, to, today },
  };
}
