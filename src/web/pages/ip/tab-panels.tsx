/* The panels of every tab but the overview, loaded late: most visits to an address page never show them. */

import type { AddressEntity } from '#web/evidence/address-record.ts';
import { reputationByDay } from '#web/evidence/reputation-by-day.tsx';
import { reputationNow } from '#web/evidence/reputation-now.tsx';
import { Scans } from '#web/evidence/scans/scans.tsx';
import { SeenWithin } from '#web/evidence/SeenWithin.tsx';
import { everyDay } from '#web/kit/ask/scan-kind.ts';

export { AddressNames, PtrRecords } from '#web/evidence/address-names.tsx';
export { AddressesInUse } from '#web/evidence/addresses-in-use.tsx';
export { AsDensity } from '#web/evidence/as-density.tsx';
export { CompareTwoDates } from '#web/evidence/compare-two-dates.tsx';
export { NamesPerAddress } from '#web/evidence/names-per-address.tsx';
export { OriginAsHistory } from '#web/evidence/origin-as-history.tsx';
export { PrefixDensity } from '#web/evidence/prefix-density.tsx';
export { ScannedCertificates } from '#web/evidence/scanned-certificates.tsx';
export { ScannedFavicons } from '#web/evidence/scanned-favicons.tsx';
export { ScannedHeaders } from '#web/evidence/scanned-headers.tsx';
export { ScannedJarm } from '#web/evidence/scanned-jarm.tsx';
export { ScannedPages } from '#web/evidence/scanned-pages.tsx';
export { SimilarPages } from '#web/evidence/similar-pages.tsx';
export { SharedInfrastructure } from '#web/evidence/shared-infrastructure.tsx';
export { TlsFingerprints } from '#web/evidence/tls-fingerprints.tsx';

export const ReputationNow = reputationNow('ipv4');
export const ReputationByDay = reputationByDay('ipv4');

/** The period control for the passive DNS panels below it. */
export const NamesPeriod = () => (
  <div>
    <SeenWithin />
  </div>
);

/* Scan data of an IPv4 address, back to the first scan (A3, A5, A6, A7). All of it is foreign text. */

export const CertificateScans = ({ value, record }: AddressEntity) => (
  <Scans
    search={{ operationId: 'scanCertificates', query: { ipv4: value, window: everyDay } }}
    title="Certificates"
    subject={value}
    isOneAddress
    emptyMessage="No certificate in the scan data."
    expectedRows={expectedRows(record?.scan_data?.certificates)}
    urlPrefix="c."
  />
);

export const JarmScans = ({ value, record }: AddressEntity) => (
  <Scans
    search={{ operationId: 'scanJarm', query: { ipv4: value, window: everyDay } }}
    title="JARM"
    subject={value}
    isOneAddress
    emptyMessage="No JARM fingerprint in the scan data."
    expectedRows={expectedRows(record?.scan_data?.jarm)}
    urlPrefix="j."
  />
);

export const HeaderScans = ({ value, record }: AddressEntity) => (
  <Scans
    search={{ operationId: 'scanHeaders', query: { ipv4: value } }}
    title="HTTP headers"
    subject={value}
    isOneAddress
    emptyMessage="No HTTP response in the scan data."
    expectedRows={expectedRows(record?.scan_data?.headers)}
    urlPrefix="h."
  />
);

export const OpenDirectoryScans = ({ value, record }: AddressEntity) => (
  <Scans
    search={{ operationId: 'scanOpenDirectories', query: { ipv4: value, window: everyDay } }}
    title="Open directories"
    subject={value}
    isOneAddress
    emptyMessage="No open directory in the scan data."
    expectedRows={record?.ip_has_open_directory ? 12 : 2}
    urlPrefix="o."
  />
);

/** The header's answer gives the number of rows. An empty panel takes two less: it has no toolbar and no paging line. */
function expectedRows(rows: readonly unknown[] | undefined): number {
  return rows?.length === 0 ? -1 : Math.min(rows?.length ?? 1, 12);
}
