import type { Query } from '#server/engine/engine.ts';
import { isDated, knownTo } from './data-day.ts';

/** An IPv4 prefix of an ASN and the days on which it announced it, 'yyyy-mm-dd'. */
export interface AsnSubnetRow {
  readonly asn: number;
  /** CIDR */
  readonly subnet: string;
  readonly from: string;
  readonly to: string;
  /** The last day on which the data covers this prefix. */
  readonly knownTo: string;
  /** 1: snapshots say from when to when it was announced, so the day of the data is that of the snapshot before. */
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
        toString(valid_from) AS from, toString(valid_to) AS to, ${knownTo('p')} AS knownTo, ${isDated} AS isDated
      FROM prefixes AS p FINAL LEFT JOIN import_days AS data ON p.import = data.import
      WHERE asn IN {asns:Array(UInt32)} AND valid_from <= {to:Date32} AND valid_to >= {from:Date32}
        AND first BETWEEN toIPv6('::ffff:0.0.0.0') AND toIPv6('::ffff:255.255.255.255') AND length >= 96
      ORDER BY first, length, valid_from`,
    params: { asns, from, to, today },
  };
}

/** What the snapshots of the latest refresh say about an ASN; all 0 where they say nothing. */
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

/** A11: a row for every requested ASN. */
export function asnScoresQuery(name: string, asns: readonly number[]): Query<AsnScoresRow> {
  return {
    name,
    sql: `
      SELECT arrayJoin({asns:Array(UInt32)}) AS asn,
        dictGet('asn_standing', ('asn_rank', 'asn_reputation', 'asn_takedown_reputation', 'malscore',
          'ips_num_active', 'ips_num_listed'), toUInt64(asn)) AS scores`,
    params: { asns },
  };
}
