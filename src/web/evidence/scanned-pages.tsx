import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { noScanData, scanData, type ScanDataRow, scanRows } from './scan-data.ts';

type Row = ScanDataRow<'html'>;

/** Pages that scans saw: title and hashes of the body. */
export const ScannedPages = defineEvidence(scanData, {
  title: 'HTML',
  caption: ({ text }) => `Pages of ${text}`,
  rows: scanRows('html'),
  unknown: noScanData,
  empty: 'No page in the scan data.',
  columns: [
    timeColumn<Row>('scan_date', 'Scanned'),
    textColumn<Row>('html_title', 'Title', { size: 320 }),
    textColumn<Row>('html_body_murmur3', 'Body, murmur3', { size: 130 }),
    textColumn<Row>('html_body_ssdeep', 'Body, ssdeep', { size: 320 }),
    indicatorColumn<Row>('hostname', 'Scanned host'),
    indicatorColumn<Row>('ip', 'Scanned address', { meta: { isHidden: true } }),
  ],
  rowKey: ({ html_body_murmur3, scan_date }, index) => `${html_body_murmur3} ${scan_date} ${index}`,
  expectedRows: 3,
  urlPrefix: 'html.',
  exports: { view: 'html', subject: ({ text }) => text },
});
