import type { DensityRecord } from '#contract/generated/types.gen.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { countColumn, indicatorColumn } from '#web/components/records/record-columns.tsx';
import { MeterCell } from './MeterCell.tsx';

/** A density beside the largest of its list, which fills the bar. */
export interface DensityRow {
  readonly record: DensityRecord;
  readonly full: number;
}

export function densityRowsOf(records: readonly DensityRecord[]): readonly DensityRow[] {
  const full = records.reduce((most, { density }) => Math.max(most, density ?? 0), 0);
  return records.map((record) => ({ record, full }));
}

/** What the density is of. */
export function subjectColumn<Row extends DensityRow>(field: 'nssrv' | 'ipv4', header: string, kind: IndicatorKind) {
  return indicatorColumn<Row>(field, header, {
    width: 200,
    value: ({ record }) => record[field],
    indicator: (value) => ({ kind, value }),
  });
}

/** The density: its number over a bar. */
export function densityColumn<Row extends DensityRow>(header: string, description: string) {
  return countColumn<Row>('density', header, {
    width: 190,
    align: 'start',
    value: ({ record }) => record.density,
    description,
    cell: ({ row }) => <MeterCell value={row.record.density} full={row.full} />,
  });
}
