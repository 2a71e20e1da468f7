import { Panel } from '#web/components/evidence/Panel.tsx';
import { AsnLink } from '#web/components/indicator/AsnLink.tsx';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { densitySummary } from './density-columns.tsx';
import { densityRecord, useDensity, type DensityType } from './use-density.ts';

interface AsnDensityProps {
  /** Whose AS is summed up: the AS itself, or that of an IPv4 address. */
  readonly qtype: Extract<DensityType, 'asn' | 'ipv4'>;
  readonly query: string;
}

/** E6, scope asn: how densely all prefixes of the AS are used together. */
export function AsnDensity({ qtype, query }: AsnDensityProps) {
  const answer = useDensity(qtype, query, 'asn');
  return (
    <Panel
      title="Density of the whole AS"
      answer={answer}
      read={(response) => densityRecord(response, 'No name points to any address of this AS.')}
      skeleton={{ shape: 'rows', count: 5 }}
      footer="Counts every name ever seen, today’s prefixes."
    >
      {(record) => (
        <KeyValueList
          items={[
            { key: 'asn', label: 'Autonomous system', value: <AsnLink asn={record.asn} /> },
            ...densitySummary(record),
          ]}
        />
      )}
    </Panel>
  );
}
