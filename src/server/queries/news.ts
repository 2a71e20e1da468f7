import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { groupsInOrder } from './groups-in-order.ts';

/** SQL: rows of `listings` of hosts that a list named since a day, of any list. */
const namedSince = `kind = 'host' AND host IN (SELECT host FROM listings WHERE kind = 'host' AND first_listed >= {since:Date32})`;

/** How many of each kind a day brought. */
export interface NewsDayRow {
  readonly what: 'listed' | 'registered' | 'moved';
  /** 'yyyy-mm-dd' */
  readonly day: string;
  readonly count: number;
}

/**
 * Newly listed names and addresses, registered domains and name-server changes by day. A name counts on the first day of any list. None
 * of it reads passive DNS: the days of listings are one small column, and the other two are ranges of the sorting key.
 * @param days 'yyyy-mm-dd', both included
 */
export function newsDaysQuery(days: { readonly since: string; readonly until: string }): Query<NewsDayRow> {
  return {
    name: 'news',
    sql: `
      SELECT 'listed' AS what, toString(first) AS day, toUInt32(count()) AS count
      FROM (
        SELECT min(first_listed) AS first FROM listings
        WHERE ${namedSince} GROUP BY host
        HAVING first BETWEEN {since:Date32} AND {until:Date32}
      )
      GROUP BY first
      UNION ALL
      SELECT 'registered' AS what, value AS day, toUInt32(uniq(rname)) AS count FROM whois_values
      WHERE attribute = 'created' AND value BETWEEN {since:String} AND {until:String} GROUP BY value
      UNION ALL
      SELECT 'moved' AS what, toString(toDate(at)) AS day, toUInt32(uniq(domain, at)) AS count FROM ns_transfers
      WHERE at >= toDateTime({since:Date}, 'UTC') AND at < toDateTime({until:Date}, 'UTC') + INTERVAL 1 DAY GROUP BY toDate(at)`,
    params: days,
  };
}

/** Whether the collection has any data of a kind, 1 or 0, and the newest day of it until today, 'yyyy-mm-dd'. */
export interface NewsReachRow {
  readonly listed: number;
  readonly registered: number;
  readonly moved: number;
  readonly newest: string;
}

/** @param today 'yyyy-mm-dd' */
export function newsReachQuery(today: string): Query<NewsReachRow> {
  return {
    name: 'news',
    sql: `
      WITH
        (SELECT max(first_listed) FROM listings WHERE kind = 'host' AND first_listed <= {today:Date32}) AS lastListed,
        (SELECT max(value) FROM whois_values WHERE attribute = 'created' AND value <= {today:String}) AS lastRegistered,
        (SELECT toDate(max(at)) FROM ns_transfers WHERE at < toDateTime({today:Date}, 'UTC') + INTERVAL 1 DAY) AS lastMove
      SELECT toUInt8(lastListed > '1970-01-01') AS listed, toUInt8(lastRegistered != '') AS registered,
        toUInt8(lastMove > '1970-01-01') AS moved,
        greatest(toString(lastListed), lastRegistered, toString(lastMove)) AS newest`,
    params: { today },
  };
}

/** A listed name or address. Days are 'yyyy-mm-dd'. */
export interface ListedHostRow {
  /** The name; the key of the address if `isName` is 0. */
  readonly host: string;
  readonly isName: number;
  readonly sources: readonly string[];
  readonly categories: readonly string[];
  readonly first: string;
  readonly last: string;
}

/** Which listed hosts are asked for: those first listed since a day, or the names first listed before it. */
interface ListedHostsSearch {
  readonly when: 'since' | 'before';
  /** 'yyyy-mm-dd' */
  readonly since: string;
  /** 'yyyy-mm-dd' */
  readonly today: string;
}

/** Hosts whose listings count today, those on most lists first. */
export function listedHostsQuery({ when, ...days }: ListedHostsSearch, limit: number): Query<ListedHostRow> {
  const isSince = when === 'since';
  const chosen = isSince ? namedSince : "kind = 'host' AND ip = toIPv6('::')";
  return {
    name: 'news',
    sql: `
      SELECT if(isName, host, ${addressKey('address')}) AS host, isName, sources, categories, first, last
      FROM (
        SELECT host, any(ip) AS address, toUInt8(address = toIPv6('::')) AS isName,
          groupUniqArray(toString(source)) AS sources, groupUniqArray(toString(category)) AS categories,
          toString(min(first_listed)) AS first, toString(max(last_listed)) AS last
        FROM listings FINAL
        WHERE ${chosen} AND first_listed <= {today:Date32} AND expires >= {today:Date32}
        GROUP BY host
        HAVING min(first_listed) ${isSince ? '>=' : '<'} {since:Date32}
        ORDER BY length(sources) DESC, categories = ['spam'], max(last_listed) DESC, min(first_listed) DESC, host
        LIMIT {limit:UInt32}
      )`,
    params: { ...days, limit },
    settings: groupsInOrder,
  };
}
