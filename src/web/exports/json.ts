import { type ExportColumn, exportValueOf } from './export-target.ts';

/** Says in the file itself what it is and what it leaves out. */
export interface JsonMetadata {
  view: string;
  subject: string;
  exported_at: string;
  rows: number;
  /** Null when nothing is left out. */
  truncation: string | null;
  /** That rows are of the sample collection; left out when none is. */
  sample?: string;
}

/** The row with the values as the interface sent them, under their wire names; absent values are null. */
export function jsonRecord<Row>(row: Row, columns: readonly ExportColumn<Row>[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column.id, exportValueOf(row, column) ?? null]));
}

/** {metadata, records}, indented by two. */
export function toJson<Row>(
  rows: readonly Row[],
  columns: readonly ExportColumn<Row>[],
  metadata: JsonMetadata,
): string {
  const records = rows.map((row) => jsonRecord(row, columns));
  return `${JSON.stringify({ metadata, records }, null, 2)}\n`;
}

/** One record per line, for jq and log pipelines. It has no place for metadata. */
export function toNdjson<Row>(rows: readonly Row[], columns: readonly ExportColumn<Row>[]): string {
  return rows.map((row) => `${JSON.stringify(jsonRecord(row, columns))}\n`).join('');
}
