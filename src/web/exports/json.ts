import { type ExportColumn, exportValueOf } from './export-target.ts';
import { epochSeconds } from '#model/dates.ts';
import { dnsOwner } from '#model/ip-address.ts';

/** A description of the export within the file, with what it leaves out. */
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
function jsonRecord<Row>(row: Row, columns: readonly ExportColumn<Row>[]): Record<string, unknown> {
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

/** The columns of a passive DNS row that a record cannot do without (draft-dulaunoy-dnsop-passive-dns-cof). */
const REQUIRED = ['query', 'type', 'answer', 'first_seen', 'last_seen'];

export function canBeCof(columns: readonly Pick<ExportColumn<never>, 'id'>[]): boolean {
  return REQUIRED.every((id) => columns.some((column) => column.id === id));
}

function timeOf(value: unknown): number | null {
  return typeof value === 'string' || typeof value === 'number' ? epochSeconds(value) : null;
}

/** The answer is a text: a list would be read as the whole set of NS or MX records. */
function cofRecord(record: Record<string, unknown>): Record<string, unknown> | null {
  const { query, type, answer, first_seen: first, last_seen: last, count } = record;
  const [timeFirst, timeLast] = [timeOf(first), timeOf(last)];
  const isComplete = typeof query === 'string' && typeof type === 'string' && typeof answer === 'string';
  if (!isComplete || timeFirst === null || timeLast === null) return null;
  return {
    ...dnsOwner(type, query),
    rdata: answer,
    time_first: timeFirst,
    time_last: timeLast,
    ...(typeof count === 'number' ? { count } : {}),
  };
}

interface CofExport {
  text: string;
  /** Rows without a name, type, answer or time, which the format cannot hold. */
  leftOut: number;
}

/** The passive DNS common output format: one JSON object a line. Takes all columns, whichever are shown. */
export function toCof<Row>(rows: readonly Row[], columns: readonly ExportColumn<Row>[]): CofExport {
  const records = rows.map((row) => cofRecord(jsonRecord(row, columns))).filter((record) => record !== null);
  return {
    text: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    leftOut: rows.length - records.length,
  };
}
