import { Panel } from '#web/components/evidence/Panel.tsx';
import { AsnLink } from '#web/components/indicator/AsnLink.tsx';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { densitySummary } from './density-columns.tsx';
import { densityRecord, useDensity } from './use-density.ts';

interface SubnetDensityProps {
  /** An IPv4 address; the announced prefix around it is summed up. */
  readonly ip: string;
}

/** E6, scope subnet: how densely the announced prefix around an address is used. */
export function SubnetDensity({ ip }: SubnetDensityProps) {
  const answer = useDensity('ipv4', ip, 'subnet');
  return (
    <Panel
      title="Density of the announced prefix"
      answer={answer}
      read={(response) => densityRecord(response, 'No AS announces a prefix that contains this address.')}
      skeleton={{ shape: 'rows', count: 6 }}
      footer="Counts every name ever seen, today’s prefix."
    >
      {(record) => (
        <KeyValueList
          items={[
            {
              key: 'subnet',
              label: 'Prefix',
              value: record.subnet ? <IndicatorLink kind="subnet" value={record.subnet} /> : null,
            },
            { key: 'asn', label: 'Announced by', value: <AsnLink asn={record.asn} /> },
            ...densitySummary(record),
          ]}
        />
      )}
    </Panel>
  );
}
