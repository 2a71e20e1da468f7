import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { hashColumn, indicatorColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { noScanData, scanData, type ScanDataRow, scanRows } from './scan-data.ts';

type Row = ScanDataRow<'jarm'>;

/** JARM fingerprints seen in scans: how a server answers TLS client hellos, equal for equal software and configuration. */
export const ScannedJarm = defineEvidence(scanData, {
  title: 'JARM',
  caption: ({ text }) => `JARM fingerprints of ${text}`,
  rows: scanRows('jarm'),
  unknown: noScanData,
  empty: 'No JARM fingerprint in the scan data.',
  columns: [
    timeColumn<Row>('scan_date', 'Scanned'),
    hashColumn<Row>('jarm_hash', 'JARM', 'jarm', { size: 480 }),
    indicatorColumn<Row>('hostname', 'Scanned host', { meta: { isHidden: true } }),
    indicatorColumn<Row>('ip', 'Scanned address', { meta: { isHidden: true } }),
  ],
  rowKey: ({ jarm_hash, scan_date }, index) => `${jarm_hash} ${scan_date} ${index}`,
  expectedRows: 3,
  urlPrefix: 'j.',
  exports: { view: 'jarm', subject: ({ text }) => text },
});
