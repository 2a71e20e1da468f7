import type { Connection } from '#model/connection.ts';
import type { Period } from '#model/connection-time.ts';
import { reverseName } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey, mapped } from './address-key.ts';
import { hasFirstDay, whoisPairs } from './connection-attributes.ts';

// What is compared with the subject of a question about connections.

/** SQL of the types of records with attributes of names, and of the attribute of such a record. */
export const recordsWithAttributes = "'A', 'AAAA', 'MX', 'CNAME', 'TXT'";
export const attributeOfRecord = "multiIf(rrtype IN ('A', 'AAAA'), 'address', lower(toString(rrtype)))";

/** The first 20 names, by their reversed form, that pointed to each of some addresses. */
export function hostedNames(ips: readonly string[]): Query<{ readonly host: string; readonly rname: string }> {
  return {
    name: 'connections',
    // DISTINCT would keep every name of an address that thousands point to; within a part of the table, names are distinct
    sql: `SELECT host, arrayJoin(arraySlice(arrayDistinct(arraySort(arrayFlatten(groupArray(few)))), 1, 20)) AS rname FROM (
            SELECT ${addressKey('ip')} AS host, groupArraySorted(20)(rname) AS few FROM rev
            WHERE rrtype IN ('A', 'AAAA') AND ip IN {ips:Array(String)} GROUP BY ip, _part_index
          ) GROUP BY host`,
    params: { ips: mapped(ips) },
    settings: { max_threads: 1 },
  };
}

/**
 * A value of a candidate, and when it was seen with it, epoch seconds: 0 where that is not known. DNS records come where the subject has
 * the same value. Other MX and TXT records come as one row with the value '', or 'v=spf1 (other)' for senders of mail, because a
 * difference in mail weakens a link.
 */
type ComparedRow = Connection & Period & { readonly rname: string };

/**
 * The values of domains: their records and registrations.
 * @param own the values of the subject that they are compared with
 */
export function comparedValues(domains: readonly string[], own: readonly Connection[]): Query<ComparedRow> {
  const names = 'IN {rnames:Array(String)}';
  const valuesOf = (isSet: boolean) =>
    own.flatMap(({ attribute, value }) => ((attribute === 'ns-set') === isSet ? [value] : []));
  return {
    name: 'connections',
    // a hosting company has thousands of records: most of those that differ are not read
    sql: `
      SELECT rname, toString(attribute) AS attribute, value, toUInt32(min(began)) AS first, toUInt32(max(ended)) AS last FROM (
        SELECT rname, ${attributeOfRecord} AS attribute,
          multiIf(answer IN {own:Array(String)}, answer, rrtype = 'TXT' AND match(answer, '^"?(?i:v=spf1)\\\\b'), 'v=spf1 (other)', '') AS value,
          toUnixTimestamp(first_seen) AS began, toUnixTimestamp(last_seen) AS ended
        FROM fwd WHERE rname ${names} AND (rrtype IN ('MX', 'TXT') OR (rrtype IN (${recordsWithAttributes}) AND answer IN {own:Array(String)}))
          AND length(answer) BETWEEN 1 AND 500
        UNION ALL
        SELECT rname, 'ns-set' AS attribute, lower(hex(hash)) AS value, toUnixTimestamp(first_seen) AS began, toUnixTimestamp(last_seen) AS ended
        FROM rrsets WHERE rrtype = 'NS' AND rname ${names} AND hash IN (SELECT toFixedString(unhex(arrayJoin({ownSets:Array(String)})), 16))
        UNION ALL
        SELECT rname, 'first-certificate' AS attribute, toString(min(day)) AS value, 0 AS began, 0 AS ended
        FROM first_certificates WHERE rname ${names} AND ${hasFirstDay} GROUP BY rname
        UNION ALL
        SELECT reverse(domain) AS rname, pair.1 AS attribute, lowerUTF8(trimBoth(pair.2)) AS value, 0 AS began, 0 AS ended
        FROM (
          SELECT domain, arrayJoin(${whoisPairs}) AS pair FROM whois FINAL WHERE domain IN {domains:Array(String)}
        )
        WHERE value != '' AND length(value) <= 500
      )
      GROUP BY rname, attribute, value ORDER BY rname, attribute, value LIMIT 60 BY rname, attribute`,
    params: { rnames: domains.map(reverseName), domains, own: valuesOf(false), ownSets: valuesOf(true) },
    settings: { max_threads: 1 },
  };
}
