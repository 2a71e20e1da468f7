import type { DensityRecord } from '#contract/generated/types.gen.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { countColumn, indicatorColumn } from '#web/components/record-columns.tsx';
import type { Column } from '#web/table/column.ts';
import { MeterCell } from './MeterCell.tsx';

/** A density beside the largest of its list, which fills the bar. */
export interface DensityRow {
  readonly record: DensityRecord;
  readonly full: number;
}

// Tables want the same array for the same answer.
const rowsOf = new WeakMap<readonly DensityRecord[], readonly DensityRow[]>();

export function withFull(records: readonly DensityRecord[]): readonly DensityRow[] {
  const known = rowsOf.get(records);
  if (known) return known;
  const full = records.reduce((most, { density }) => Math.max(most, density ?? 0), 0);
  const rows = records.map((record) => ({ record, full }));
  rowsOf.set(records, rows);
  return rows;
}

/** What is counted for, and how much: number over a bar. */
export function densityColumns(
  field: 'nssrv' | 'ipv4',
  header: string,
  kind: IndicatorKind,
  counted: string,
  description: string,
): readonly Column<DensityRow>[] {
  return [
    indicatorColumn<DensityRow>(field, header, {
      width: 240,
      value: ({ record }) => record[field],
      indicator: (value) => ({ kind, value }),
    }),
    countColumn<DensityRow>('density', counted, {
      width: 300,
      value: ({ record }) => record.density,
      description,
      cell: ({ row }) => <MeterCell value={row.record.density} full={row.full} />,
    }),
  ];
}
