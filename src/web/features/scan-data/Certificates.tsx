import { RecordTable } from '#web/components/records/RecordTable.tsx';
import {
  flagColumn,
  hashColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/components/records/record-columns.tsx';
import { certificateFacts } from '#web/exports/row-facts.ts';
import { isExpired, type CertificateRow } from './scan-data.ts';
import { ScanPanel, type ScanSource } from './ScanPanel.tsx';

const columns = [
  timeColumn<CertificateRow>('scan_date', 'Scanned'),
  indicatorColumn<CertificateRow>('domains', 'Names', {
    width: 320,
    value: ({ domains, domain }) => domains ?? domain,
    description: 'Names the certificate is valid for',
  }),
  flagColumn<CertificateRow>('is_expired', 'Expired', { value: isExpired }),
  timeColumn<CertificateRow>('not_before', 'Valid from'),
  timeColumn<CertificateRow>('not_after', 'Valid to'),
  textColumn<CertificateRow>('issuer_common_name', 'Issuer'),
  textColumn<CertificateRow>('issuer_organization', 'Issuer organization'),
  hashColumn<CertificateRow>('fingerprint_sha1', 'SHA-1', 'certificate-sha1', { width: 330 }),
  indicatorColumn<CertificateRow>('hostname', 'Scanned host', { hidden: true }),
  indicatorColumn<CertificateRow>('ip', 'Scanned address', { hidden: true }),
];

const rowKey = ({ fingerprint_sha1, scan_date }: CertificateRow, index: number) =>
  `${fingerprint_sha1} ${scan_date} ${index}`;

const factsOf = (row: CertificateRow) => certificateFacts(row, { first: row.scan_date });

/** Certificates that scans saw. */
export function Certificates<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel
      source={source}
      kind="certificates"
      title="Certificates"
      empty="No scan saw a certificate here."
      rowCount={4}
    >
      {(rows) => (
        <RecordTable
          caption={`Certificates of ${source.subject}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="c."
          exportTarget={{ view: 'certificates', subject: source.subject, factsOf }}
        />
      )}
    </ScanPanel>
  );
}
