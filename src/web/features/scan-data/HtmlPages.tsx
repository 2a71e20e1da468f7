import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { indicatorColumn, textColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import type { HtmlRow } from './scan-data.ts';
import { ScanPanel, type ScanSource } from './ScanPanel.tsx';

const columns = [
  timeColumn<HtmlRow>('scan_date', 'Scanned'),
  textColumn<HtmlRow>('html_title', 'Title', { width: 320 }),
  textColumn<HtmlRow>('html_body_murmur3', 'Body, murmur3', { width: 130 }),
  textColumn<HtmlRow>('html_body_ssdeep', 'Body, ssdeep', { width: 320 }),
  indicatorColumn<HtmlRow>('hostname', 'Scanned host'),
  indicatorColumn<HtmlRow>('ip', 'Scanned address', { hidden: true }),
];

const rowKey = ({ html_body_murmur3, scan_date }: HtmlRow, index: number) =>
  `${html_body_murmur3} ${scan_date} ${index}`;

/** Pages that scans saw: title and hashes of the body. */
export function HtmlPages<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel source={source} kind="html" title="HTML" empty="No scan saw a page here." rowCount={3}>
      {(rows) => (
        <RecordTable
          caption={`Pages of ${source.subject}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="p."
          exportTarget={{ view: 'html', subject: source.subject }}
        />
      )}
    </ScanPanel>
  );
}
