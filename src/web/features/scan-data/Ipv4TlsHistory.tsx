import { ipv4InfoOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import type { JarmScan } from '#contract/generated/types.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/Panel.tsx';
import { rowsOrEmpty } from '#web/components/panel-state.ts';
import { RecordTable } from '#web/components/RecordTable.tsx';
import { textColumn, timeColumn } from '#web/components/record-columns.tsx';

const columns = [
  timeColumn<JarmScan>('first_seen', 'First scan', { width: 120 }),
  timeColumn<JarmScan>('last_seen', 'Latest scan', { width: 120 }),
  textColumn<JarmScan>('server_banner', 'Server banner', { width: 280 }),
  textColumn<JarmScan>('jarm_hash', 'JARM', { width: 480 }),
];

const rowKey = ({ jarm_hash, first_seen }: JarmScan, index: number) => `${jarm_hash} ${first_seen} ${index}`;

/** A1 with scan_data=1: the spans of days in which scans saw each TLS set-up, and the banner of the server behind it. */
export function Ipv4TlsHistory({ ip }: { readonly ip: string }) {
  const call = { operationId: 'ipv4Info', path: { ipv4: ip }, query: { scan_data: 1 } } as const;
  const title = 'TLS set-ups over time';
  const answer = useAnswer(ipv4InfoOptions(call), { title: `${title}: ${ip}` });
  return (
    <Panel
      title={title}
      call={call}
      answer={answer}
      read={({ ip2asn }) => {
        const scanData = ip2asn?.[0]?.scan_data;
        if (!scanData) return { is: 'unknown', message: 'The answer holds no scan data.' };
        return rowsOrEmpty(scanData.jarm, 'No scan took a JARM fingerprint here.');
      }}
      skeleton={{ shape: 'rows', count: 4 }}
    >
      {(rows) => (
        <RecordTable
          caption={`TLS set-ups of ${ip}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="t."
          exportTarget={{ view: 'tls-history', subject: ip }}
        />
      )}
    </Panel>
  );
}
