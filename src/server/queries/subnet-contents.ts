import type { Query } from '#server/engine/engine.ts';
import { addressKey, subnetText } from './address-key.ts';
import type { AddressRange } from './padns-selection.ts';

/** A part of a subnet with anything active or listed. Days are 'yyyy-mm-dd'. */
export interface CellRow {
  /** Of its first address. */
  readonly key: string;
  readonly active: number;
  readonly listed: number;
  readonly sources: readonly string[];
  readonly categories: readonly string[];
}

interface CellsRequest extends AddressRange {
  /** Prefix length of a cell, as IPv6. */
  readonly length: number;
  readonly today: string;
  /** The first day of those that count as active. */
  readonly since: string;
}

const cell = 'tupleElement(IPv6CIDRToRange(ip, {length:UInt8}), 1)';

/** The cells of a range of IPv4 addresses, in order: active addresses, and those whose own listings count today. */
export function subnetCellsQuery(request: CellsRequest): Query<CellRow> {
  return {
    name: 'subnetContents',
    sql: `
      SELECT ${addressKey('cell')} AS key, toUInt32(sum(active)) AS active, toUInt32(sum(listed)) AS listed,
        arraySort(groupUniqArrayArray(sources)) AS sources, arraySort(groupUniqArrayArray(categories)) AS categories
      FROM (
        SELECT ${cell} AS cell, uniqExact(ip) AS active, 0 AS listed,
          CAST([], 'Array(String)') AS sources, CAST([], 'Array(String)') AS categories
        FROM rev
        WHERE rrtype = 'A' AND ip BETWEEN {first:IPv6} AND {last:IPv6} AND last_seen >= toDateTime({since:Date}, 'UTC')
        GROUP BY cell
        UNION ALL
        SELECT ${cell} AS cell, 0 AS active, uniqExact(ip) AS listed,
          groupUniqArray(toString(source)) AS sources, groupUniqArray(toString(category)) AS categories
        FROM listings FINAL
        WHERE kind = 'host' AND ip BETWEEN {first:IPv6} AND {last:IPv6}
          AND first_listed <= {today:Date32} AND expires >= {today:Date32}
        GROUP BY cell
      )
      GROUP BY cell ORDER BY cell`,
    params: { ...request },
    settings: { max_threads: 1 },
  };
}

/** An announced prefix inside of a subnet, with its counts of the latest refresh. */
interface ContainedRow {
  /** CIDR */
  readonly subnet: string;
  readonly asn: number;
  readonly asname: string;
  readonly reputation: number;
  readonly active: number;
  readonly listed: number;
  /** Such prefixes in all. */
  readonly total: number;
}

const mostPrefixes = 100;

/** The prefixes inside of a range that are announced today, the worst first. @param length of the subnet, as IPv6 */
export function containedPrefixesQuery(
  range: AddressRange & { readonly length: number; readonly today: string },
): Query<ContainedRow> {
  const standing = (column: string) => `dictGet('subnet_standing', '${column}', tuple(subnet))`;
  return {
    name: 'subnetContents',
    sql: `
      SELECT subnet, asn, dictGet('as_names', 'asname', toUInt64(asn)) AS asname, ${standing('subnet_reputation')} AS reputation,
        ${standing('ips_num_active')} AS active, ${standing('ips_num_listed')} AS listed, toUInt32(count() OVER ()) AS total
      FROM (
        SELECT first, length, asn, ${subnetText('first', 'length')} AS subnet FROM prefixes FINAL
        WHERE first BETWEEN {first:IPv6} AND {last:IPv6} AND length > {length:UInt8}
          AND valid_from <= {today:Date32} AND valid_to >= {today:Date32}
        ORDER BY first, length, valid_from DESC, asn LIMIT 1 BY first, length
      )
      ORDER BY reputation DESC, listed DESC, active DESC, first, length LIMIT ${mostPrefixes}`,
    params: { ...range },
    settings: { max_threads: 1 },
  };
}
