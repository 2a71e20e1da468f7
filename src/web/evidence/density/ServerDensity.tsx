import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import type { DensityRecord, PadnsDensityAnswer, PadnsDensityData } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { nameServer } from '#model/indicator-kind.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { type PanelState, rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { countColumn, indicatorColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { announcedFacts, seenFacts } from '#web/exports/row-facts.ts';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { SelectField } from '#web/kit/ui/SelectField.tsx';
import {
  densityColumn,
  type DensityRow,
  densityRowsOf,
  densitySummary,
  MeterCell,
  subjectColumn,
} from './density-columns.tsx';

const scopes = ['host', 'domain', 'subdomain'] as const;
const scopeParser = parseAsStringLiteral(scopes).withDefault('domain');
const columns = [
  subjectColumn<DensityRow>('nssrv', 'Name server', nameServer),
  densityColumn<DensityRow>('Domains', 'Domains that are or were on it'),
];
const rowKey = ({ record }: DensityRow, index: number) => record.nssrv ?? String(index);
const factsOf = ({ record }: DensityRow) => seenFacts(record.nssrv);

/** E6 for name servers: how many domains are on the server, and on its siblings. */
export function ServerDensity({ server }: { readonly server: string }) {
  const [scope, setScope] = useQueryState('scope', scopeParser);
  const answer = useDensity('nssrv', server, scope);
  const rows = useMemo(() => densityRowsOf(answer.response?.records ?? []), [answer.response]);
  return (
    <Panel
      title="Domains ever hosted"
      answer={answer}
      read={(response) => densityRows(response, 'No domain was ever seen on this server.')}
      actions={
        <SelectField
          label="Which servers"
          isLabelHidden
          value={scope}
          choices={[
            { value: 'host', label: 'This server' },
            { value: 'domain', label: 'Whole domain' },
            { value: 'subdomain', label: 'Same level' },
          ]}
          onChange={(value) => void setScope(value)}
        />
      }
      skeleton={{ shape: 'rows', count: 6 }}
      footer="Counts every domain ever seen on the server."
    >
      {() => (
        <RecordTable
          caption={`Density of ${server}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="v."
          exportTarget={{ view: 'ns-density', subject: server, factsOf }}
        />
      )}
    </Panel>
  );
}

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
      footer="Counts every name ever seen in today’s prefix."
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
      footer="Counts all names ever seen, on the prefixes of today."
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

type DensityType = PadnsDensityData['path']['qtype'];
type DensityScope = NonNullable<NonNullable<PadnsDensityData['query']>['scope']>;

/** E6: how many names point to a server, an address, or the addresses of a subnet or an AS. */
export function useDensity(qtype: DensityType, query: string, scope?: DensityScope): Answer<PadnsDensityAnswer> {
  const question = { operationId: 'padnsDensity', path: { qtype, query }, query: { ...(scope && { scope }) } } as const;
  return useAnswer(question, { title: `Density of ${query}` });
}

/** The one record of a summary. */
function densityRecord({ records }: PadnsDensityAnswer, empty: string): PanelState<DensityRecord> {
  const [record] = records ?? [];
  return record ? { is: 'data', data: record } : { is: 'empty', message: empty };
}

export function densityRows({ records }: PadnsDensityAnswer, empty: string): PanelState<readonly DensityRecord[]> {
  return rowsOrEmpty(records, empty);
}

const hundredths = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A mean or deviation: its points stand under each other. */
function fractionColumn(id: 'density_avg' | 'density_stddev', header: string, description: string) {
  return countColumn<DensityRecord>(id, header, {
    size: 120,
    cell: ({ getValue }) => {
      const value = getValue();
      return typeof value === 'number' ? hundredths.format(value) : '–';
    },
    meta: { description },
  });
}

const subnetColumns = [
  indicatorColumn<DensityRecord>('subnet', 'Subnet', { size: 190 }),
  countColumn<DensityRecord>('ips_active', 'Addresses in use', {
    size: 220,
    cell: ({ row }) => <MeterCell value={row.original.ips_active} full={row.original.subnet_size} />,
    meta: { align: 'start', description: 'Addresses that any name points to; the bar is their share of the subnet' },
  }),
  countColumn<DensityRecord>('subnet_size', 'Size'),
  fractionColumn('density_avg', 'Avg names/IP', 'Names per address in use'),
  countColumn<DensityRecord>('density_max', 'Max', {
    size: 120,
    meta: { description: 'Names on the densest address' },
  }),
  fractionColumn('density_stddev', 'Std dev', 'Standard deviation of names per address'),
];

const subnetKey = ({ subnet }: DensityRecord, index: number) => subnet ?? String(index);

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
          columns={subnetColumns}
          rowKey={subnetKey}
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
