import type { Query } from '#server/engine/engine.ts';

/** A prefix that covers the address, and the days on which it was announced. */
export interface CoveringPrefixRow {
  readonly asn: number;
  readonly asname: string;
  /** CIDR of IPv4. */
  readonly subnet: string;
  readonly length: number;
  /** 'yyyy-mm-dd' */
  readonly from: string;
  readonly to: string;
}

/** A13: every prefix that covered the IPv4 address on some day of a span ('yyyy-mm-dd'), the longest first. */
export function coveringPrefixesQuery(ip: string, from: string, to: string): Query<CoveringPrefixRow> {
  return {
    name: 'ipv4History',
    sql: `
      WITH
        -- the address masked to each of the 33 lengths: the table is asked for 33 keys, not for a range
        arrayJoin(range(96, 129)) AS masked_length,
        tupleElement(IPv6CIDRToRange(toIPv6({ip:String}), toUInt8(masked_length)), 1) AS masked
      SELECT p.asn AS asn, asname, concat(toString(toIPv4(first)), '/', toString(length - 96)) AS subnet, length,
        toString(valid_from) AS from, toString(valid_to) AS to
      FROM (
        SELECT first, length, asn, valid_from, valid_to FROM prefixes FINAL
        WHERE (first, length) IN (SELECT masked, toUInt8(masked_length))
          AND valid_from <= {to:Date} AND valid_to >= {from:Date}
      ) AS p LEFT JOIN asns AS names FINAL ON p.asn = names.asn
      ORDER BY length DESC, valid_from DESC, asn`,
    params: { ip, from, to },
  };
}
