import { certificateKey } from '#model/certificate.ts';
import { connectionAttributes, type Connection, mostTelling } from '#model/connection.ts';
import { reverseName, type DomainSubject } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { allOf, type Condition, condition, mergeParams } from './condition.ts';

// What a subject shares with others: first its attributes, then the others with the same value, by an index of each
// attribute. Counting stops at `mostCounted`, so that a value shared by millions costs as little as a rare one.

/** Counting stops here: a value shared by more connects nothing. */
export const mostCounted = 1000;

/** A value that the subject has, as the store holds it. */
export type AttributeRow = Connection & {
  /** Text to show instead of a hash; '' when the value itself is shown. */
  readonly label: string;
  /** When the subject was last seen with it, epoch seconds. */
  readonly seen: number;
};

/** The latest attributes of each kind: a domain in fast flux has hundreds of addresses. */
const most = { addresses: 30, others: 10 };

type Branch = Condition;

function named(attribute: string, columns: string, rest: string, limit: number, params: Condition['params']): Branch {
  return condition(
    `SELECT '${attribute}' AS attribute, ${columns} ${rest} ORDER BY seen DESC, value LIMIT ${limit}`,
    params,
  );
}

/** Attributes from scans; `hosts` is a condition on ip and hostname. */
function scanBranches(hosts: Condition): Branch[] {
  const one = (attribute: string, value: string, seen: string, table: string, where = 'true') =>
    named(
      attribute,
      `${value} AS value, '' AS label, toUnixTimestamp(toDateTime(max(${seen}), 'UTC')) AS seen`,
      `FROM ${table} WHERE (${hosts.sql}) AND ${where} GROUP BY value`,
      most.others,
      hosts.params,
    );
  const tls = (kind: string) =>
    one(kind, 'tls_fingerprints.value', 'last_seen', 'tls_fingerprints', `kind = '${kind}'`);
  return [
    one('certificate', 'toString(fingerprint_sha1)', 'scan_date', 'scan_certificates'),
    one('jarm', 'jarm_hash', 'last_seen', 'scan_jarm'),
    one('favicon', 'toString(favicon_mmh3)', 'scan_date', 'scan_favicon', "(favicon_md5 != '' OR favicon_mmh3 != 0)"),
    one('html-hash', 'html_body_murmur3', 'scan_date', 'scan_html', "html_body_murmur3 != ''"),
    one('html-title', 'html_title', 'scan_date', 'scan_html', "html_title != '' AND length(html_title) <= 500"),
    ...['ja3s', 'ja4s'].map(tls),
  ];
}

function recordBranches({ query, domain }: DomainSubject): Branch[] {
  const params = { rname: reverseName(query) };
  const record = (attribute: string, types: string, limit: number) =>
    named(
      attribute,
      `answer AS value, '' AS label, toUnixTimestamp(max(last_seen)) AS seen`,
      `FROM fwd WHERE rname = {rname:String} AND rrtype IN (${types}) AND length(answer) <= 500 GROUP BY answer`,
      limit,
      params,
    );
  return [
    record('address', "'A', 'AAAA'", most.addresses),
    record('mx', "'MX'", most.others),
    record('cname', "'CNAME'", most.others),
    record('txt', "'TXT'", most.others),
    named(
      'ns-set',
      `lower(hex(hash)) AS value, arrayStringConcat(any(rrsets.members), ' ') AS label,
       toUnixTimestamp(max(last_seen)) AS seen`,
      `FROM rrsets WHERE rrtype = 'NS' AND rname = {rdomain:String} AND notEmpty(rrsets.members) GROUP BY hash`,
      3,
      { rdomain: reverseName(domain) },
    ),
    named(
      'certificate-names',
      `toString(fingerprint_sha1) AS value, subject_common_name AS label, greatest(0, toUnixTimestamp64Second(not_before)) AS seen`,
      `FROM certificates FINAL WHERE fingerprint_sha1 IN
         (SELECT fingerprint_sha1 FROM certificate_names WHERE rname = {rname:String})`,
      5,
      params,
    ),
  ];
}

/** From the newest registry record. */
function whoisBranch({ domain }: DomainSubject): Branch {
  return condition(
    `SELECT pair.1 AS attribute, lowerUTF8(trimBoth(pair.2)) AS value, trimBoth(pair.2) AS label, day AS seen
     FROM (
       SELECT day, arrayJoin(arrayConcat(
           [('registrar', registrar), ('registrant-org', org), ('registrant-name', name)],
           arrayMap(email -> ('registrant-email', email), arraySlice(emails, 1, 10)))) AS pair
       FROM (
         SELECT toUnixTimestamp(toDateTime(date, 'UTC')) AS day, registrar, org, name, emails
         FROM whois FINAL WHERE domain = {whoisOf:String} ORDER BY date DESC LIMIT 1
       )
     ) WHERE value != '' AND length(value) <= 500`,
    { whoisOf: domain },
  );
}

function attributesQuery(branches: readonly Branch[]): Query<AttributeRow> {
  return {
    name: 'connections',
    sql: branches
      .map(({ sql }) => `SELECT toString(attribute) AS attribute, value, label, toUInt32(seen) AS seen FROM (${sql})`)
      .join(' UNION ALL '),
    params: mergeParams(...branches.map(({ params }) => params)),
    settings: { max_threads: 1 },
  };
}

/** The attributes of an address: scans of it under any name. */
export function addressAttributes(ip: string): readonly Query<AttributeRow>[] {
  return [attributesQuery(scanBranches(condition('ip = toIPv6({ip:String})', { ip })))];
}

/**
 * The attributes of a domain or host name: its records and registration, and scans under its name. The two queries take
 * about as long and can run in parallel.
 */
export function domainAttributes(subject: DomainSubject): readonly Query<AttributeRow>[] {
  return [
    attributesQuery([...recordBranches(subject), whoisBranch(subject)]),
    attributesQuery(scanBranches(hostsBelow(subject.query))),
  ];
}

/** On the columns `ip` and `hostname` of a scan table: scans under a name, at an address that it or a name below it pointed to. */
function hostsBelow(name: string): Condition {
  return condition(
    `ip IN (SELECT toIPv6OrDefault(answer) FROM fwd
            WHERE (rname = {rname:String} OR startsWith(rname, {below:String})) AND rrtype IN ('A', 'AAAA'))
     AND (hostname = {domain:String} OR endsWith(hostname, concat('.', {domain:String})))`,
    { domain: name, rname: reverseName(name), below: `${reverseName(name)}.` },
  );
}

/** An index of an attribute: SQL of the table, the member, and the time it was last seen with the value. */
interface Index {
  readonly from: string;
  readonly member: string;
  readonly seen: string;
  readonly where: Condition;
}

/**
 * The members with an attribute: addresses (column type IPv6) or reversed names.
 * @param key makes the placeholder unique
 */
function indexOf({ attribute, value }: Connection, key: string): Index {
  const is = (text: string): string => text.replaceAll('?', `{${key}:String}`);
  const index = (from: string, member: string, seen: string, where: string, given = value): Index => ({
    ...{ from, member, seen },
    where: condition(is(where), { [key]: given }),
  });
  const answer = (type: string) =>
    index('rev', 'rname', 'last_seen', `rrtype = '${type}' AND ip = toIPv6('::') AND arev = reverse(?)`);
  switch (attribute) {
    case 'address':
      return index('rev', 'rname', 'last_seen', `rrtype = '${value.includes(':') ? 'AAAA' : 'A'}' AND ip = toIPv6(?)`);
    case 'name-server':
      return answer('NS');
    case 'mx':
      return answer('MX');
    case 'cname':
      return answer('CNAME');
    case 'txt':
      return index('txt', 'rname', 'last_seen', `rrtype = 'TXT' AND answer = ?`);
    case 'ns-set':
      return index('rrsets_by_hash', 'rname', 'last_seen', `rrtype = 'NS' AND hash = toFixedString(unhex(?), 16)`);
    case 'registrar':
    case 'registrant-email':
    case 'registrant-org':
    case 'registrant-name':
      return index('whois_values', 'rname', 'seen', `attribute = '${attribute}' AND value = lowerUTF8(?)`);
    case 'certificate-names':
      return index(
        `(SELECT reverse(replaceRegexpOne(arrayJoin(domains), '^\\\\*\\\\.', '')) AS rname, not_before, fingerprint_sha1 FROM certificates)`,
        'rname',
        'not_before',
        certificateIs,
        keyOfCertificate(value),
      );
    case 'certificate':
      return index('certificate_hosts', 'ip', 'seen', certificateIs, keyOfCertificate(value));
    case 'jarm':
      return index('jarm_hosts', 'ip', 'last_seen', 'jarm_hash = ?');
    case 'favicon':
      return index('icon_hosts', 'ip', 'seen', 'favicon_mmh3 = toInt32(?)');
    case 'html-hash':
    case 'html-title':
      return index('page_hosts', 'ip', 'seen', `attribute = '${attribute}' AND value = ?`);
    case 'ja3s':
    case 'ja4s':
      return index('tls_hosts', 'ip', 'seen', `kind = '${attribute}' AND value = ?`);
  }
}

/** A SHA-256 leads to the SHA-1 if a log or scan contained both. */
const certificateIs = `(fingerprint_sha1 = toFixedString(?, 40) OR fingerprint_sha1 IN (
  SELECT fingerprint_sha1 FROM certificate_digests WHERE startsWith(?, 'sha256:') AND startsWith(fingerprint_sha256, substring(?, 8))))`;

function keyOfCertificate(value: string): string {
  return value.length === 64 ? certificateKey({ sha1: '', sha256: value }) : value;
}

/**
 * Members that are not counted: the subject itself; for a domain, all names below its registrable domain and their
 * addresses.
 */
export interface Own {
  readonly ip?: string | undefined;
  readonly domain?: string | undefined;
}

const isOwnName = "(rname = {own:String} OR startsWith(rname, concat({own:String}, '.')))";

function others({ attribute }: Connection, { ip, domain }: Own): Condition[] {
  const isOfNames = connectionAttributes[attribute] === 'name';
  if (domain !== undefined)
    return [
      condition(
        isOfNames
          ? `NOT ${isOwnName}`
          : `ip NOT IN (SELECT toIPv6OrDefault(answer) FROM fwd WHERE ${isOwnName} AND rrtype IN ('A', 'AAAA'))`,
        { own: reverseName(domain) },
      ),
    ];
  return !isOfNames && ip !== undefined ? [condition('ip != toIPv6({self:String})', { self: ip })] : [];
}

interface SharedRow {
  /** Index of the queried connection. */
  readonly place: number;
  /** Other members with the attribute, at most `mostCounted` + 1. */
  readonly shared: number;
  /** Some of these members, or all if there are at most `mostTelling`: reversed names or address keys. */
  readonly members: readonly string[];
}

/** Counts and lists the other members with each attribute, in one statement. */
export function sharedQuery(connections: readonly Connection[], own: Own): Query<SharedRow> {
  const branches = connections.map((connection, place) => {
    const { from, member, where } = indexOf(connection, `v${place}`);
    const { sql, params } = allOf([where, ...others(connection, own)]);
    const text = connectionAttributes[connection.attribute] === 'name' ? 'member' : addressKey('member');
    return condition(
      `SELECT ${place} AS place, count() AS shared, groupArray(${mostTelling})(${text}) AS members
       FROM (SELECT DISTINCT ${member} AS member FROM ${from} WHERE ${sql} LIMIT ${mostCounted + 1})`,
      params,
    );
  });
  return {
    name: 'connections',
    sql: branches
      .map(({ sql }) => `SELECT toUInt32(place) AS place, toUInt32(shared) AS shared, members FROM (${sql})`)
      .join(' UNION ALL '),
    params: mergeParams(...branches.map(({ params }) => params)),
    settings: { max_threads: 1 },
  };
}

/** So many rows of a value are searched for recent members, so that a value shared by millions costs little. */
const mostSearched = 100_000;

/** Members that were seen with each value since a day, at most `mostTelling`. */
export function recentMembers(
  connections: readonly Connection[],
  own: Own,
  since: string,
): Query<Omit<SharedRow, 'shared'>> {
  const branches = connections.map((connection, place) => {
    const { from, member, seen, where } = indexOf(connection, `v${place}`);
    const { sql, params } = allOf([where, ...others(connection, own)]);
    const text = connectionAttributes[connection.attribute] === 'name' ? 'member' : addressKey('member');
    return condition(
      `SELECT toUInt32(${place}) AS place, groupArray(${text}) AS members FROM (
         SELECT DISTINCT member FROM (SELECT ${member} AS member, ${seen} AS at FROM ${from} WHERE ${sql} LIMIT ${mostSearched})
         WHERE toDate(at) >= {since:Date} LIMIT ${mostTelling})`,
      params,
    );
  });
  return {
    name: 'connections',
    sql: branches.map(({ sql }) => sql).join(' UNION ALL '),
    params: mergeParams({ since }, ...branches.map(({ params }) => params)),
    settings: { max_threads: 1 },
  };
}

/** The given names and addresses that are or were on a list. */
export function listedHosts(hosts: readonly string[]): Query<{ readonly host: string }> {
  const sql = 'SELECT DISTINCT host FROM listings WHERE host IN {hosts:Array(String)}';
  return { name: 'connections', sql, params: { hosts } };
}

/** Those of the given names and addresses that a list names on the day. */
export function currentlyListed(hosts: readonly string[], today: string): Query<{ readonly host: string }> {
  const sql = `
    SELECT DISTINCT host FROM listings FINAL
    WHERE host IN {hosts:Array(String)} AND kind = 'host' AND first_listed <= {today:Date32} AND expires >= {today:Date32}`;
  return { name: 'connections', sql, params: { hosts, today } };
}

export interface MemberRow {
  /** A reversed name, or the key of an address. */
  readonly member: string;
  /** When it was last seen with the first of the attributes, epoch seconds. */
  readonly seen: number;
}

interface Page {
  readonly limit: number;
  readonly skip: number;
}

export interface MembersQueries {
  readonly rows: Query<MemberRow>;
  /** Counting ends at `mostListed`. */
  readonly total: Query<{ readonly total: number }>;
}

export const mostListed = 10_000;

/** Addresses with all the given attributes of addresses; with names, only addresses to which one of these names pointed. */
export function sharingAddresses(connections: readonly Connection[], page: Page): MembersQueries | null {
  const { ofAddresses, ofNames } = bySide(connections);
  const [first, ...rest] = ofAddresses.map(indexNamed);
  if (!first) return null;
  const names = allWith(ofNames);
  const pointed = names && {
    ...names,
    sql: `ip IN (SELECT toIPv6OrDefault(answer) FROM fwd WHERE rrtype IN ('A', 'AAAA') AND rname IN (${names.sql}))`,
  };
  return membersQueries(first, allOf([...rest.map(isIn), ...(pointed ? [pointed] : [])]), addressKey('ip'), page);
}

/** Names with all the given attributes of names; with addresses, only names that pointed to one of these addresses. */
export function sharingNames(connections: readonly Connection[], page: Page): MembersQueries | null {
  const { ofAddresses, ofNames } = bySide(connections);
  const [first, ...rest] = ofNames.map(indexNamed);
  const hosts = allWith(ofAddresses);
  const onHosts = hosts && {
    ...hosts,
    sql: `rname IN (SELECT rname FROM rev WHERE rrtype IN ('A', 'AAAA') AND ip IN (${hosts.sql}))`,
  };
  if (first) return membersQueries(first, allOf([...rest.map(isIn), ...(onHosts ? [onHosts] : [])]), 'rname', page);
  if (!hosts) return null;
  const where = condition(`rrtype IN ('A', 'AAAA') AND ip IN (${hosts.sql})`, hosts.params);
  return membersQueries({ from: 'rev', member: 'rname', seen: 'last_seen', where }, condition('true'), 'rname', page);
}

type Placed = readonly [connection: Connection, place: number];

function bySide(connections: readonly Connection[]): { readonly ofAddresses: Placed[]; readonly ofNames: Placed[] } {
  const placed = connections.map((connection, place): Placed => [connection, place]);
  const isOfNames = ([{ attribute }]: Placed) => connectionAttributes[attribute] === 'name';
  return { ofNames: placed.filter(isOfNames), ofAddresses: placed.filter((each) => !isOfNames(each)) };
}

function indexNamed([connection, place]: Placed): Index {
  return indexOf(connection, `v${place}`);
}

function isIn({ from, member, where }: Index): Condition {
  return condition(`${member} IN (SELECT ${member} FROM ${from} WHERE ${where.sql})`, where.params);
}

/** SQL of the names or addresses with all the attributes; null without attributes. */
function allWith(placed: readonly Placed[]): Condition | null {
  const [first, ...rest] = placed.map(indexNamed);
  if (!first) return null;
  const { sql, params } = allOf([first.where, ...rest.map(isIn)]);
  return condition(`SELECT ${first.member} FROM ${first.from} WHERE ${sql}`, params);
}

function membersQueries(index: Index, more: Condition, text: string, { limit, skip }: Page): MembersQueries {
  const { from, member, seen, where } = index;
  const { sql, params } = allOf([where, more]);
  return {
    rows: {
      name: 'connectionMembers',
      sql: `SELECT ${text} AS member, toUInt32(greatest(0, toUnixTimestamp(toDateTime(max(${seen}), 'UTC')))) AS seen
            FROM ${from} WHERE ${sql}
            GROUP BY ${member} ORDER BY seen DESC, ${member} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
      params: mergeParams(params, { limit, skip }),
    },
    total: {
      name: 'connectionMembers',
      sql: `SELECT toUInt32(count()) AS total FROM (SELECT DISTINCT ${member} FROM ${from} WHERE ${sql} LIMIT ${mostListed + 1})`,
      params,
    },
  };
}
