import type { Connection } from '#model/connection.ts';
import { reverseName } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { whoisPairs } from './connection-attributes.ts';

// What is compared with the subject of a question about connections.

/** A few names that pointed to each of some addresses. */
export function hostedNames(ips: readonly string[]): Query<{ readonly host: string; readonly rname: string }> {
  return {
    name: 'connections',
    sql: `SELECT DISTINCT ${addressKey('ip')} AS host, rname FROM rev
          WHERE rrtype IN ('A', 'AAAA') AND ip IN (SELECT arrayJoin(arrayMap(each -> toIPv6(each), {ips:Array(String)}))) LIMIT 20 BY ip`,
    params: { ips },
    settings: { max_threads: 1 },
  };
}

/** The values of domains in the attributes that most domains have. */
export function comparedValues(domains: readonly string[]): Query<Connection & { readonly rname: string }> {
  const names = 'IN {rnames:Array(String)}';
  return {
    name: 'connections',
    sql: `
      SELECT rname, toString(attribute) AS attribute, value FROM (
        SELECT rname, if(rrtype = 'MX', 'mx', 'address') AS attribute, answer AS value
        FROM fwd WHERE rname ${names} AND rrtype IN ('A', 'AAAA', 'MX')
        UNION ALL
        SELECT rname, 'ns-set' AS attribute, lower(hex(hash)) AS value FROM rrsets WHERE rrtype = 'NS' AND rname ${names}
        UNION ALL
        SELECT reverse(domain) AS rname, pair.1 AS attribute, lowerUTF8(trimBoth(pair.2)) AS value
        FROM (
          SELECT domain, arrayJoin(${whoisPairs}) AS pair FROM whois FINAL WHERE domain IN {domains:Array(String)}
        )
      )
      WHERE value != '' GROUP BY rname, attribute, value ORDER BY rname, attribute, value LIMIT 30 BY rname, attribute`,
    params: { rnames: domains.map(reverseName), domains },
    settings: { max_threads: 1 },
  };
}
