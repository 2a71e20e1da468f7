import { type CertificateDigests, certificateFingerprint, unknownFingerprint } from '#model/certificate-fingerprint.ts';
import type { Column } from '#web/table/column.ts';
import { hashColumn, IndicatorCell, indicatorColumn } from './record-columns.tsx';

/** The fingerprint of a certificate, linked to the hosts that served it, and each digest as a separate hidden column. */
export function fingerprintColumns<Row extends CertificateDigests>(): readonly Column<Row>[] {
  return [
    // its own id, so that no export has a SHA-256 as fingerprint_sha1
    indicatorColumn<Row>('certificate_fingerprint', 'Fingerprint', {
      width: 330,
      description: 'SHA-1, or SHA-256 when only that is known',
      value: (row) => certificateFingerprint(row)?.value,
      cell: (cell) =>
        cell.text === '' ? (
          <span className="text-faint">{unknownFingerprint}</span>
        ) : (
          <IndicatorCell cell={cell} indicator={() => certificateFingerprint(cell.row)} />
        ),
    }),
    hashColumn<Row>('fingerprint_sha1', 'SHA-1', 'certificate-sha1', { hidden: true, width: 330 }),
    hashColumn<Row>('fingerprint_sha256', 'SHA-256', 'certificate-sha256', { hidden: true, width: 520 }),
  ];
}
