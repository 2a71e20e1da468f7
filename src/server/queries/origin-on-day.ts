import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';

/** Who announced an IPv4 address on a day. */
export interface DayOriginRow {
  readonly key: string;
  readonly asn: number;
  readonly asname: string;
}

/** By the longest prefix that was announced on the day 'yyyy-mm-dd'; no row for an address that nobody announced. */
export function originOnDayQuery(name: string, ips: readonly string[], day: string): Query<DayOriginRow> {
  return {
    name,
    sql: `
      WITH asked AS (
        -- each address masked to each of the 33 lengths: the table is asked for keys, not for ranges
        SELECT ip, toUInt8(masked_length) AS length, tupleElement(IPv6CIDRToRange(ip, length), 1) AS first
        FROM (SELECT toIPv6(arrayJoin({ips:Array(String)})) AS ip) ARRAY JOIN range(96, 129) AS masked_length
      )
      SELECT key, origin.asn AS asn, names.asname AS asname
      FROM (
        SELECT ${addressKey('asked.ip')} AS key, argMax(announced.asn, (announced.length, announced.valid_from, announced.asn)) AS asn
        FROM asked INNER JOIN (
          SELECT first, length, asn, valid_from FROM prefixes FINAL
          WHERE (first, length) IN (SELECT first, length FROM asked)
            AND valid_from <= {day:Date} AND valid_to >= {day:Date}
        ) AS announced ON asked.first = announced.first AND asked.length = announced.length
        GROUP BY key
      ) AS origin LEFT JOIN asns AS names FINAL ON origin.asn = names.asn`,
    params: { ips, day },
  };
}
