import { groupBy } from '#model/group-by.ts';
import { certificateKey } from '#model/certificate.ts';
import { connectionAttributes, type Connection } from '#model/connection.ts';
import { fewOthers } from '#model/connection-strength.ts';
import { reverseName } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { allOf, type Condition, condition, mergeParams } from './condition.ts';
import { hasFirstDay } from './connection-attributes.ts';
import { listedNamesBelow } from './listings.ts';
import { pointSettings } from './padns-selection.ts';
import type { Page } from './page.ts';

// Who shares a value with a subject, by an index of each attribute.

/** An index of an attribute: SQL of the table, the member, and the time it was last seen with the value. */
interface Index {
  readonly from: string;
  readonly member: string;
  readonly seen: string;
  readonly where: Condition;
}

/** Where an index holds values: SQL of the column, and of a value as the column has it. */
interface Place {
  readonly from: string;
  readonly member: string;
  readonly seen: string;
  /** SQL that is true of the rows that may hold the attribute. */
  readonly fixed: string;
  /** The column that names the attribute, where a table holds several. */
  readonly attributeIn?: string;
  readonly column: string;
  readonly stored: (value: string) => string;
  /** Whether the rows say since when a member had the value: those of DNS records do. */
  readonly hasPeriods: boolean;
  /** Whether a member has several rows of a value that FINAL does not make one. */
  readonly isGrouped?: true;
  /** Whether rows that FINAL drops hold values that the member does not have. */
  readonly needsFinal?: true;
}

const plain = (value: string): string => value;
const ofNames = ['rname', 'last_seen'] as const;

/** Null for names on certificates and certificates, which are found under two digests. */
function placeOf({ attribute, value }: Connection): Place | null {
  const place = (
    from: string,
    [member, seen]: readonly [string, string],
    fixed: string,
    column: string,
    stored = plain,
  ): Place => ({
    from,
    member,
    seen,
    fixed,
    column,
    stored,
    hasPeriods: member === 'rname' && seen === 'last_seen',
  });
  const answer = (type: string) =>
    place('rev', ofNames, `rrtype = '${type}' AND ip = toIPv6('::')`, 'arev', (text) => `reverse(${text})`);
  switch (attribute) {
    case 'address':
      return place(
        'rev',
        ofNames,
        `rrtype = '${value.includes(':') ? 'AAAA' : 'A'}'`,
        'ip',
        (text) => `toIPv6(${text})`,
      );
    case 'name-server':
      return answer('NS');
    case 'mx':
      return answer('MX');
    case 'cname':
      return answer('CNAME');
    case 'txt':
      return place('txt', ofNames, "rrtype = 'TXT'", 'answer');
    case 'ns-set':
      return place('rrsets_by_hash', ofNames, "rrtype = 'NS'", 'hash', (text) => `toFixedString(unhex(${text}), 16)`);
    case 'registrar':
    case 'created':
    case 'registrar-day':
    case 'registrant-email':
    case 'registrant-org':
    case 'registrant-name':
      return {
        ...place('whois_values', ['rname', 'seen'], 'true', 'value', (text) => `lowerUTF8(${text})`),
        attributeIn: 'attribute',
      };
    case 'certificate-names':
    case 'certificate':
      return null;
    case 'first-certificate':
      return {
        ...place('first_certificates', ['rname', 'day'], hasFirstDay, 'day', (text) => `toDateOrZero(${text})`),
        needsFinal: true,
      };
    case 'jarm':
      return place('jarm_hosts', ['ip', 'last_seen'], 'true', 'jarm_hash');
    case 'favicon':
      return {
        ...place('icon_hosts', ['ip', 'seen'], 'true', 'favicon_mmh3', (text) => `toInt32(${text})`),
        isGrouped: true,
      };
    case 'html-hash':
    case 'html-title':
      return { ...place('page_hosts', ['ip', 'seen'], 'true', 'value'), attributeIn: 'attribute' };
    case 'ja3s':
    case 'ja4s':
      return { ...place('tls_hosts', ['ip', 'seen'], 'true', 'value'), attributeIn: 'kind' };
  }
}

/**
 * The members with an attribute: addresses (column type IPv6) or reversed names.
 * @param key makes the placeholder unique
 */
function indexOf(connection: Connection, key: string): Index {
  const place = placeOf(connection);
  if (!place) return indexOfCertificate(connection, key);
  const { from, member, seen, fixed, attributeIn, column, stored, needsFinal } = place;
  const isIt = attributeIn === undefined ? fixed : `${attributeIn} = '${connection.attribute}'`;
  const where = condition(`${isIt} AND ${column} = ${stored(`{${key}:String}`)}`, { [key]: connection.value });
  return { from: needsFinal ? `${from} FINAL` : from, member, seen, where };
}

function indexOfCertificate({ attribute, value }: Connection, key: string): Index {
  const where = condition(certificateIs.replaceAll('?', `{${key}:String}`), { [key]: keyOfCertificate(value) });
  if (attribute === 'certificate') return { from: 'certificate_hosts', member: 'ip', seen: 'seen', where };
  const from = `(SELECT reverse(replaceRegexpOne(arrayJoin(domains), '^\\\\*\\\\.', '')) AS rname, not_before, fingerprint_sha1 FROM certificates)`;
  return { from, member: 'rname', seen: 'not_before', where };
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
  /** When each of them was seen with it, epoch seconds; empty where that is not known. */
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
  /** At most `fewOthers` of those that were seen with it since the day that was asked for. */
  readonly recent: readonly string[];
}

/**
 * Counts and lists the other members with each attribute, in one statement: values of one index are read together.
 * @param since 'yyyy-mm-dd', of recent members; without it, none are listed
 */
export function sharedQuery(connections: readonly Connection[], own: Own, since?: string): Query<SharedRow> {
  const placed = connections.map((connection, at): Placed => [connection, at]);
  const groups = groupBy(placed, ([connection, at]) => {
    const place = placeOf(connection);
    return place ? `${place.from} ${place.fixed}` : String(at);
  });
  const branches = [...groups.values()].flatMap(([first, ...rest], at) =>
    first ? [sharedBranch([first, ...rest], `v${at}`, own, since)] : [],
  );
  return {
    name: 'connections',
    sql: branches
      .map(
        ({ sql }) =>
          `SELECT toUInt32(place) AS place, toUInt32(shared) AS shared, members, firsts, lasts, recent FROM (${sql})`,
      )
      .join(' UNION ALL '),
    params: mergeParams(...branches.map(({ params }) => params), since === undefined ? {} : { since }),
    settings: { max_threads: 1 },
  };
}

const periods = `groupArray(${mostNamed})(toUnixTimestamp(first_seen)) AS firsts, groupArray(${mostNamed})(toUnixTimestamp(last_seen)) AS lasts`;
const noPeriods = 'emptyArrayUInt32() AS firsts, emptyArrayUInt32() AS lasts';

/**
 * A row for each value and shard of a cluster, with the first of its members in their order.
 * @param group connections of one index
 */
function sharedBranch(group: readonly [Placed, ...Placed[]], key: string, own: Own, since?: string): Condition {
  const [[connection, at]] = group;
  const textOf = (member: string) =>
    connectionAttributes[connection.attribute] === 'name' ? member : addressKey(member);
  const recentOf = (member: string, last: string) =>
    since === undefined
      ? 'emptyArrayString() AS recent'
      : `groupArrayIf(${fewOthers})(${textOf(member)}, toDate(${last}) >= {since:Date}) AS recent`;
  const place = placeOf(connection);
  if (!place) {
    const { from, member, seen, where } = indexOf(connection, key);
    const { sql, params } = allOf([where, ...others(connection, own)]);
    return condition(
      `SELECT ${at} AS place, count() AS shared, groupArray(${mostNamed})(${textOf('member')}) AS members, ${noPeriods}, ${recentOf('member', 'last')}
       FROM (SELECT ${member} AS member, max(${seen}) AS last FROM ${from} WHERE ${sql} GROUP BY member ORDER BY member)`,
      params,
    );
  }
  const { from, member, seen, fixed, attributeIn, column, stored, hasPeriods, isGrouped } = place;
  const stores = `arrayMap(each -> ${stored('each')}, {${key}:Array(String)})`;
  const values = attributeIn === undefined ? stores : `arrayZip({${key}attributes:Array(String)}, ${stores})`;
  const keyColumn = attributeIn === undefined ? column : `(toString(${attributeIn}), ${column})`;
  const isWanted =
    attributeIn === undefined
      ? `${column} IN (SELECT arrayJoin(${values}))`
      : // two columns, not a pair: they are the beginning of the sorting key
        `(${attributeIn}, ${column}) IN (SELECT each.1, each.2 FROM (SELECT arrayJoin(${values}) AS each))`;
  const { sql, params } = allOf([
    condition(`${fixed} AND ${isWanted}`, {
      [key]: group.map(([{ value }]) => value),
      ...(attributeIn !== undefined && { [`${key}attributes`]: group.map(([{ attribute }]) => attribute) }),
    }),
    ...others(connection, own),
  ]);
  const listed = (keyed: string, named: string, last: string) =>
    `SELECT {${key}at:Array(UInt32)}[indexOf(${values}, ${keyed})] AS place, count() AS shared, groupArray(${mostNamed})(${textOf(named)}) AS members,
       ${hasPeriods ? periods : noPeriods}, ${recentOf(named, last)}`;
  return condition(
    // a table ordered by value and member has one row of the two once its parts are merged: FINAL costs a quarter of grouping
    isGrouped
      ? `${listed('key', 'member', 'last')}
         FROM (SELECT ${column} AS key, ${member} AS member, max(${seen}) AS last FROM ${from} WHERE ${sql} GROUP BY key, member ORDER BY key, member)
         GROUP BY key`
      : `${listed(keyColumn, member, seen)} FROM ${from} FINAL WHERE ${sql} GROUP BY ${keyColumn}, shardNum()`,
    mergeParams(params, { [`${key}at`]: group.map(([, index]) => index) }),
  );
}

/** One row for each value, as one store gives it. @param rows of one value, from the shards of a cluster */
export function joinedShards(rows: readonly SharedRow[]): SharedRow | undefined {
  const [first, ...others] = rows;
  if (!first || others.length === 0) return first;
  const named = rows
    .flatMap(({ members, firsts, lasts }) =>
      members.map((member, at) => ({ member, first: firsts[at], last: lasts[at] })),
    )
    .toSorted((one, other) => (one.member < other.member ? -1 : 1))
    .slice(0, mostNamed);
  return {
    place: first.place,
    shared: rows.reduce((sum, { shared }) => sum + shared, 0),
    members: named.map(({ member }) => member),
    firsts: named.flatMap(({ first: seconds }) => seconds ?? []),
    lasts: named.flatMap(({ last: seconds }) => seconds ?? []),
    recent: rows
      .flatMap(({ recent }) => recent)
      .toSorted()
      .slice(0, fewOthers),
  };
}

/** Those of the given names and addresses, and of names below the domains, that a list names on the day. */
export function currentlyListed(
  hosts: readonly string[],
  domains: readonly string[],
  today: string,
): Query<{ readonly host: string }> {
  const sql = `
    SELECT DISTINCT host FROM listings FINAL
    WHERE kind = 'host' AND first_listed <= {today:Date32} AND expires >= {today:Date32} AND host IN (
      SELECT arrayJoin({hosts:Array(String)}) UNION ALL ${listedNamesBelow}
    )`;
  return { name: 'connections', sql, params: { hosts, domains, today }, settings: pointSettings };
}

export interface MemberRow {
  /** A reversed name, or the key of an address. */
  readonly member: string;
  /** When it was last seen with the first of the attributes, epoch seconds. */
  readonly seen: number;
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
