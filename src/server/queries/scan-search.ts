import type { Query } from '#server/engine/engine.ts';
import { addressKey, addressOfKey, mapped } from './address-key.ts';
import { allOf, condition, mergeParams, type Condition, wildcardCondition } from './condition.ts';
import type { AddressRange } from './padns-selection.ts';
import { certificateKey } from '#model/certificate.ts';
import { reverseName } from '#model/domain-name.ts';
import { escapeLike, hasWildcard, type WildcardClass } from '#model/wildcard.ts';
import { digestOf, sha1Of } from './certificates.ts';
import type { Page } from './page.ts';

/** Which scans a search covers (A3 to A7). */
export interface ScanNetwork {
  /** The addresses of ipv4 and netmask; all of IPv4 when not given. */
  readonly range?: AddressRange | undefined;
  /** Outside the range instead of inside. */
  readonly outside?: boolean;
}

// per address; a host with more distinct certificates in a window is searched by name
const mostRecords = 1000;

const allIpv4: AddressRange = { first: '::ffff:0.0.0.0', last: '::ffff:255.255.255.255' };

/** A condition on the column `ip`: the tables hold IPv6 scans, too. */
function networkCondition({ range, outside = false }: ScanNetwork): Condition {
  const within = (names: string) => `ip BETWEEN {${names}First:IPv6} AND {${names}Last:IPv6}`;
  const all = condition(within('all'), { allFirst: allIpv4.first, allLast: allIpv4.last });
  if (!range) return all;
  const params = { netFirst: range.first, netLast: range.last };
  return outside ? allOf([all, condition(`NOT (${within('net')})`, params)]) : condition(within('net'), params);
}

/** The look-up by address is the cheapest when the addresses are few. */
function isByAddress({ range, outside = false }: ScanNetwork): boolean {
  return range !== undefined && !outside;
}

/** The part of a table that a search finds; the names are SQL of the queries, never input. */
interface Found {
  readonly table: string;
  /** Column of the time of the scan. */
  readonly seen: string;
  readonly where: Condition;
}

/** The addresses of a page, which counts addresses, not scans: those seen last first. */
function addressesQuery(name: string, { table, seen, where }: Found, page: Page): Query<{ key: string }> {
  return {
    name,
    sql: `SELECT ${addressKey('ip')} AS key FROM ${table} WHERE ${where.sql}
          GROUP BY ip ORDER BY max(${seen}) DESC, ip LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(where.params, { limit: page.limit, skip: page.skip }),
  };
}

/** The scans of the addresses of a page. */
function atAddresses(keys: readonly string[]): Condition {
  return condition('ip IN {ips:Array(String)}', { ips: mapped(keys.map(addressOfKey)) });
}

/** The end of a query of records: the newest of each address. @param newest the order within an address */
function newestOfEach(newest: string): string {
  return `ORDER BY ip, ${newest} LIMIT ${mostRecords} BY ip`;
}

interface CertificateSearch extends ScanNetwork, Page {
  /** The SHA-1 or the SHA-256: 40 or 64 hexadecimal digits, lower case. */
  readonly fingerprint: string | undefined;
  /** A name as it is in a certificate, lower case, with `*` for any run of characters. */
  readonly domain: string | undefined;
  /** Only certificates that had expired at this time, epoch seconds. */
  readonly expiredBy: number | undefined;
  /** Only scans of this day and after it, 'yyyy-mm-dd'. */
  readonly since: string;
}

export interface FoundCertificateRow {
  readonly key: string;
  /** Empty when only the SHA-256 is known. */
  readonly fingerprint_sha1: string;
  /** Empty when only the SHA-1 is known. */
  readonly fingerprint_sha256: string;
  /** False when a scan gave only the fingerprint; then the fields after it are meaningless. */
  readonly isKnown: number;
  readonly domains: readonly string[];
  readonly issuer_common_name: string;
  readonly issuer_organization: string;
  /** yyyymmdd */
  readonly not_before: number;
  readonly not_after: number;
  /** The latest scan that saw it at the address. */
  readonly scan_date: number;
}

/** A3: the addresses of the certificates. */
export function certificateAddresses(search: CertificateSearch): Query<{ key: string }> {
  const byValue = search.fingerprint !== undefined || search.domain !== undefined || !isByAddress(search);
  const found = byValue
    ? foundIn('certificate_hosts', 'seen', search, networkCondition(search))
    : foundIn('scan_certificates', 'scan_date', search, networkCondition(search));
  return addressesQuery('scanCertificates', found, search);
}

/** A3: each certificate once an address, newest scan first. */
export function certificateRecords(search: CertificateSearch, keys: readonly string[]): Query<FoundCertificateRow> {
  const { table, where } = foundIn('scan_certificates', 'scan_date', search, atAddresses(keys));
  return {
    name: 'scanCertificates',
    sql: `
      WITH found AS (SELECT ip, fingerprint_sha1, max(scan_date) AS seen FROM ${table} WHERE ${where.sql} GROUP BY ip, fingerprint_sha1)
      SELECT ${addressKey('found.ip')} AS key, ${sha1Of('found.fingerprint_sha1')} AS fingerprint_sha1,
        ${digestOf('c.fingerprint_sha256')} AS fingerprint_sha256, isKnown, domains, issuer_common_name, issuer_organization, toYYYYMMDD(c.not_before) AS not_before, toYYYYMMDD(c.not_after) AS not_after,
        toYYYYMMDD(seen) AS scan_date
      FROM found LEFT JOIN (
        SELECT *, 1 AS isKnown FROM certificates FINAL WHERE fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM found)
      ) AS c ON found.fingerprint_sha1 = c.fingerprint_sha1
      ${newestOfEach('seen DESC, found.fingerprint_sha1')}`,
    params: where.params,
  };
}

function foundIn(table: string, seen: string, search: CertificateSearch, addresses: Condition): Found {
  const { fingerprint, domain, expiredBy, since } = search;
  const scanned = allOf([
    addresses,
    condition(`toDate(${seen}) >= {since:Date}`, { since }),
    ...(fingerprint === undefined ? [] : [isCertificate(fingerprint)]),
    ...(domain === undefined ? [] : [onCertificate(domain)]),
  ]);
  if (expiredBy === undefined) return { table, seen, where: scanned };
  // only certificates seen at these addresses are read
  const expired = condition(
    `fingerprint_sha1 IN (
       SELECT fingerprint_sha1 FROM certificates FINAL
       WHERE not_after < toDateTime({expiredBy:UInt32}, 'UTC')
         AND fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM ${table} WHERE ${scanned.sql}))`,
    { ...scanned.params, expiredBy },
  );
  return { table, seen, where: allOf([scanned, expired]) };
}

/** A SHA-256 is part of the key or leads to the SHA-1. */
function isCertificate(fingerprint: string): Condition {
  if (fingerprint.length === 40) return condition('fingerprint_sha1 = {sha1:String}', { sha1: fingerprint });
  return condition(
    `fingerprint_sha1 IN (
       SELECT {certificateKey:String}
       UNION ALL SELECT toString(fingerprint_sha1) FROM certificate_digests WHERE fingerprint_sha256 = {sha256:String})`,
    { certificateKey: certificateKey({ sha1: '', sha256: fingerprint }), sha256: fingerprint },
  );
}

/** Names are kept reversed: `*.example.test` is a range, and a piece in the middle is found by the pieces of its reverse. */
function onCertificate(domain: string): Condition {
  const reversed = reverseName(domain);
  const named = hasWildcard(domain)
    ? condition('rname LIKE {domain:String}', { domain: reversed.split('*').map(escapeLike).join('%') })
    : condition('rname = {domain:String}', { domain: reversed });
  return condition(
    `fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM certificate_names WHERE ${named.sql})`,
    named.params,
  );
}

interface FaviconSearch extends ScanNetwork, Page {
  /** 32 hexadecimal digits, lower case. */
  readonly md5: string | undefined;
  /** Each a signed 32-bit number; all of them have to be the icon's. */
  readonly mmh3: readonly number[];
}

export interface FoundFaviconRow {
  readonly key: string;
  readonly favicon_md5: string;
  readonly favicon_mmh3: number;
}

/** Both icons of a visit, as `icon_hosts` has them, by address. */
const iconsByAddress = (addresses: string): string => `(
  SELECT ip, icon.1 AS favicon_md5, icon.2 AS favicon_mmh3, seen
  FROM (
    SELECT ip, arrayJoin([(favicon_md5, favicon_mmh3), (favicon2_md5, favicon2_mmh3)]) AS icon, scan_date AS seen
    FROM scan_favicon WHERE ${addresses}
  )
  WHERE NOT (favicon_md5 = '' AND favicon_mmh3 = 0))`;

/** A4: the addresses of the icons. */
export function faviconAddresses(search: FaviconSearch): Query<{ key: string }> {
  const network = networkCondition(search);
  const byValue = search.md5 !== undefined || search.mmh3.length > 0 || !isByAddress(search);
  const table = byValue ? 'icon_hosts' : iconsByAddress(network.sql);
  return addressesQuery('scanFavicon', { table, seen: 'seen', where: allOf([network, isIcon(search)]) }, search);
}

/** A4: each icon once an address, the one seen last first. */
export function faviconRecords(search: FaviconSearch, keys: readonly string[]): Query<FoundFaviconRow> {
  const addresses = atAddresses(keys);
  const icon = isIcon(search);
  return {
    name: 'scanFavicon',
    sql: `
      SELECT ${addressKey('ip')} AS key, favicon_md5, favicon_mmh3
      FROM ${iconsByAddress(addresses.sql)} WHERE ${icon.sql} GROUP BY ip, favicon_md5, favicon_mmh3
      ${newestOfEach('max(seen) DESC, favicon_mmh3, favicon_md5')}`,
    params: mergeParams(addresses.params, icon.params),
  };
}

/** An MD5 is looked up in the few icons; hosts are stored by mmh3. */
function isIcon({ md5, mmh3 }: FaviconSearch): Condition {
  return allOf([
    ...mmh3.map((hash, index) => condition(`favicon_mmh3 = {mmh3_${index}:Int32}`, { [`mmh3_${index}`]: hash })),
    ...(md5 === undefined
      ? []
      : [
          condition(
            `favicon_mmh3 IN (SELECT favicon_mmh3 FROM icons WHERE favicon_md5 = {md5:String}) AND favicon_md5 = {md5:String}`,
            { md5 },
          ),
        ]),
  ]);
}

interface HeaderSearch extends ScanNetwork, Page {
  /** Anywhere in a line `name: value`; the case of ASCII letters does not matter. */
  readonly text: string | undefined;
}

export interface FoundHeadersRow {
  readonly key: string;
  /** yyyymmdd */
  readonly date: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A5: the addresses of the headers. */
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

interface JarmSearch extends ScanNetwork, Page {
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

/** A6: the addresses of the fingerprints. */
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

/** The part of a listed file that is compared: its name, or its whole path in the listing. */
export type FilePart = 'name' | 'path';

interface OpenDirectorySearch extends ScanNetwork {
  readonly file: { readonly part: FilePart; readonly pattern: WildcardClass } | undefined;
  readonly regex: { readonly part: FilePart; readonly pattern: string } | undefined;
  /** Only scans of this day and after it, 'yyyy-mm-dd'. */
  readonly since: string;
  /** All files listed where the file was found. */
  readonly full: boolean;
}

export interface FoundFileRow {
  readonly key: string;
  /** 'yyyy-mm-dd' */
  readonly scanDate: string;
  readonly filename: string;
  /** Null for directories. */
  readonly filesize: number | null;
  /** 'yyyy-mm-dd hh:mm:ss' */
  readonly modified: string;
}

const columnOf: Readonly<Record<FilePart, string>> = { name: 'name', path: 'filename' };

/** A7: files by scan, newest first. @param limit the most rows to give */
export function openDirectoryFiles(search: OpenDirectorySearch, limit: number): Query<FoundFileRow> {
  const { table, where } = found(search);
  return {
    name: 'scanOpenDirectories',
    sql: `
      SELECT ${addressKey('ip')} AS key, toString(scan_date) AS scanDate, filename, filesize, toString(modified) AS modified
      FROM ${table} FINAL WHERE ${where.sql}
      ORDER BY ${table}.scan_date DESC, ip, filename LIMIT {limit:UInt32}`,
    params: mergeParams(where.params, { limit }),
  };
}

function found(search: OpenDirectorySearch): { readonly table: string; readonly where: Condition } {
  const scanned = [networkCondition(search), condition('scan_date >= {since:Date}', { since: search.since })];
  const files = fileConditions(search);
  if (files.length === 0) return { table: 'scan_opendir', where: allOf(scanned) };
  const matching = allOf([...scanned, ...files]);
  if (!search.full) return { table: 'opendir_files', where: matching };
  const hosts = condition(`ip IN (SELECT ip FROM opendir_files WHERE ${matching.sql})`, matching.params);
  return { table: 'scan_opendir', where: allOf([...scanned, hosts]) };
}

function fileConditions({ file, regex }: OpenDirectorySearch): Condition[] {
  return [
    ...(file ? [wildcardCondition({ text: columnOf[file.part] }, 'file', file.pattern)] : []),
    ...(regex ? [condition(`match(${columnOf[regex.part]}, {regex:String})`, { regex: regex.pattern })] : []),
  ];
}
