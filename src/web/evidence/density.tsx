import { type ReactNode, useMemo } from 'react';
import type { DensityRecord, PadnsDensityAnswer, PadnsDensityData } from '#contract/generated/types.gen.ts';
import { formatDecimal, formatNumber } from '#model/format.ts';
import type { Indicator } from '#model/indicator-of.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { countColumn, indicatorColumn } from '#web/kit/records/record-columns.tsx';
import type { KeyValue } from '#web/kit/ui/KeyValueList.tsx';

type DensityType = PadnsDensityData['path']['qtype'];
export type DensityScope = NonNullable<NonNullable<PadnsDensityData['query']>['scope']>;

/** E6: how many names point to a server, an address, or the addresses of a subnet or an AS. */
export function densityQuestion(qtype: DensityType, query: string, scope: DensityScope) {
  return { operationId: 'padnsDensity', path: { qtype, query }, query: { scope } } as const;
}

/** The address that E6 is queried with: the address itself, or the first one of a subnet. */
export function addressOf(addressOrSubnet: string): string {
  return addressOrSubnet.split('/')[0] ?? '';
}

/** The one record of a summary. */
export function densityRecord({ records }: PadnsDensityAnswer, empty: string): PanelState<DensityRecord> {
  if (!records) return { is: 'unknown', word: 'Not given', message: 'The answer does not include this.' };
  const [record] = records;
  return record ? { is: 'data', data: record } : { is: 'empty', message: empty };
}

/** A density and the largest of its list, which fills the bar. */
export interface DensityRow extends DensityRecord {
  readonly full: number;
}

/** Adds the largest density of the list to each record. */
export function useDensityRows(records: readonly DensityRecord[]): readonly DensityRow[] {
  return useMemo(() => {
    const full = records.reduce((most, { density }) => Math.max(most, density ?? 0), 0);
    return records.map((record) => ({ ...record, full }));
  }, [records]);
}

/** The subject whose density is given. */
export function subjectColumn<Row extends DensityRow>(
  field: 'nssrv' | 'ipv4',
  header: string,
  indicator: (value: string) => Indicator,
) {
  return indicatorColumn<Row>(field, header, {
    size: 200,
    meta: { indicatorOf: indicator },
  });
}

/** The density: its number over a bar. */
export function densityColumn<Row extends DensityRow>(header: string, description: string) {
  return countColumn<Row>('density', header, {
    size: 190,
    cell: ({ row }) => <MeterCell value={row.original.density} full={row.original.full} />,
    meta: { align: 'start', description },
  });
}

interface MeterCellProps {
  readonly value: number | undefined;
  /** The value that fills the bar. */
  readonly full: number | undefined;
  /** Shown where there is no value. */
  readonly missing?: string;
}

/** A number over a bar of its share: the number is read, the bar is compared. */
export function MeterCell({ value, full, missing = '–' }: MeterCellProps) {
  if (value === undefined) return <span className="text-faint">{missing}</span>;
  const percent = full ? Math.min(100, (100 * value) / full) : 0;
  return (
    <span className="flex w-full items-center gap-2">
      <span className="w-14 shrink-0 text-right tabular-nums">{formatNumber(value)}</span>
      <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-sm bg-sunken">
        <span data-fill="" className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

/** The numbers of a summary record (E6, scopes subnet and asn), in words. */
export function densitySummary(record: DensityRecord): KeyValue[] {
  const { ips_active, subnet_size, density_avg, density_max, density_stddev } = record;
  return [
    { key: 'ips_active', label: 'Addresses in use', value: shareOf(ips_active, subnet_size) },
    { key: 'density_avg', label: 'Avg names/IP', value: mean(density_avg) },
    { key: 'density_max', label: 'Max names/IP', value: count(density_max) },
    { key: 'density_stddev', label: 'Std dev', value: mean(density_stddev) },
  ];
}

function count(value: number | undefined): ReactNode {
  return value === undefined ? null : <span className="tabular-nums">{formatNumber(value)}</span>;
}

/** With the decimals of the table of subnets. */
function mean(value: number | undefined): ReactNode {
  return value === undefined ? null : <span className="tabular-nums">{formatDecimal(value, 2)}</span>;
}

function shareOf(part: number | undefined, whole: number | undefined): ReactNode {
  if (part === undefined || !whole) return count(part);
  return (
    <span className="tabular-nums">
      {formatNumber(part)} of {formatNumber(whole)}
      <span className="text-muted"> ({((100 * part) / whole).toFixed(part * 100 < whole ? 2 : 0)} %)</span>
    </span>
  );
}
