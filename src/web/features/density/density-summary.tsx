import type { ReactNode } from 'react';
import type { DensityRecord } from '#contract/generated/types.gen.ts';
import type { KeyValue } from '#web/ui/KeyValueList.tsx';

/** The numbers of a summary record (E6, scopes subnet and asn), in words. */
export function densitySummary(record: DensityRecord): KeyValue[] {
  const { ips_active, subnet_size, density_avg, density_max, density_stddev } = record;
  return [
    { key: 'ips_active', label: 'Addresses in use', value: shareOf(ips_active, subnet_size) },
    { key: 'density_avg', label: 'Names per address, mean', value: count(density_avg) },
    { key: 'density_max', label: 'Names per address, most', value: count(density_max) },
    { key: 'density_stddev', label: 'Standard deviation', value: count(density_stddev) },
  ];
}

function count(value: number | undefined): ReactNode {
  return value === undefined ? null : <span className="tabular-nums">{value.toLocaleString('en')}</span>;
}

function shareOf(part: number | undefined, whole: number | undefined): ReactNode {
  if (part === undefined || !whole) return count(part);
  return (
    <span className="tabular-nums">
      {part.toLocaleString('en')} of {whole.toLocaleString('en')}
      <span className="text-muted"> ({((100 * part) / whole).toFixed(part * 100 < whole ? 2 : 0)} %)</span>
    </span>
  );
}
