import type { Connection } from '#model/connection.ts';
import { reverseName, type DomainSubject } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { type Condition, condition, mergeParams } from './condition.ts';

// The values that a subject may share with others.

/** A value that the subject has, as the store holds it. */
export type AttributeRow = Connection & {
  /** Text to show instead of a hash; '' when the value itself is shown. */
  readonly label: string;
  /** When the subject was last seen with it, epoch seconds. */
  readonly seen: number;
  /** Since when, epoch seconds; 0 where that is not known, as for scans and registrations, which are of a moment. */
  readonly first: number;
};

/** The latest attributes of each kind: a domain in fast flux has hundreds of addresses. */
const most = { addresses: 30, others: 10 };

type Branch = Condition;

/** @param attribute SQL: a text, or an expression of the rows */
function named(attribute: string, columns: string, rest: string, limit: number, params: Condition['params']): Branch {
  return condition(
    `SELECT ${attribute} AS attribute, ${columns} ${rest} ORDER BY seen DESC, value LIMIT ${limit} BY attribute`,
    params,
  );
}

/**
 * Attributes from scans; `hosts` is a condition on ip and hostname. It stands outside of the union, where the engine applies it to each
 * table, so that its addresses are read once.
 */
function scanBranch(hosts: Condition): Branch {
  const one = (attribute: string, value: string, seen: string, table: string, where = 'true') =>
    `SELECT ip, hostname, ${attribute} AS attribute, ${value} AS value, toUnixTimestamp(toDateTime(${seen}, 'UTC')) AS at FROM ${table} WHERE ${where}`;
  const scans = [
    one("'certificate'", 'toString(fingerprint_sha1)', 'scan_date', 'scan_certificates'),
    one("'jarm'", 'jarm_hash', 'last_seen', 'scan_jarm'),
    one("'favicon'", 'toString(favicon_mmh3)', 'scan_date', 'scan_favicon', "(favicon_md5 != '' OR favicon_mmh3 != 0)"),
    `SELECT ip, hostname, page.1 AS attribute, page.2 AS value, toUnixTimestamp(scan_date) AS at
     FROM scan_html ARRAY JOIN [('html-hash', html_body_murmur3), ('html-title', html_title)] AS page WHERE page.2 != '' AND length(page.2) <= 500`,
    one('toString(kind)', 'tls_fingerprints.value', 'last_seen', 'tls_fingerprints', "kind IN ('ja3s', 'ja4s')"),
  ];
  return condition(
    `SELECT attribute, value, '' AS label, 0 AS first, max(at) AS seen FROM (${scans.join(' UNION ALL ')}) WHERE ${hosts.sql}
     GROUP BY attribute, value ORDER BY seen DESC, value LIMIT ${most.others} BY attribute`,
    hosts.params,
  );
}

const periodOfRecords = 'toUnixTimestamp(min(first_seen)) AS first, toUnixTimestamp(max(last_seen)) AS seen';

function recordBranches({ query, domain }: DomainSubject): Branch[] {
  const params = { rname: reverseName(query) };
  const records = (attribute: string, types: string, limit: number) =>
    named(
      attribute,
      `answer AS value, '' AS label, ${periodOfRecords}`,
      `FROM fwd WHERE rname = {rname:String} AND rrtype IN (${types}) AND length(answer) <= 500 GROUP BY attribute, answer`,
      limit,
      params,
    );
  return [
    records("'address'", "'A', 'AAAA'", most.addresses),
    records('lower(toString(rrtype))', "'MX', 'CNAME', 'TXT'", most.others),
    named(
      "'ns-set'",
      `lower(hex(hash)) AS value, arrayStringConcat(any(rrsets.members), ' ') AS label,
       ${periodOfRecords}`,
      `FROM rrsets WHERE rrtype = 'NS' AND rname = {rdomain:String} AND notEmpty(rrsets.members) GROUP BY hash`,
      3,
      { rdomain: reverseName(domain) },
    ),
    named(
      "'certificate-names'",
      `toString(fingerprint_sha1) AS value, subject_common_name AS label, 0 AS first, greatest(0, toUnixTimestamp64Second(not_before)) AS seen`,
      `FROM certificates FINAL WHERE fingerprint_sha1 IN
         (SELECT fingerprint_sha1 FROM certificate_names WHERE rname = {rname:String})`,
      5,
      params,
    ),
    named(
      "'first-certificate'",
      `toString(min(day)) AS value, '' AS label, 0 AS first, toUnixTimestamp(toDateTime(min(day), 'UTC')) AS seen`,
      `FROM first_certificates WHERE rname = {rname:String} AND ${hasFirstDay} GROUP BY rname`,
      1,
      params,
    ),
  ];
}

/** SQL that is true of the names in `first_certificates` whose first day is known. */
export const hasFirstDay = "day < '2149-06-06'";

/** SQL that is true of the rows of `whois` whose registrar is the one at registration: of the first 60 days, as the schema says. */
export const isOfRegistration = "created > toDateTime64(0, 0, 'UTC') AND date <= toDate(created) + 60";

/** SQL of the values in a row of `whois`, as pairs with their attributes; the view of `whois_values` in the schema has the same. */
export const whoisPairs = `arrayConcat(
  [('registrar', registrar), ('created', if(created > toDateTime64(0, 0, 'UTC'), toString(toDate(created)), '')),
   ('registrar-day', if(${isOfRegistration} AND trimBoth(registrar) != '', concat(trimBoth(registrar), ' on ', toString(toDate(created))), '')),
   ('registrant-org', org), ('registrant-name', name)],
  arrayMap(email -> ('registrant-email', email), emails))`;

/** From all registry records: the registrant before a privacy service is the one to look for. */
function whoisBranch({ domain }: DomainSubject): Branch {
  return condition(
    `SELECT pair.1 AS attribute, lowerUTF8(trimBoth(pair.2)) AS value, argMax(trimBoth(pair.2), day) AS label, 0 AS first, max(day) AS seen
     FROM (
       SELECT toUnixTimestamp(toDateTime(date, 'UTC')) AS day, arrayJoin(${whoisPairs}) AS pair
       FROM whois FINAL WHERE domain = {whoisOf:String}
     )
     WHERE value != '' AND length(value) <= 500
     GROUP BY attribute, value ORDER BY seen DESC, value LIMIT ${most.others} BY attribute`,
    { whoisOf: domain },
  );
}

function attributesQuery(branches: readonly Branch[], max_threads = 1): Query<AttributeRow> {
  return {
    name: 'connections',
    // in one order wherever the branches are read
    sql: `SELECT attribute, value, label, first, seen FROM (${branches
      .map(
        ({ sql }, at) =>
          `SELECT ${at} AS branch, toString(attribute) AS attribute, value, label, toUInt32(first) AS first, toUInt32(seen) AS seen FROM (${sql})`,
      )
      .join(' UNION ALL ')}) ORDER BY branch, seen DESC, value, attribute`,
    params: mergeParams(...branches.map(({ params }) => params)),
    settings: { max_threads },
  };
}

/** The attributes of an address: scans of it under any name. */
export function addressAttributes(ip: string): readonly Query<AttributeRow>[] {
  return [attributesQuery([scanBranch(condition('ip = toIPv6({ip:String})', { ip }))])];
}

/**
 * The attributes of a domain or host name: its records and registration, and scans under its name. The two queries take
 * about as long and can run in parallel.
 */
export function domainAttributes(subject: DomainSubject): readonly Query<AttributeRow>[] {
  return [
    attributesQuery([...recordBranches(subject), whoisBranch(subject)]),
    // its addresses may have a million pages of other names
    attributesQuery([scanBranch(hostsBelow(subject.query))], 2),
  ];
}

/** On the columns `ip` and `hostname` of a scan table: scans under a name, at an address that it or a name below it pointed to. */
export function hostsBelow(name: string): Condition {
  return condition(
    `ip IN (SELECT toIPv6OrDefault(answer) FROM fwd
            WHERE (rname = {rname:String} OR startsWith(rname, {below:String})) AND rrtype IN ('A', 'AAAA'))
     AND (hostname = {domain:String} OR endsWith(hostname, concat('.', {domain:String})))`,
    { domain: name, rname: reverseName(name), below: `${reverseName(name)}.` },
  );
}
