import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { hashColumn, indicatorColumn, textColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import type { FaviconRow } from './scan-data.ts';
import { ScanPanel, type ScanSource } from './ScanPanel.tsx';

const columns = [
  timeColumn<FaviconRow>('scan_date', 'Scanned'),
  hashColumn<FaviconRow>('favicon_mmh3', 'mmh3', 'favicon-mmh3', {
    width: 120,
    description: 'Murmur3 of /favicon.ico',
  }),
  hashColumn<FaviconRow>('favicon_md5', 'MD5', 'favicon-md5', { width: 270, description: 'MD5 of /favicon.ico' }),
  textColumn<FaviconRow>('favicon2_path', 'Named icon', { width: 160, description: 'Path of the icon the page names' }),
  hashColumn<FaviconRow>('favicon2_mmh3', 'Named icon, mmh3', 'favicon-mmh3', { width: 140 }),
  hashColumn<FaviconRow>('favicon2_md5', 'Named icon, MD5', 'favicon-md5', { width: 270 }),
  indicatorColumn<FaviconRow>('hostname', 'Scanned host', { hidden: true }),
  indicatorColumn<FaviconRow>('ip', 'Scanned address', { hidden: true }),
];

const rowKey = ({ favicon_md5, scan_date }: FaviconRow, index: number) => `${favicon_md5} ${scan_date} ${index}`;

/** Icons that scans saw, by their hashes only: no picture of a foreign site is ever loaded. */
export function Favicons<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel source={source} kind="favicon" title="Favicon" empty="No scan saw a favicon here." rowCount={3}>
      {(rows) => (
        <RecordTable
          caption={`Favicons of ${source.subject}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="f."
          exportTarget={{ view: 'favicon', subject: source.subject }}
        />
      )}
    </ScanPanel>
  );
}
