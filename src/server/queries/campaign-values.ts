import type { Connection } from '#model/connection.ts';
import type { Period } from '#model/connection-time.ts';
import { reverseName } from '#model/domain-name.ts';
import type { Params, Query } from '#server/engine/engine.ts';
import { addressKey, mapped } from './address-key.ts';
import { hasFirstDay, whoisPairs } from './connection-attributes.ts';
import { attributeOfRecord, recordsWithAttributes } from './connection-candidates.ts';

// The values of many subjects, in a few statements.

/** A value of one of the subjects; when it was seen with it, epoch seconds: 0 where that is not known. */
export type ValueRow = Connection &
  Period & {
    /** A reversed name, or the key of an address. */
    readonly member: string;
    /** Text to show instead of the value; '' when the value itself is shown. */
    readonly label: string;
  };

/** Values of one attribute that are read of each subject, those seen last; one more says that there are others. */
export const mostValuesEach = 30;

function valuesQuery(branches: readonly string[], params: Params): Query<ValueRow> {
  return {
    name: 'campaign',
    sql: `SELECT member, toString(attribute) AS attribute, value, any(shown) AS label, toUInt32(min(began)) AS first, toUInt32(max(ended)) AS last
          FROM (${branches.join(' UNION ALL ')})
          WHERE value != '' AND length(value) <= 500
          GROUP BY member, attribute, value ORDER BY member, attribute, max(seen) DESC, value LIMIT ${mostValuesEach + 1} BY member, attribute`,
    params,
    settings: { max_threads: 1 },
  };
}

const moment = '0 AS seen, 0 AS began, 0 AS ended';

/**
 * SQL of the values in scans.
 * @param where on ip and hostname; outside of the union, the engine applies it to each table and reads its addresses once
 */
function scanned(member: string, where: string): string {
  const one = (table: string, attribute: string, value: string, rest = '') =>
    `SELECT ip, hostname, ${attribute} AS attribute, ${value} AS value FROM ${table} ${rest}`;
  const scans = [
    one('scan_certificates', "'certificate'", 'toString(fingerprint_sha1)'),
    one('scan_jarm', "'jarm'", 'jarm_hash'),
    one('scan_favicon', "'favicon'", "if(favicon_md5 != '' OR favicon_mmh3 != 0, toString(favicon_mmh3), '')"),
    one(
      'scan_html',
      'page.1',
      'page.2',
      "ARRAY JOIN [('html-hash', html_body_murmur3), ('html-title', html_title)] AS page",
    ),
    one('tls_fingerprints', 'toString(kind)', 'tls_fingerprints.value', "WHERE kind IN ('ja3s', 'ja4s')"),
  ];
  return `SELECT ${member} AS member, attribute, value, '' AS shown, ${moment} FROM (${scans.join(' UNION ALL ')}) WHERE ${where}`;
}

/** The values of addresses: what scans saw at them under any name. */
export function valuesOfAddresses(ips: readonly string[]): Query<ValueRow> {
  return valuesQuery([scanned(addressKey('ip'), 'ip IN {ips:Array(String)}')], { ips: mapped(ips) });
}

/**
 * The values of registrable domains: their records, their registrations, and what scans saw under them or their www, at the addresses seen
 * last. Each statement needs little memory by itself. The slowest comes first, because two run at a time.
 */
export function valuesOfDomains(domains: readonly string[]): readonly Query<ValueRow>[] {
  const names = 'IN {rnames:Array(String)}';
  // scans of a name at the addresses of another one say nothing about it
  const atHosts = `(ip, hostname) IN (
      SELECT ip, arrayJoin([domain, concat('www.', domain)]) FROM (
        SELECT DISTINCT toIPv6OrDefault(answer) AS ip, replaceRegexpOne(reverse(rname), '^www\\\\.', '') AS domain FROM (
          SELECT rname, answer FROM fwd WHERE rname IN {hostsReversed:Array(String)} AND rrtype IN ('A', 'AAAA')
          ORDER BY last_seen DESC LIMIT ${mostValuesEach} BY rname)))
    AND hostname IN {hosts:Array(String)}`;
  const hosts = domains.flatMap((domain) => [domain, `www.${domain}`]);
  const rnames = domains.map(reverseName);
  return [
    valuesQuery([scanned("reverse(replaceRegexpOne(hostname, '^www\\\\.', ''))", atHosts)], {
      hosts,
      hostsReversed: hosts.map(reverseName),
    }),
    valuesQuery(
      [
        `SELECT rname AS member, 'ns-set' AS attribute, lower(hex(hash)) AS value, arrayStringConcat(any(rrsets.members), ' ') AS shown, 0 AS seen,
         toUnixTimestamp(min(first_seen)) AS began, toUnixTimestamp(max(last_seen)) AS ended
       FROM rrsets WHERE rrtype = 'NS' AND rname ${names} AND notEmpty(rrsets.members) GROUP BY rname, hash`,
        `SELECT rname AS member, 'certificate-names' AS attribute, toString(fingerprint_sha1) AS value, '' AS shown, ${moment}
       FROM certificate_names WHERE rname ${names}`,
        `SELECT rname AS member, 'first-certificate' AS attribute, toString(min(day)) AS value, '' AS shown, ${moment}
       FROM first_certificates WHERE rname ${names} AND ${hasFirstDay} GROUP BY rname`,
        `SELECT reverse(domain) AS member, pair.1 AS attribute, lowerUTF8(trimBoth(pair.2)) AS value, trimBoth(pair.2) AS shown, day AS seen, 0 AS began, 0 AS ended
       FROM (SELECT domain, toUnixTimestamp(toDateTime(date, 'UTC')) AS day, arrayJoin(${whoisPairs}) AS pair FROM whois FINAL WHERE domain IN {domains:Array(String)})`,
      ],
      { rnames, domains },
    ),
    recordsQuery(rnames),
  ];
}

/** The values in DNS records: the engine keeps one row of each, so that they need no grouping. */
function recordsQuery(rnames: readonly string[]): Query<ValueRow> {
  return {
    name: 'campaign',
    sql: `SELECT rname AS member, ${attributeOfRecord} AS attribute, answer AS value, '' AS label,
            toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last
          FROM fwd FINAL
          WHERE rname IN {rnames:Array(String)} AND rrtype IN (${recordsWithAttributes}) AND length(answer) BETWEEN 1 AND 500
          ORDER BY member, attribute, last DESC, value LIMIT ${mostValuesEach + 1} BY member, attribute`,
    params: { rnames },
    settings: { max_threads: 1 },
  };
}
