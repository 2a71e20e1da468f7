import { type CertificateDigests, certificateFingerprint, unknownFingerprint } from '#model/certificate.ts';
import { textOf } from '#web/table/cell-text.ts';
import type { ColumnDef } from '#web/table/column-def.ts';
import { hashColumn, IndicatorCell, indicatorColumn } from './record-columns.tsx';

/** The fingerprint of a certificate, linked to the hosts that served it, and each digest as a separate hidden column. */
export function fingerprintColumns<Row extends CertificateDigests>(): readonly ColumnDef<Row>[] {
  return [
    // its own id, so that no export has a SHA-256 as fingerprint_sha1
    indicatorColumn<Row>('certificate_fingerprint', 'Fingerprint', {
      size: 330,
      accessorFn: (row) => certificateFingerprint(row)?.value,
      cell: (cell) =>
        textOf(cell) === '' ? <span className="text-faint">{unknownFingerprint}</span> : <IndicatorCell cell={cell} />,
      meta: {
        description: 'SHA-1, or SHA-256 when only that is known',
        indicatorOf: (_, row) => certificateFingerprint(row),
      },
    }),
    hashColumn<Row>('fingerprint_sha1', 'SHA-1', 'certificate-sha1', { size: 330, meta: { isHidden: true } }),
    hashColumn<Row>('fingerprint_sha256', 'SHA-256', 'certificate-sha256', { size: 520, meta: { isHidden: true } }),
  ];
}
