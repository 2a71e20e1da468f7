import type { DensityRecord } from '#contract/generated/types.gen.ts';
import { announcedFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { countColumn, decimalColumn, indicatorColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { densityQuestion, MeterCell } from './density.tsx';

/** E6, scope asn_subnets: every prefix of the AS that is in use, densest first. */
export const AsSubnetsInUse = defineEvidence(
  asked(({ value }: Pick<Entity, 'value' | 'text'>) => densityQuestion('asn', value, 'asn_subnets')),
  {
    title: 'Subnets in use',
    caption: ({ text }) => `Subnets of ${text} in use`,
    rows: ({ records }) => records,
    empty: 'No name points to any address of this AS.',
    columns: [
      indicatorColumn<DensityRecord>('subnet', 'Subnet', { size: 190 }),
      countColumn<DensityRecord>('ips_active', 'Addresses in use', {
        size: 220,
        cell: ({ row }) => <MeterCell value={row.original.ips_active} full={row.original.subnet_size} />,
        meta: {
          align: 'start',
          description: 'Addresses that any name points to; the bar is their share of the subnet',
        },
      }),
      countColumn<DensityRecord>('subnet_size', 'Size'),
      decimalColumn<DensityRecord>('density_avg', 'Avg names/IP', {
        decimals: 2,
        size: 120,
        meta: { description: 'Names per address in use' },
      }),
      countColumn<DensityRecord>('density_max', 'Max', {
        size: 120,
        meta: { description: 'Names on the densest address' },
      }),
      decimalColumn<DensityRecord>('density_stddev', 'Std dev', {
        decimals: 2,
        size: 120,
        meta: { description: 'Standard deviation of names per address' },
      }),
    ],
    rowKey: ({ subnet }, index) => subnet ?? String(index),
    expectedRows: 12,
    footer: 'IPv4 prefixes announced today that any name points to; subnets without a name are not listed.',
    urlPrefix: 's.',
    exports: {
      view: 'asn-subnets',
      subject: ({ text }) => text,
      facts: ({ subnet }, { value }) => announcedFacts({ address: subnet, asn: Number(value) }),
    },
  },
);
