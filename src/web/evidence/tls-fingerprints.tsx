import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { noScanData, scanData, type ScanDataRow, scanRows } from './scan-data.ts';

type Row = ScanDataRow<'tls_fingerprints'>;

/** JA3, JA4 and the like, of TLS handshakes in imported logs. */
export const TlsFingerprints = defineEvidence(scanData, {
  title: 'TLS fingerprints',
  caption: ({ text }) => `TLS fingerprints of ${text}`,
  rows: scanRows('tls_fingerprints'),
  unknown: noScanData,
  empty: 'No imported log contains a TLS fingerprint.',
  columns: [
    timeColumn<Row>('last_seen', 'Last seen', { size: 120 }),
    timeColumn<Row>('first_seen', 'First seen', { size: 120 }),
    textColumn<Row>('kind', 'Kind', {
      size: 88,
      accessorFn: ({ kind }) => kind?.toUpperCase(),
      meta: { exportValue: ({ kind }) => kind, description: 'JA3 and JA4 of a client, JA3S and JA4S of a server' },
    }),
    // there is no search for other hosts with the fingerprint
    indicatorColumn<Row>('value', 'Fingerprint', { size: 360, meta: { indicatorOf: () => null } }),
    indicatorColumn<Row>('hostname', 'Server name', {
      meta: { description: 'The name that the client asked the server for' },
    }),
  ],
  rowKey: ({ kind, value, hostname }, index) => `${kind} ${value} ${hostname} ${index}`,
  expectedRows: 3,
  urlPrefix: 't.',
  exports: { view: 'tls-fingerprints', subject: ({ text }) => text },
});
