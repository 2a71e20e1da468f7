import { groupBy } from '#model/group-by.ts';
import type { Engine, Params, Query, QueryOptions } from '#server/engine/engine.ts';
import { addressKey, mapped } from './address-key.ts';
import { digestOf, sha1Of } from './certificates.ts';
import { mergeParams } from './condition.ts';
import { rangeSettings } from './domain-facts.ts';

// Scans in records: the newest of each kind. The scan operations (A3 to A7) page through all scans.
const newest = 100;

/** Subjects whose scans are requested. */
export interface ScannedHosts {
  /** SELECT of the rows of a scan table, with one more column, `subject`: a row that belongs to two subjects comes twice. */
  readonly rows: (table: string) => string;
  /** SELECT of one value that `rows` names `pointed`: a scalar is computed once per statement, a subquery at every place. */
  readonly pointed?: string;
  readonly params: Params;
}

/** All scans of addresses, by whatever name; the subject is the key of the address. */
export function hostsAt(ips: readonly string[]): ScannedHosts {
  return {
    rows: (table) => `SELECT *, ${addressKey('ip')} AS subject FROM ${table} WHERE ip IN {ips:Array(String)}`,
    params: { ips: mapped(ips) },
  };
}

interface OfSubject {
  readonly subject: string;
}

/** Times are 'yyyy-mm-dd hh:mm:ss' UTC; `hostname` is empty when the address was scanned without a name. */
interface ScanRow extends OfSubject {
  readonly key: string;
  readonly hostname: string;
  readonly scan_date: string;
}

interface CertificateScanRow extends ScanRow {
  /** 0 when nothing but the scan is known of it. */
  readonly isKnown: number;
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
interface TlsFingerprintRow extends OfSubject {
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
  readonly certificates: readonly Omit<CertificateScanRow, 'subject'>[];
  readonly favicon: readonly Omit<FaviconScanRow, 'subject'>[];
  readonly headers: readonly Omit<HeadersScanRow, 'subject'>[];
  readonly html: readonly Omit<HtmlScanRow, 'subject'>[];
  readonly jarm: readonly Omit<JarmScanRow, 'subject'>[];
  readonly tls_fingerprints: readonly Omit<TlsFingerprintRow, 'subject'>[];
}

/** The scans of some hosts, for enrichment. @param name the operationId that asks @throws EngineError */
export async function scansOf(
  engine: Engine,
  name: string,
  hosts: ScannedHosts,
  options: QueryOptions,
): Promise<(subject: string) => Scans> {
  const ask = async <Row extends OfSubject>(query: Query<Row>) => grouped(await engine.query(query, options));
  const scans = <Row>(table: string, columns: string) => ask<Row & ScanRow>(scanQuery(name, hosts, table, columns));
  const icons = 'favicon_md5, favicon_mmh3, favicon2_md5, favicon2_mmh3, favicon2_path';
  const [certificates, favicon, headers, html, jarm, tls_fingerprints] = await Promise.all([
    ask(certificatesQuery(name, hosts)),
    scans<FaviconScanRow>('scan_favicon', icons),
    scans<HeadersScanRow>('scan_headers', 'response, headers'),
    scans<HtmlScanRow>('scan_html', 'html_title, html_body_murmur3, html_body_ssdeep'),
    ask(jarmQuery(name, hosts)),
    ask(tlsFingerprintsQuery(name, hosts)),
  ]);
  return (subject) => ({
    certificates: certificates(subject),
    favicon: favicon(subject),
    headers: headers(subject),
    html: html(subject),
    jarm: jarm(subject),
    tls_fingerprints: tls_fingerprints(subject),
  });
}

/** Rows by their subject, in their order. */
function grouped<Row extends OfSubject>(rows: readonly Row[]): (subject: string) => readonly Omit<Row, 'subject'>[] {
  const groups = groupBy(rows, ({ subject }) => subject);
  return (subject) => (groups.get(subject) ?? []).map(({ subject: _, ...row }) => row);
}

/** The beginning of a statement that reads `rows`. @param more further members of WITH */
function withScalar({ pointed }: ScannedHosts, more = ''): string {
  const parts = [pointed && `(${pointed}) AS pointed`, more].filter(Boolean);
  return parts.length === 0 ? '' : `WITH ${parts.join(', ')}`;
}

/** `table` and `columns` are words of this file, never input. */
function scanQuery<Row>(name: string, hosts: ScannedHosts, table: string, columns: string): Query<Row> {
  return {
    name,
    sql: `
      ${withScalar(hosts)}
      SELECT subject, ${addressKey('ip')} AS key, hostname, toString(scans.scan_date) AS scan_date, ${columns}
      FROM (${hosts.rows(`${table} FINAL`)}) AS scans
      ORDER BY scans.scan_date DESC, ip, hostname LIMIT ${newest} BY subject`,
    params: hosts.params,
    settings: rangeSettings,
  };
}

function certificatesQuery(name: string, hosts: ScannedHosts): Query<CertificateScanRow> {
  return {
    name,
    sql: `
      ${withScalar(
        hosts,
        `seen AS (
          SELECT subject, ip, hostname, fingerprint_sha1, scan_date FROM (${hosts.rows('scan_certificates FINAL')})
          ORDER BY scan_date DESC, ip, hostname, fingerprint_sha1 LIMIT ${newest} BY subject
        )`,
      )}
      SELECT seen.subject AS subject, ${addressKey('seen.ip')} AS key, seen.hostname AS hostname, toString(seen.scan_date) AS scan_date,
        ${sha1Of('seen.fingerprint_sha1')} AS fingerprint_sha1, ${digestOf('c.fingerprint_sha256')} AS fingerprint_sha256,
        domains, issuer_common_name, issuer_organization,
        serial_hex AS serial_number, toString(c.not_before) AS not_before, toString(c.not_after) AS not_after,
        c.fingerprint_sha1 = seen.fingerprint_sha1 AS isKnown
      FROM seen LEFT JOIN (
        SELECT * FROM certificates FINAL WHERE fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM seen)
      ) AS c ON seen.fingerprint_sha1 = c.fingerprint_sha1
      ORDER BY seen.scan_date DESC, seen.ip, seen.hostname, seen.fingerprint_sha1`,
    params: hosts.params,
    settings: rangeSettings,
  };
}

/** A fingerprint is stored as a span of days with its latest scan. */
function jarmQuery(name: string, hosts: ScannedHosts): Query<JarmScanRow> {
  return {
    name,
    sql: `
      ${withScalar(hosts)}
      SELECT subject, ${addressKey('ip')} AS key, hostname, concat(toString(max(last_seen)), ' 00:00:00') AS scan_date,
        jarm_hash
      FROM (${hosts.rows('scan_jarm FINAL')})
      GROUP BY subject, ip, hostname, jarm_hash ORDER BY scan_date DESC, ip, hostname, jarm_hash LIMIT ${newest} BY subject`,
    params: hosts.params,
    settings: rangeSettings,
  };
}

/** The same fingerprint at several addresses of a domain is one row. */
function tlsFingerprintsQuery(name: string, hosts: ScannedHosts): Query<TlsFingerprintRow> {
  return {
    name,
    sql: `
      ${withScalar(hosts)}
      SELECT subject, kind, value, hostname, toYYYYMMDD(min(scans.first_seen)) AS first_seen,
        toYYYYMMDD(max(scans.last_seen)) AS last_seen
      FROM (${hosts.rows('tls_fingerprints')}) AS scans
      GROUP BY subject, kind, value, hostname
      ORDER BY last_seen DESC, kind, value, hostname LIMIT ${newest} BY subject`,
    params: hosts.params,
    settings: rangeSettings,
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

export interface ScanFlags extends OfSubject {
  readonly hasExpiredCertificate: number;
  readonly hasOpenDirectory: number;
  /** Whether a scan saw a certificate that is stored. */
  readonly hasCertificate: number;
}

/** What a flag from scans is about. */
type ScanKind = 'certificate' | 'open_directory';

/**
 * What scans did not look for at a host. Only the sample collection records which hosts were searched for open directories: logs and
 * feeds bring no such scans, so elsewhere a directory that was not seen is unknown.
 * @param flags undefined without a scan of the last 180 days
 */
export function scansMissing(flags: ScanFlags | undefined, isOfSample: boolean): ScanKind[] {
  const isSearched = flags?.hasOpenDirectory === 1 || (isOfSample && flags !== undefined);
  return [
    ...(flags?.hasCertificate === 1 ? [] : ['certificate' as const]),
    ...(isSearched ? [] : ['open_directory' as const]),
  ];
}

/** The hosts to check: certificates are stored by host, directories by address. */
export interface FlaggedHosts {
  readonly hosts: ScannedHosts;
  /** As `rows`. */
  readonly directories: ScannedHosts['rows'];
}

/**
 * Flags from scans since a day 'yyyy-mm-dd'. A certificate counts as expired at `now`, epoch seconds. A subject without scans has no
 * row.
 */
export function scanFlagsQuery(
  name: string,
  { hosts, directories }: FlaggedHosts,
  { since, now }: { since: string; now: number },
): Query<ScanFlags> {
  const seen = (table: string) => `(${hosts.rows(table)}) AS scans WHERE toDate(scans.scan_date) >= {since:Date}`;
  // of a certificate that is not stored, a fingerprint in a log alone, it is not known when it expires
  const stored = `(SELECT fingerprint_sha1, not_after FROM certificates FINAL
    WHERE fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM ${seen('scan_certificates')}))`;
  return {
    name,
    sql: `
      ${withScalar(hosts)}
      SELECT subject, max(isExpired) AS hasExpiredCertificate, max(isOpen) AS hasOpenDirectory, max(isCertificate) AS hasCertificate
      FROM (
        SELECT scans.subject AS subject, stored.not_after < toDateTime({now:UInt32}, 'UTC') AS isExpired, 0 AS isOpen, 1 AS isCertificate
        FROM (${hosts.rows('scan_certificates')}) AS scans INNER JOIN ${stored} AS stored ON scans.fingerprint_sha1 = stored.fingerprint_sha1
        WHERE toDate(scans.scan_date) >= {since:Date}
        UNION ALL SELECT subject, 0, 0, 0 FROM ${seen('scan_headers')}
        UNION ALL SELECT subject, 0, 0, 0 FROM ${seen('scan_html')}
        UNION ALL SELECT subject, 0, 1, 0 FROM (${directories('scan_opendir')}) AS scans
          WHERE scans.scan_date >= {since:Date}
      )
      GROUP BY subject`,
    params: mergeParams(hosts.params, { since, now }),
    settings: rangeSettings,
  };
}
