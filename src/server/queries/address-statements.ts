// The statements that ask for what is known about addresses.

import type { Query } from '#server/engine/engine.ts';
import { addressKey, keyOf, mapped } from './address-key.ts';
import { scoresDay } from './data-day.ts';
import { pointSettings } from './padns-selection.ts';

/** Of addresses with more names than this, only the listed ones are read (listedNamesQuery). */
export const MAX_NAMES_PER_ADDRESS = 200;

export interface PresenceRow {
  readonly key: string;
  /** Names that ever pointed to the address. */
  readonly density: number;
  /** Seen in the last 30 days. */
  readonly active: number;
  /** At most `MAX_NAMES_PER_ADDRESS` of them; none where more than `fewAddresses` addresses are asked for. */
  readonly names: readonly string[];
}

/** Where more addresses are asked for, only their listed names are read (listedAmongQuery): all names would cost more than the rest. */
export const fewAddresses = 10;

/** The names that point to each address, and those seen since a day 'yyyy-mm-dd'. An address without names has no row. */
export function presenceQuery(name: string, ips: readonly string[], since: string): Query<PresenceRow> {
  const recent = `groupArrayIf(${MAX_NAMES_PER_ADDRESS})(reverse(rname), toDate(last_seen) >= {since:Date})`;
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, count() AS density,
        countIf(toDate(last_seen) >= {since:Date}) AS active,
        ${ips.length > fewAddresses ? 'emptyArrayString()' : recent} AS names
      FROM rev FINAL WHERE rrtype IN ('A', 'AAAA') AND ip IN {ips:Array(String)} GROUP BY ip`,
    params: { ips: mapped(ips), since },
    settings: pointSettings,
  };
}

/** The share of listed names on an address, as D14 gives it. */
export interface HostedRow {
  readonly key: string;
  readonly ip_reputation: number;
  readonly ip_density: number;
  readonly names_num_listed: number;
}

/** On the day of the latest refresh; an address without a listed name has no row. */
export function hostedQuery(name: string, ips: readonly string[]): Query<HostedRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, ip_reputation, ip_density, names_num_listed
      FROM reputation_ip FINAL WHERE ip IN {ips:Array(String)} AND date >= (${scoresDay})
      ORDER BY date DESC LIMIT 1 BY ip`,
    params: { ips: mapped(ips) },
    settings: pointSettings,
  };
}

interface PointerRow {
  readonly key: string;
  readonly ptr: string;
}

/** The name that reverse DNS last gave for each address. */
export function pointerQuery(name: string, ips: readonly string[]): Query<PointerRow> {
  return {
    name,
    sql: `
      SELECT rname AS key, argMax(answer, (last_seen, answer)) AS ptr
      FROM fwd WHERE rrtype IN ('PTR4', 'PTR6') AND rname IN {keys:Array(String)} GROUP BY rname`,
    params: { keys: ips.map(keyOf) },
    settings: pointSettings,
  };
}

export interface ScannedRow {
  readonly key: string;
  /** The last day, 'yyyy-mm-dd'. */
  readonly last: string;
}

/** The addresses at which a scan or a log saw a server or a TLS client. */
export function scannedQuery(name: string, ips: readonly string[]): Query<ScannedRow> {
  const ofDay = ['scan_certificates', 'scan_headers', 'scan_html', 'scan_favicon'].map((table) => [table, 'scan_date']);
  const ofSpan = ['scan_jarm', 'tls_fingerprints'].map((table) => [table, 'last_seen']);
  const seen = [...ofDay, ...ofSpan].map(
    ([table, day]) => `SELECT ip, toDate(${day}) AS day FROM ${table} WHERE ip IN {ips:Array(String)}`,
  );
  return {
    name,
    sql: `SELECT ${addressKey('ip')} AS key, toString(max(day)) AS last FROM (${seen.join(' UNION ALL ')}) GROUP BY ip`,
    params: { ips: mapped(ips) },
    settings: { max_threads: 1 },
  };
}

/** SQL: the names that pointed to addresses since a day. Needs {ips:Array(String)} and {since:Date}. */
const recentNames = `
  FROM rev WHERE rrtype IN ('A', 'AAAA') AND ip IN {ips:Array(String)} AND toDate(last_seen) >= {since:Date}`;

/** The names seen at addresses since a day 'yyyy-mm-dd' that have malware or c2 listings. */
export function listedAmongQuery(
  name: string,
  ips: readonly string[],
  since: string,
): Query<{ readonly host: string }> {
  return {
    name,
    sql: `
      SELECT DISTINCT host FROM listings
      WHERE kind = 'host' AND category IN ('malware', 'c2') AND host IN (SELECT reverse(rname) ${recentNames})`,
    params: { ips: mapped(ips), since },
    settings: { max_threads: 1 },
  };
}

/** Which of these names were seen at which of the addresses since a day 'yyyy-mm-dd'. */
export function namesAtQuery(
  name: string,
  { ips, hosts, since }: { readonly ips: readonly string[]; readonly hosts: readonly string[]; readonly since: string },
): Query<ListedNameRow> {
  return {
    name,
    sql: `
      SELECT DISTINCT ${addressKey('ip')} AS key, reverse(rname) AS host ${recentNames}
        AND rname IN (SELECT reverse(arrayJoin({hosts:Array(String)})))`,
    params: { ips: mapped(ips), hosts, since },
    settings: { max_threads: 1 },
  };
}

interface ListedNameRow {
  readonly key: string;
  readonly host: string;
}

/**
 * Names seen since a day 'yyyy-mm-dd' with malware or c2 listings, for addresses with too many names to read. One content
 * network has more names than there are malware listings, so the query starts from the listings.
 */
export function listedNamesQuery(name: string, ips: readonly string[], since: string): Query<ListedNameRow> {
  return {
    name,
    sql: `
      SELECT DISTINCT ${addressKey('ip')} AS key, reverse(rname) AS host ${recentNames}
        AND rname IN (SELECT reverse(host) FROM listings WHERE kind = 'host' AND category IN ('malware', 'c2'))`,
    params: { ips: mapped(ips), since },
  };
}
