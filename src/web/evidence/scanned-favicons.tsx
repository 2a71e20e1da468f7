import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { hashColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { noScanData, scanData, type ScanDataRow, scanRows } from './scan-data.ts';

type Row = ScanDataRow<'favicon'>;

/** Favicons seen in scans, as hashes only: the dashboard never loads a picture from a foreign site. */
export const ScannedFavicons = defineEvidence(scanData, {
  title: 'Favicon',
  caption: ({ text }) => `Favicons of ${text}`,
  rows: scanRows('favicon'),
  unknown: noScanData,
  empty: 'No favicon in the scan data.',
  columns: [
    timeColumn<Row>('scan_date', 'Scanned'),
    hashColumn<Row>('favicon_mmh3', 'mmh3', 'favicon-mmh3', {
      size: 120,
      meta: { description: 'Murmur3 of /favicon.ico' },
    }),
    hashColumn<Row>('favicon_md5', 'MD5', 'favicon-md5', {
      size: 270,
      meta: { description: 'MD5 of /favicon.ico' },
    }),
    textColumn<Row>('favicon2_path', 'Named icon', {
      size: 160,
      meta: { description: 'Path of the icon the page names' },
    }),
    hashColumn<Row>('favicon2_mmh3', 'Named icon, mmh3', 'favicon-mmh3', { size: 156 }),
    hashColumn<Row>('favicon2_md5', 'Named icon, MD5', 'favicon-md5', { size: 270 }),
    indicatorColumn<Row>('hostname', 'Scanned host', { meta: { isHidden: true } }),
    indicatorColumn<Row>('ip', 'Scanned address', { meta: { isHidden: true } }),
  ],
  rowKey: ({ favicon_md5, scan_date }, index) => `${favicon_md5} ${scan_date} ${index}`,
  expectedRows: 3,
  urlPrefix: 'f.',
  exports: { view: 'favicon', subject: ({ text }) => text },
});
