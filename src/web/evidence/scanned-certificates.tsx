import { certificateFingerprint } from '#model/certificate.ts';
import { certificateFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import {
  fingerprintColumns,
  flagColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import { noScanData, scanData, type ScanDataRow, scanRows } from './scan-data.ts';

type Row = ScanDataRow<'certificates'>;

/** Certificates that scans saw. */
export const ScannedCertificates = defineEvidence(scanData, {
  title: 'Certificates',
  caption: ({ text }) => `Certificates of ${text}`,
  rows: scanRows('certificates'),
  unknown: noScanData,
  empty: 'No certificate in the scan data.',
  columns: [
    timeColumn<Row>('scan_date', 'Scanned'),
    indicatorColumn<Row>('domains', 'Names', {
      size: 320,
      accessorFn: ({ domains, domain }) => domains ?? domain,
      meta: { description: 'Names the certificate is valid for' },
    }),
    flagColumn<Row>('is_expired', 'Expired', { accessorFn: isExpired }),
    timeColumn<Row>('not_before', 'Valid from'),
    timeColumn<Row>('not_after', 'Valid to'),
    textColumn<Row>('issuer_common_name', 'Issuer'),
    textColumn<Row>('issuer_organization', 'Issuer organization', { meta: { isHidden: true } }),
    ...fingerprintColumns<Row>(),
    indicatorColumn<Row>('hostname', 'Scanned host', { meta: { isHidden: true } }),
    indicatorColumn<Row>('ip', 'Scanned address', { meta: { isHidden: true } }),
  ],
  rowKey: (row, index) => `${certificateFingerprint(row)?.value ?? ''} ${row.scan_date} ${index}`,
  expectedRows: 4,
  urlPrefix: 'c.',
  exports: {
    view: 'certificates',
    subject: ({ text }) => text,
    facts: (row) => certificateFacts(row, { first: row.scan_date }),
  },
});

/** Some deployments send the flag as text; of a certificate known by its scan alone it is missing. */
export function isExpired({ is_expired }: Row): boolean | undefined {
  return is_expired === undefined ? undefined : is_expired === true || is_expired === 'true';
}
