import { reverseName } from '#model/domain-name.ts';
import type { Engine, Params, Query, QueryOptions } from '#server/engine/engine.ts';
import { inParts } from './in-parts.ts';
import { isListedUrl } from './listings.ts';
import { addressKey, subnetText } from './address-key.ts';

/** A network in which a name has addresses. */
export interface HostingRow {
  readonly name: string;
  /** 0 when the addresses are not announced. */
  readonly asn: number;
  readonly asname: string;
  /** Of the AS; meaningless while `active` is 0. */
  readonly reputation: number;
  /** Addresses of the AS that were active in the last 30 days. */
  readonly active: number;
  /** ISO 3166 of the address seen last; empty when unknown. */
  readonly country: string;
  /** Keys of the addresses, those seen last first, at most `mostHostAddresses`. */
  readonly keys: readonly string[];
  readonly addresses: number;
  /** Epoch seconds. */
  readonly seen: number;
}

const mostHostAddresses = 10;

/** The ASNs in which names have had addresses, one row for each. @param names exact names @param since 'yyyy-mm-dd' */
export function hostingQuery(names: readonly string[], since: string): Query<HostingRow> {
  return {
    name: 'hosting',
    sql: `
      SELECT reverse(rname) AS name, asn, dictGet('as_names', 'asname', toUInt64(asn)) AS asname,
        dictGet('asn_standing', 'asn_reputation', toUInt64(asn)) AS reputation,
        dictGet('asn_standing', 'ips_num_active', toUInt64(asn)) AS active,
        dictGet('country_of', 'country', argMax(ip, at)) AS country,
        arrayMap(each -> each.2, arraySlice(arrayReverseSort(groupArray((at, ${addressKey('ip')}))), 1, ${mostHostAddresses})) AS keys,
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

/** An address of an AS with the lists that name it. Days are 'yyyy-mm-dd'. */
export interface ListedAddressRow {
  readonly key: string;
  /** CIDR */
  readonly subnet: string;
  readonly sources: readonly string[];
  readonly categories: readonly string[];
  readonly first: string;
  readonly last: string;
  /** Listed addresses of the AS in all. */
  readonly total: number;
}

/** The addresses of an AS whose listings count today, those on most lists first. @param today 'yyyy-mm-dd' */
export function asnListedQuery(asn: number, today: string, limit: number): Query<ListedAddressRow> {
  return {
    name: 'asnListed',
    sql: `
      SELECT ${addressKey('ip')} AS key, ${subnetText('ip', "dictGet('origin_as', 'length', ip)")} AS subnet,
        groupUniqArray(toString(source)) AS sources, groupUniqArray(toString(category)) AS categories,
        toString(min(first_listed)) AS first, toString(max(last_listed)) AS last, toUInt32(count() OVER ()) AS total
      FROM (
        SELECT ip, source, category, first_listed, last_listed
        FROM listings FINAL
        WHERE kind = 'host' AND ip != toIPv6('::') AND first_listed <= {today:Date32} AND expires >= {today:Date32}
          AND dictGet('origin_as', 'asn', ip) = {asn:UInt32}
      )
      GROUP BY ip
      ORDER BY length(sources) DESC, min(first_listed), ip
      LIMIT {limit:UInt32}`,
    params: { asn, today, limit },
  };
}

/** A listed name that points into an AS. Days are 'yyyy-mm-dd'. */
interface ListedNameRow {
  readonly name: string;
  /** Keys of its addresses in the AS, at most `mostNameAddresses`. */
  readonly keys: readonly string[];
  readonly sources: readonly string[];
  readonly categories: readonly string[];
  readonly first: string;
  readonly last: string;
  /** 1: only URLs on it are listed. */
  readonly isUrlOnly: number;
  /** Listed names of the AS in all. */
  readonly total: number;
}

/** A name in fast flux has had hundreds. */
const mostNameAddresses = 5;

/**
 * Names whose listings count today and that pointed to an address of the AS since a day, those on most lists first.
 * @param days 'yyyy-mm-dd' @throws EngineError
 */
export async function listedNamesOfAs(
  engine: Engine,
  search: { readonly asn: number; readonly today: string; readonly since: string; readonly limit: number },
  options: QueryOptions,
): Promise<ListedNameRow[]> {
  const found = await inParts((part, parts) => engine.query(listedNamesQuery({ ...search, part, parts }), options));
  const total = found.reduce((sum, [first]) => sum + (first?.total ?? 0), 0);
  const order = (one: ListedNameRow, other: ListedNameRow) =>
    other.sources.length - one.sources.length ||
    one.first.localeCompare(other.first) ||
    (reverseName(one.name) < reverseName(other.name) ? -1 : 1);
  return found
    .flat()
    .sort(order)
    .slice(0, search.limit)
    .map((row) => ({ ...row, total }));
}

function listedNamesQuery(params: Params): Query<ListedNameRow> {
  return {
    name: 'asnListedNames',
    sql: `
      WITH listed AS (
        SELECT reverse(host) AS rname, source, category, first_listed, last_listed, ${isListedUrl} AS isUrl
        FROM listings FINAL
        WHERE kind = 'host' AND ip = toIPv6('::') AND first_listed <= {today:Date32} AND expires >= {today:Date32}
          AND cityHash64(host) % {parts:UInt32} = {part:UInt32}
      )
      SELECT reverse(rname) AS name, any(keys) AS keys, groupUniqArray(toString(source)) AS sources,
        groupUniqArray(toString(category)) AS categories, toString(min(first_listed)) AS first,
        toString(max(last_listed)) AS last, min(isUrl) AS isUrlOnly, toUInt32(count() OVER ()) AS total
      FROM listed
      INNER JOIN (
        SELECT rname, groupUniqArray(${mostNameAddresses})(${addressKey('ip')}) AS keys
        FROM (
          SELECT rname, toIPv6OrDefault(answer) AS ip FROM fwd
          WHERE rname IN (SELECT rname FROM listed) AND rrtype IN ('A', 'AAAA') AND last_seen >= toDateTime({since:Date}, 'UTC')
        )
        WHERE dictGet('origin_as', 'asn', ip) = {asn:UInt32}
        GROUP BY rname
      ) AS hosted USING (rname)
      GROUP BY rname
      ORDER BY length(sources) DESC, min(first_listed), rname
      LIMIT {limit:UInt32}`,
    params,
  };
}

/** A domain that was seen on a name server. Days are 'yyyy-mm-dd'. */
interface ServerDomainRow {
  readonly domain: string;
  readonly first: string;
  readonly last: string;
  /** Domains of the server in all. */
  readonly total: number;
}

/** The domains of a name server, those with a listing that counts today first, then those seen last. @param today 'yyyy-mm-dd' */
export function serverDomainsQuery(server: string, today: string, limit: number): Query<ServerDomainRow> {
  return {
    name: 'serverDomains',
    sql: `
      WITH served AS (
        SELECT reverse(rname) AS domain, min(first_seen) AS since, max(last_seen) AS until
        FROM rev WHERE rrtype = 'NS' AND arev = {server:String} GROUP BY rname
      )
      SELECT domain, toString(toDate(since, 'UTC')) AS first, toString(toDate(until, 'UTC')) AS last,
        toUInt32(count() OVER ()) AS total
      FROM served
      ORDER BY domain IN (
        SELECT host FROM listings FINAL
        WHERE host IN (SELECT domain FROM served) AND kind = 'host' AND first_listed <= {today:Date32} AND expires >= {today:Date32}
      ) DESC, until DESC, domain
      LIMIT {limit:UInt32}`,
    params: { server: reverseName(server), today, limit },
  };
}

/** Changes to and away from a name server in a week after `start`. */
interface ServerMovesRow {
  /** 0 for the first one. */
  readonly week: number;
  readonly movedIn: number;
  readonly movedOut: number;
}

/** The weeks with changes, as C9 lists them. @param days the first and the last one, 'yyyy-mm-dd' */
export function serverMovesQuery(
  server: string,
  days: { readonly start: string; readonly until: string },
): Query<ServerMovesRow> {
  return {
    name: 'serverDomains',
    sql: `
      SELECT toUInt32(intDiv(toDate(at) - {start:Date}, 7)) AS week,
        toUInt32(countIf(has(new, {server:String}) AND notEmpty(old))) AS movedIn,
        toUInt32(countIf(has(old, {server:String}) AND notEmpty(new))) AS movedOut
      FROM ns_transfers
      WHERE toDate(at) BETWEEN {start:Date} AND {until:Date} AND (has(new, {server:String}) OR has(old, {server:String}))
      GROUP BY week`,
    params: { server, ...days },
  };
}
