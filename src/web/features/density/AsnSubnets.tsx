import type { DensityRecord } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { countColumn, indicatorColumn } from '#web/components/records/record-columns.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { announcedFacts } from '#web/exports/row-facts.ts';
import { MeterCell } from './density-columns.tsx';
import { densityRows, useDensity } from './ServerDensity.tsx';

const hundredths = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A mean or deviation: its points stand under each other. */
function fractionColumn(id: 'density_avg' | 'density_stddev', header: string, description: string) {
  return countColumn<DensityRecord>(id, header, {
    width: 120,
    description,
    cell: ({ value }) => (typeof value === 'number' ? hundredths.format(value) : '–'),
  });
}

const columns = [
  indicatorColumn<DensityRecord>('subnet', 'Subnet', { width: 190 }),
  countColumn<DensityRecord>('ips_active', 'Addresses in use', {
    width: 220,
    align: 'start',
    description: 'Addresses that any name points to; the bar is their share of the subnet',
    cell: ({ row }) => <MeterCell value={row.ips_active} full={row.subnet_size} />,
  }),
  countColumn<DensityRecord>('subnet_size', 'Size'),
  fractionColumn('density_avg', 'Avg names/IP', 'Names per address in use'),
  countColumn<DensityRecord>('density_max', 'Max', { width: 120, description: 'Names on the densest address' }),
  fractionColumn('density_stddev', 'Std dev', 'Standard deviation of names per address'),
];

const rowKey = ({ subnet }: DensityRecord, index: number) => subnet ?? String(index);

/** E6, scope asn_subnets: every prefix of the AS that is in use, densest first. */
export function AsnSubnets({ asn }: { readonly asn: number }) {
  const answer = useDensity('asn', String(asn), 'asn_subnets');
  return (
    <Panel
      title="Subnets in use"
      answer={answer}
      read={(response) => densityRows(response, 'No name points to any address of this AS.')}
      skeleton={{ shape: 'rows', count: 12 }}
      footer="IPv4 prefixes announced today that any name points to; subnets without a name are not listed."
    >
      {(rows) => (
        <RecordTable
          caption={`Subnets of ${formatAsn(asn)} in use`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="s."
          exportTarget={{
            view: 'asn-subnets',
            subject: formatAsn(asn),
            factsOf: ({ subnet }) => announcedFacts({ address: subnet, asn }),
          }}
        />
      )}
    </Panel>
  );
}
