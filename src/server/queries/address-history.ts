import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { isDated, knownTo } from './data-day.ts';

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
  /** The last day on which the data covers this prefix: its end, or the day of the import that still has it. */
  readonly knownTo: string;
  /** 1: snapshots say from when to when it was announced, so the day of the data is that of the snapshot before. */
  readonly isDated: 0 | 1;
}

/**
 * A10, A13: every prefix that covered IPv4 addresses on some day of a span ('yyyy-mm-dd'), the longest first. What had not
 * ended when its import was made counts as standing until `today`.
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
        toString(valid_from) AS from, toString(valid_to) AS to, ${knownTo('p')} AS knownTo, ${isDated} AS isDated
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
