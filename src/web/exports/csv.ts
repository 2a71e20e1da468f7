import Papa from 'papaparse';
import { isoTime } from '#model/dates.ts';
import { type ExportColumn, exportValueOf, FORMULA_START } from './export-target.ts';

export interface CsvOptions {
  /** Leaves cells that look like formulas as they are: for programs, not for spreadsheets. */
  isRaw: boolean;
  /** Begins with a byte order mark, by which Excel knows UTF-8. */
  hasBom: boolean;
}

function csvCell<Row>(row: Row, column: ExportColumn<Row>): string | number {
  const value = exportValueOf(row, column);
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return String(value);
  if (column.meta.kind === 'time' && (typeof value === 'string' || typeof value === 'number')) return isoTime(value);
  if (typeof value === 'number' || typeof value === 'string') return value;
  const isPlainList = Array.isArray(value) && value.every((part) => typeof part !== 'object');
  return isPlainList ? value.join('; ') : JSON.stringify(value);
}

/**
 * RFC 4180 with a header of column ids: CRLF after every record, times in ISO 8601 UTC, numbers as numbers, lists joined
 * with '; '. Cells that a spreadsheet would run get a leading `'` unless raw.
 */
export function toCsv<Row>(rows: readonly Row[], columns: readonly ExportColumn<Row>[], options: CsvOptions): string {
  const body = Papa.unparse(
    [columns.map(({ id }) => id), ...rows.map((row) => columns.map((column) => csvCell(row, column)))],
    { newline: '\r\n', escapeFormulae: options.isRaw ? false : FORMULA_START },
  );
  return `${options.hasBom ? '\uFEFF' : ''}${body}\r\n`;
}
