import type { Engine, Params, Query, QueryOptions } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { digestOf, sha1Of } from './certificates.ts';
import { mergeParams, type Condition } from './condition.ts';

// Scans in records: the newest of each kind. The scan operations (A3 to A7) page through all scans.
const newest = 100;

/** Hosts whose scans are requested: a condition on the columns `ip` and `hostname` of every scan table. */
export type ScannedHosts = Condition;

/** All scans of one address, by whatever name. */
export function hostsAt(ip: string): ScannedHosts {
  return { sql: 'ip = toIPv6({ip:String})', params: { ip } };
}

/** Times are 'yyyy-mm-dd hh:mm:ss' UTC; `hostname` is empty when the address was scanned without a name. */
interface ScanRow {
  readonly key: string;
  readonly hostname: string;
  readonly scan_date: string;
}

interface CertificateScanRow extends ScanRow {
  /** Empty when only the SHA-256 is known. */
  readonly fingerprint_sha1: string;
  /** Empty when only the SHA-1 is known. */
  readonly fingerprint_sha256: string;
  readonly domains: readonly string[];
  readonly issuer_common_name: string;
  readonly issuer_organization: string;
  /** Hexadecimal. */
  readonly serial_number: string;
  readonly not_before: string;
  readonly not_after: string;
}

interface FaviconScanRow extends ScanRow {
  readonly favicon_md5: string;
  readonly favicon_mmh3: number;
  readonly favicon2_md5: string;
  readonly favicon2_mmh3: number;
  /** Empty when the page names no icon of its own. */
  readonly favicon2_path: string;
}

interface HeadersScanRow extends ScanRow {
  readonly response: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface HtmlScanRow extends ScanRow {
  readonly html_title: string;
  readonly html_body_murmur3: string;
  readonly html_body_ssdeep: string;
}

interface JarmScanRow extends ScanRow {
  readonly jarm_hash: string;
}

/** Days are yyyymmdd. */
interface TlsFingerprintRow {
  /** ja3 or ja4 of a client, ja3s or ja4s of a server. */
  readonly kind: string;
  readonly value: string;
  /** The name that a server was queried by; empty for a client. */
  readonly hostname: string;
  readonly first_seen: number;
  readonly last_seen: number;
}

/** The newest scans of each kind, newest first. */
export interface Scans {
  readonly certificates: readonly CertificateScanRow[];
  readonly favicon: readonly FaviconScanRow[];
  readonly headers: readonly HeadersScanRow[];
  readonly html: readonly HtmlScanRow[];
  readonly jarm: readonly JarmScanRow[];
  readonly tls_fingerprints: readonly TlsFingerprintRow[];
}

/** The scans of some hosts, for enrichment. @param name the operationId that asks @throws EngineError */
export async function scansOf(
  engine: Engine,
  name: string,
  hosts: ScannedHosts,
  options: QueryOptions,
): Promise<Scans> {
  const ask = <Row>(query: Query<Row>) => engine.query(query, options);
  const [certificates, favicon, headers, html, jarm, tls_fingerprints] = await Promise.all([
    ask(certificatesQuery(name, hosts)),
    ask(
      scanQuery<FaviconScanRow>(
        name,
        hosts,
        'scan_favicon',
        'favicon_md5, favicon_mmh3, favicon2_md5, favicon2_mmh3, favicon2_path',
      ),
    ),
    ask(scanQuery<HeadersScanRow>(name, hosts, 'scan_headers', 'response, headers')),
    ask(scanQuery<HtmlScanRow>(name, hosts, 'scan_html', 'html_title, html_body_murmur3, html_body_ssdeep')),
    ask(jarmQuery(name, hosts)),
    ask(tlsFingerprintsQuery(name, hosts)),
  ]);
  return { certificates, favicon, headers, html, jarm, tls_fingerprints };
}

/** `table` and `columns` are words of this file, never input. */
function scanQuery<Row>(name: string, hosts: ScannedHosts, table: string, columns: string): Query<Row> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, hostname, toString(scan_date) AS scan_date, ${columns}
      FROM ${table} FINAL WHERE ${hosts.sql}
      ORDER BY ${table}.scan_date DESC, ip, hostname LIMIT ${newest}`,
    params: hosts.params,
  };
}

function certificatesQuery(name: string, hosts: ScannedHosts): Query<CertificateScanRow> {
  return {
    name,
    sql: `
      WITH seen AS (
        SELECT ip, hostname, fingerprint_sha1, scan_date FROM scan_certificates FINAL WHERE ${hosts.sql}
        ORDER BY scan_date DESC, ip, hostname, fingerprint_sha1 LIMIT ${newest}
      )
      SELECT ${addressKey('seen.ip')} AS key, seen.hostname AS hostname, toString(seen.scan_date) AS scan_date,
        ${sha1Of('seen.fingerprint_sha1')} AS fingerprint_sha1, ${digestOf('c.fingerprint_sha256')} AS fingerprint_sha256,
        domains, issuer_common_name, issuer_organization,
        serial_hex AS serial_number, toString(c.not_before) AS not_before, toString(c.not_after) AS not_after
      FROM seen INNER JOIN (
        SELECT * FROM certificates FINAL WHERE fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM seen)
      ) AS c ON seen.fingerprint_sha1 = c.fingerprint_sha1
      ORDER BY seen.scan_date DESC, seen.ip, seen.hostname, seen.fingerprint_sha1`,
    params: hosts.params,
  };
}

/** A fingerprint is stored as a span of days with its latest scan. */
function jarmQuery(name: string, hosts: ScannedHosts): Query<JarmScanRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, hostname, concat(toString(max(last_seen)), ' 00:00:00') AS scan_date, jarm_hash
      FROM scan_jarm FINAL WHERE ${hosts.sql}
      GROUP BY ip, hostname, jarm_hash ORDER BY scan_date DESC, ip, hostname, jarm_hash LIMIT ${newest}`,
    params: hosts.params,
  };
}

/** The same fingerprint at several addresses of a domain is one row. */
function tlsFingerprintsQuery(name: string, hosts: ScannedHosts): Query<TlsFingerprintRow> {
  return {
    name,
    sql: `
      SELECT kind, value, hostname, toYYYYMMDD(min(first_seen)) AS first_seen, toYYYYMMDD(max(last_seen)) AS last_seen
      FROM tls_fingerprints WHERE ${hosts.sql}
      GROUP BY kind, value, hostname ORDER BY last_seen DESC, kind, value, hostname LIMIT ${newest}`,
    params: hosts.params,
  };
}

/** A1: its `scan_data`; days are yyyymmdd. */
export interface AddressScans {
  readonly certificates: readonly {
    readonly fingerprint_sha1: string;
    readonly fingerprint_sha256: string;
    readonly scan_date: number;
  }[];
  readonly jarm: readonly {
    readonly first_seen: number;
    readonly jarm_hash: string;
    readonly last_seen: number;
    readonly server_banner: string | null;
  }[];
}

/** Certificates and JARM fingerprints seen at one address under any name, newest first. @throws EngineError */
export async function addressScansOf(engine: Engine, ip: string, options: QueryOptions): Promise<AddressScans> {
  const params: Params = { ip };
  const [certificates, jarm] = await Promise.all([
    engine.query<AddressScans['certificates'][number]>(
      {
        name: 'ipv4Info',
        sql: `
          WITH seen AS (
            SELECT fingerprint_sha1 AS key, toYYYYMMDD(scan_date) AS day FROM scan_certificates
            WHERE ip = toIPv6({ip:String}) GROUP BY key, day ORDER BY day DESC, key LIMIT ${newest}
          )
          SELECT ${sha1Of('seen.key')} AS fingerprint_sha1, ${digestOf('c.fingerprint_sha256')} AS fingerprint_sha256,
            seen.day AS scan_date
          FROM seen LEFT JOIN (
            SELECT fingerprint_sha1, fingerprint_sha256 FROM certificates FINAL
            WHERE fingerprint_sha1 IN (SELECT key FROM seen)
          ) AS c ON seen.key = c.fingerprint_sha1
          ORDER BY seen.day DESC, seen.key`,
        params,
      },
      options,
    ),
    engine.query<AddressScans['jarm'][number]>(
      {
        name: 'ipv4Info',
        sql: `
          SELECT toYYYYMMDD(min(first_seen)) AS first_seen, jarm_hash, toYYYYMMDD(max(last_seen)) AS last_seen,
            argMax(server_banner, scan_jarm.last_seen) AS server_banner
          FROM scan_jarm FINAL WHERE ip = toIPv6({ip:String}) GROUP BY jarm_hash
          ORDER BY last_seen DESC, jarm_hash LIMIT ${newest}`,
        params,
      },
      options,
    ),
  ]);
  return { certificates, jarm };
}

export interface ScanFlags {
  readonly hasExpiredCertificate: number;
  readonly hasOpenDirectory: number;
  /** Whether the hosts were scanned at all. */
  readonly isScanned: number;
}

/** The hosts to check: certificates are stored by host, directories by address. */
export interface FlaggedHosts {
  readonly hosts: ScannedHosts;
  /** A condition on `ip`. */
  readonly directories: Condition;
}

/** Flags from scans since a day 'yyyy-mm-dd'. A certificate counts as expired at `now`, epoch seconds. */
export function scanFlagsQuery(
  name: string,
  { hosts, directories }: FlaggedHosts,
  { since, now }: { since: string; now: number },
): Query<ScanFlags> {
  const scanned = ['scan_certificates', 'scan_headers', 'scan_html'].map(
    (table) => `(SELECT count() > 0 FROM ${table} WHERE ${hosts.sql} AND toDate(${table}.scan_date) >= {since:Date})`,
  );
  return {
    name,
    sql: `
      WITH seen AS (
        SELECT fingerprint_sha1 FROM scan_certificates
        WHERE ${hosts.sql} AND toDate(scan_date) >= {since:Date}
      )
      SELECT
        (SELECT count() > 0 FROM certificates FINAL
         WHERE fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM seen)
           AND not_after < toDateTime({now:UInt32}, 'UTC')) AS hasExpiredCertificate,
        (SELECT count() > 0 FROM scan_opendir
         WHERE ${directories.sql} AND scan_opendir.scan_date >= {since:Date}) AS hasOpenDirectory,
        ${scanned.join(' OR ')} AS isScanned`,
    params: mergeParams(hosts.params, directories.params, { since, now }),
  };
}
