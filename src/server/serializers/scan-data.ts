import type { EnrichmentScanData, Ipv4ScanData } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, epochSecondsToTimestamp } from '#model/dates.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import type { AddressScans, Scans } from '#server/queries/scan-data.ts';

/** A1: `scan_data` of the IPv4 information record. */
export function addressScanData({ certificates, jarm }: AddressScans): Ipv4ScanData {
  return { certificates: [...certificates], jarm: [...jarm] };
}

/** G1 to G3: `scan_data` of enrichment. A certificate counts as expired as of now, as in A3 and ip_has_expired_certificate. */
export function enrichmentScanData(scans: Scans, now: Date): EnrichmentScanData {
  const time = epochSecondsToTimestamp(dateToEpochSeconds(now));
  return {
    certificates: scans.certificates.map(({ key, hostname, ...certificate }) => ({
      ...certificate,
      domains: [...certificate.domains],
      domain: certificate.domains[0] ?? '',
      ...(hostname !== '' && { hostname }),
      ip: addressOfKey(key),
      is_expired: certificate.not_after < time,
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
