import type { Connection } from '#model/connection.ts';
import type { Period } from '#model/connection-time.ts';
import { reverseName } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey, mapped } from './address-key.ts';
import { whoisPairs } from './connection-attributes.ts';

// What is compared with the subject of a question about connections.

/** SQL of the types of records with attributes of names, and of the attribute of such a record. */
export const recordsWithAttributes = "'A', 'AAAA', 'MX', 'CNAME', 'TXT'";
export const attributeOfRecord = "multiIf(rrtype IN ('A', 'AAAA'), 'address', lower(toString(rrtype)))";

/** A few names that pointed to each of some addresses. */
export function hostedNames(ips: readonly string[]): Query<{ readonly host: string; readonly rname: string }> {
  return {
    name: 'connections',
    // by address: DISTINCT would keep every name of an address that thousands point to
    sql: `SELECT ${addressKey('ip')} AS host, arrayJoin(groupUniqArray(20)(rname)) AS rname FROM rev
          WHERE rrtype IN ('A', 'AAAA') AND ip IN {ips:Array(String)} GROUP BY ip`,
    params: { ips: mapped(ips) },
    settings: { max_threads: 1 },
  };
}

/** A value of a candidate; when it was seen with it, epoch seconds: 0 where that is not known. */
type ComparedRow = Connection & Period & { readonly rname: string };

/** The values of domains: their records and registrations. */
export function comparedValues(domains: readonly string[]): Query<ComparedRow> {
  const names = 'IN {rnames:Array(String)}';
  return {
    name: 'connections',
    sql: `
      SELECT rname, toString(attribute) AS attribute, value, toUInt32(min(began)) AS first, toUInt32(max(ended)) AS last FROM (
        SELECT rname, ${attributeOfRecord} AS attribute, answer AS value, toUnixTimestamp(first_seen) AS began, toUnixTimestamp(last_seen) AS ended
        FROM fwd WHERE rname ${names} AND rrtype IN (${recordsWithAttributes})
        UNION ALL
        SELECT rname, 'ns-set' AS attribute, lower(hex(hash)) AS value, toUnixTimestamp(first_seen) AS began, toUnixTimestamp(last_seen) AS ended
        FROM rrsets WHERE rrtype = 'NS' AND rname ${names}
        UNION ALL
        SELECT reverse(domain) AS rname, pair.1 AS attribute, lowerUTF8(trimBoth(pair.2)) AS value, 0 AS began, 0 AS ended
        FROM (
          SELECT domain, arrayJoin(${whoisPairs}) AS pair FROM whois FINAL WHERE domain IN {domains:Array(String)}
        )
      )
      WHERE value != '' AND length(value) <= 500 GROUP BY rname, attribute, value ORDER BY rname, attribute, value LIMIT 30 BY rname, attribute`,
    params: { rnames: domains.map(reverseName), domains },
    settings: { max_threads: 1 },
  };
}
