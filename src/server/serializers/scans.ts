import type {
  CertificateScan,
  FaviconScan,
  HeadersScan,
  JarmScan,
  OpenDirectoryFile,
  EnrichmentScanData,
  Ipv4ScanData,
} from '#contract/generated/types.gen.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import type {
  FoundCertificateRow,
  FoundFaviconRow,
  FoundHeadersRow,
  FoundJarmRow,
  FoundFileRow,
} from '#server/queries/scan-search.ts';
import { dateToEpochSeconds, epochSecondsToTimestamp } from '#model/dates.ts';
import type { AddressScans, Scans } from '#server/queries/scan-data.ts';

/** One object with the one key `<ip>`. */
type AtAddress<Value> = Record<string, Value>;

/** A3 to A6: one object per address in the order of `keys`, its records in the order of `rows`. */
export function byAddress<Row extends { readonly key: string }, Scan>(
  keys: readonly string[],
  rows: readonly Row[],
  record: (row: Row) => Scan,
): AtAddress<Scan[]>[] {
  const scans = new Map(keys.map((key): [string, Scan[]] => [key, []]));
  for (const row of rows) scans.get(row.key)?.push(record(row));
  return [...scans].map(([key, list]) => ({ [addressOfKey(key)]: list }));
}

/** A3. A certificate that was not stored is represented by its fingerprint. */
export function certificateScan(row: FoundCertificateRow): CertificateScan {
  const { fingerprint_sha1, fingerprint_sha256, scan_date } = row;
  if (!row.isKnown) return { fingerprint_sha1, fingerprint_sha256, scan_date };
  return {
    domains: [...row.domains],
    fingerprint_sha1,
    fingerprint_sha256,
    issuer: row.issuer_common_name || row.issuer_organization,
    not_after: row.not_after,
    not_before: row.not_before,
    scan_date,
  };
}

/** A4 */
export function faviconScan({ key: _key, ...icon }: FoundFaviconRow): FaviconScan {
  return icon;
}

/** A5 */
export function headersScan({ date, headers }: FoundHeadersRow): HeadersScan {
  return { date, headers: { ...headers } };
}

/** A6 */
export function jarmScan({ key: _key, ...scan }: FoundJarmRow): JarmScan {
  return scan;
}

/** A7: `{<ip>: {<scan date>: files}}`; addresses and dates in the order of the rows. */
export function openDirectories(rows: readonly FoundFileRow[]): AtAddress<Record<string, OpenDirectoryFile[]>>[] {
  const addresses = new Map<string, Map<string, OpenDirectoryFile[]>>();
  for (const { key, scanDate, ...file } of rows) {
    const scans = addresses.get(key) ?? new Map<string, OpenDirectoryFile[]>();
    const files = scans.get(scanDate) ?? [];
    files.push(file);
    addresses.set(key, scans.set(scanDate, files));
  }
  return [...addresses].map(([key, scans]) => ({ [addressOfKey(key)]: Object.fromEntries(scans) }));
}

/** A1: `scan_data` of the IPv4 information record. */
export function addressScanData({ certificates, jarm }: AddressScans): Ipv4ScanData {
  return { certificates: [...certificates], jarm: [...jarm] };
}

/**
 * G1 to G3: `scan_data` of enrichment. A certificate counts as expired as of now, as in A3 and ip_has_expired_certificate. Nothing is
 * known of one that was not stored: its fields are empty, and is_expired is missing.
 */
export function enrichmentScanData(scans: Scans, now: Date): EnrichmentScanData {
  const time = epochSecondsToTimestamp(dateToEpochSeconds(now));
  return {
    certificates: scans.certificates.map(({ key, hostname, isKnown, ...certificate }) => ({
      ...certificate,
      domains: [...certificate.domains],
      domain: certificate.domains[0] ?? '',
      ...(hostname !== '' && { hostname }),
      ip: addressOfKey(key),
      ...(isKnown ? { is_expired: certificate.not_after < time } : { not_before: '', not_after: '' }),
    })),
    favicon: scans.favicon.map(({ key, favicon2_mmh3, ...favicon }) => ({
      ...favicon,
      // a string of digits, empty when the page declares no icon
      favicon2_mmh3: favicon.favicon2_path === '' ? '' : String(favicon2_mmh3),
      ip: addressOfKey(key),
    })),
    headers: scans.headers.map(({ key, headers, ...scan }) => ({
      ...scan,
      headers: { ...headers },
      ip: addressOfKey(key),
    })),
    html: scans.html.map(({ key, ...html }) => ({ ...html, ip: addressOfKey(key) })),
    jarm: scans.jarm.map(({ key, ...jarm }) => ({ ...jarm, ip: addressOfKey(key) })),
    tls_fingerprints: [...scans.tls_fingerprints],
  };
}
