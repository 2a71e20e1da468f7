import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { hashColumn, indicatorColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import type { JarmRow } from './scan-data.ts';
import { ScanPanel, type ScanSource } from './ScanPanel.tsx';

const columns = [
  timeColumn<JarmRow>('scan_date', 'Scanned'),
  hashColumn<JarmRow>('jarm_hash', 'JARM', 'jarm', { width: 480 }),
  indicatorColumn<JarmRow>('hostname', 'Scanned host', { hidden: true }),
  indicatorColumn<JarmRow>('ip', 'Scanned address', { hidden: true }),
];

const rowKey = ({ jarm_hash, scan_date }: JarmRow, index: number) => `${jarm_hash} ${scan_date} ${index}`;

/** JARM fingerprints that scans saw: how the server answers TLS greetings, the same for the same software and set-up. */
export function JarmFingerprints<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel source={source} kind="jarm" title="JARM" empty="No scan took a JARM fingerprint here." rowCount={3}>
      {(rows) => (
        <RecordTable
          caption={`JARM fingerprints of ${source.subject}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="j."
          exportTarget={{ view: 'jarm', subject: source.subject }}
        />
      )}
    </ScanPanel>
  );
}
