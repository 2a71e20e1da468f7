import { certificateKey } from '#model/certificate.ts';
import { connectionAttributes, type Connection } from '#model/connection.ts';
import { fewOthers } from '#model/connection-strength.ts';
import { reverseName } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { allOf, type Condition, condition, mergeParams } from './condition.ts';

// Who shares a value with a subject, by an index of each attribute.

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
    case 'created':
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

/** Members that are named of each value. */
const mostNamed = 300;

interface SharedRow {
  /** Index of the queried connection. */
  readonly place: number;
  /** Other members with the attribute. */
  readonly shared: number;
  /** Some of these members, or all if there are at most `mostNamed`: reversed names or address keys. */
  readonly members: readonly string[];
}

/** Counts and lists the other members with each attribute, in one statement. */
export function sharedQuery(connections: readonly Connection[], own: Own): Query<SharedRow> {
  const branches = connections.map((connection, place) => {
    const { from, member, where } = indexOf(connection, `v${place}`);
    const { sql, params } = allOf([where, ...others(connection, own)]);
    const text = connectionAttributes[connection.attribute] === 'name' ? 'member' : addressKey('member');
    return condition(
      `SELECT ${place} AS place, count() AS shared, groupArray(${mostNamed})(${text}) AS members
       FROM (SELECT ${member} AS member FROM ${from} WHERE ${sql} GROUP BY member)`,
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

/** Members that were seen with each value since a day, at most `fewOthers`. */
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
         WHERE toDate(at) >= {since:Date} LIMIT ${fewOthers})`,
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
