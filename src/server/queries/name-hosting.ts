import { reverseName } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';

/** A network in which a name has addresses. */
export interface HostingRow {
  readonly name: string;
  /** 0 when the addresses are not announced. */
  readonly asn: number;
  readonly asname: string;
  /** Of the AS; says nothing while `active` is 0. */
  readonly reputation: number;
  /** Addresses of the AS that were active in the last 30 days. */
  readonly active: number;
  /** ISO 3166 of the address seen last; empty when unknown. */
  readonly country: string;
  /** Keys of the addresses, those seen last first, at most `mostAddresses`. */
  readonly keys: readonly string[];
  readonly addresses: number;
  /** Epoch seconds. */
  readonly seen: number;
}

const mostAddresses = 10;

/** Where names had addresses since a day, one row for each AS. @param names exactly these. @param since 'yyyy-mm-dd' */
export function hostingQuery(names: readonly string[], since: string): Query<HostingRow> {
  return {
    name: 'hosting',
    sql: `
      SELECT reverse(rname) AS name, asn, dictGet('as_names', 'asname', toUInt64(asn)) AS asname,
        dictGet('asn_standing', 'asn_reputation', toUInt64(asn)) AS reputation,
        dictGet('asn_standing', 'ips_num_active', toUInt64(asn)) AS active,
        dictGet('country_of', 'country', argMax(ip, at)) AS country,
        arrayMap(each -> each.2, arraySlice(arrayReverseSort(groupArray((at, ${addressKey('ip')}))), 1, ${mostAddresses})) AS keys,
        toUInt32(count()) AS addresses, toUInt32(max(at)) AS seen
      FROM (
        SELECT rname, toIPv6OrDefault(answer) AS ip, dictGet('origin_as', 'asn', ip) AS asn,
          toUnixTimestamp(max(last_seen)) AS at
        FROM fwd
        WHERE rname IN {names:Array(String)} AND rrtype IN ('A', 'AAAA') AND last_seen >= toDateTime({since:Date}, 'UTC')
        GROUP BY rname, ip
      )
      GROUP BY rname, asn
      ORDER BY rname, seen DESC, addresses DESC, asn`,
    params: { names: names.map(reverseName), since },
    settings: { max_threads: 1 },
  };
}
