import { Panel } from '#web/components/Panel.tsx';
import { RecordTable } from '#web/components/RecordTable.tsx';
import { densityColumns, withFull, type DensityRow } from './density-columns.tsx';
import { densityRows, useDensity } from './use-density.ts';

interface SubnetAddressesProps {
  /** An IPv4 address; the announced prefix around it is looked at. */
  readonly ip: string;
}

const columns = densityColumns('ipv4', 'Address', 'ipv4', 'Names', 'Names that point or pointed to it');
const rowKey = ({ record }: DensityRow, index: number) => record.ipv4 ?? String(index);

/** E6, scope subnet_ips: every address in use of the announced prefix around an address. */
export function SubnetAddresses({ ip }: SubnetAddressesProps) {
  const { call, answer } = useDensity('ipv4', ip, 'subnet_ips');
  return (
    <Panel
      title="Addresses in use"
      call={call}
      answer={answer}
      read={(response) => densityRows(response, 'No name points to any address of the announced prefix.')}
      skeleton={{ shape: 'rows', count: 12 }}
      footer="Addresses of the announced prefix that any name points to; counts every name ever seen."
      isFlush
    >
      {(records) => (
        <RecordTable
          caption={`Addresses in use around ${ip}`}
          rows={withFull(records)}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="d."
          exportTarget={{ view: 'subnet-addresses', subject: ip }}
        />
      )}
    </Panel>
  );
}
