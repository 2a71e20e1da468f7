import { escapeLike } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { allOf, condition, type Condition, mergeParams } from './condition.ts';
import {
  addressesQuery,
  atAddresses,
  isByAddress,
  networkCondition,
  newestOfEach,
  type ScanNetwork,
  type ScanPage,
} from './scan-search.ts';

export interface HeaderSearch extends ScanNetwork, ScanPage {
  /** Anywhere in a line `name: value`; the case of ASCII letters does not matter. */
  readonly text: string | undefined;
}

export interface FoundHeadersRow {
  readonly key: string;
  /** yyyymmdd */
  readonly date: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A5: where the headers were seen. */
export function headerAddresses(search: HeaderSearch): Query<{ key: string }> {
  const where = allOf([networkCondition(search), ...hasText(search)]);
  return addressesQuery('scanHeaders', { table: 'scan_headers', seen: 'scan_date', where }, search);
}

/** A5: every scan, newest first. */
export function headerRecords(search: HeaderSearch, keys: readonly string[]): Query<FoundHeadersRow> {
  const where = allOf([atAddresses(keys), ...hasText(search)]);
  return {
    name: 'scanHeaders',
    sql: `
      SELECT ${addressKey('ip')} AS key, toYYYYMMDD(scan_date) AS date, headers
      FROM scan_headers FINAL WHERE ${where.sql} ${newestOfEach('scan_date DESC, hostname')}`,
    params: where.params,
  };
}

/** `lines` holds the headers in lower case, one a line. */
function hasText({ text }: HeaderSearch): Condition[] {
  if (text === undefined) return [];
  return [condition('lines LIKE lower({text:String})', { text: `%${escapeLike(text)}%` })];
}

interface JarmSearch extends ScanNetwork, ScanPage {
  /** 62 hexadecimal digits, lower case. */
  readonly hash: string | undefined;
  /** Only fingerprints last seen on this day or after it, 'yyyy-mm-dd'. */
  readonly since: string;
}

export interface FoundJarmRow {
  readonly key: string;
  /** yyyymmdd */
  readonly first_seen: number;
  readonly jarm_hash: string;
  readonly last_seen: number;
  readonly server_banner: string | null;
}

/** A6: where the fingerprints were seen. */
export function jarmAddresses(search: JarmSearch): Query<{ key: string }> {
  const byValue = search.hash !== undefined || !isByAddress(search);
  const where = allOf([
    networkCondition(search),
    ...isHash(search),
    condition('last_seen >= {since:Date}', { since: search.since }),
  ]);
  return addressesQuery('scanJarm', { table: byValue ? 'jarm_hosts' : 'scan_jarm', seen: 'last_seen', where }, search);
}

/** A6: each fingerprint once an address, the one seen last first; its first day may lie before the window. */
export function jarmRecords(search: JarmSearch, keys: readonly string[]): Query<FoundJarmRow> {
  const where = allOf([atAddresses(keys), ...isHash(search)]);
  return {
    name: 'scanJarm',
    sql: `
      SELECT ${addressKey('ip')} AS key, toYYYYMMDD(min(first_seen)) AS first_seen, jarm_hash, toYYYYMMDD(max(last_seen)) AS last_seen,
        argMax(tuple(server_banner), scan_jarm.last_seen).1 AS server_banner
      FROM scan_jarm WHERE ${where.sql} GROUP BY ip, jarm_hash HAVING max(scan_jarm.last_seen) >= {since:Date}
      ${newestOfEach('last_seen DESC, jarm_hash')}`,
    params: mergeParams(where.params, { since: search.since }),
  };
}

function isHash({ hash }: JarmSearch) {
  return hash === undefined ? [] : [condition('jarm_hash = {hash:String}', { hash })];
}
