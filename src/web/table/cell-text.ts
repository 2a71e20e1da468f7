import { dayIntToIsoDate, epochSecondsToTimestamp, MAX_EPOCH_SECONDS } from '#model/dates.ts';
import type { CellValue, ColumnKind } from './column.ts';

function timeNumberText(value: number): string {
  const day = dayIntToIsoDate(value);
  if (day) return day;
  return value > 0 && value <= MAX_EPOCH_SECONDS ? epochSecondsToTimestamp(value) : String(value);
}

/**
 * The text of a time of the interface: 'yyyy-mm-dd' or 'yyyy-mm-dd hh:mm:ss' (UTC). Takes yyyymmdd, epoch seconds and the
 * forms with `T` and `Z`; anything else ('UNKNOWN') stays as it is. Such texts sort and compare as text.
 */
export function timeText(value: string | number): string {
  if (typeof value === 'number') return timeNumberText(value);
  return value[10] === 'T' ? value.replace('T', ' ').replace(/(?:\.\d+)?Z$/, '') : value;
}

function partText(value: string | number, kind: ColumnKind): string {
  return kind === 'time' ? timeText(value) : String(value);
}

/** The canonical text of a cell; '' when it holds no value. */
export function cellText(value: CellValue, kind: ColumnKind): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.map((part) => partText(part, kind)).join(', ');
  return partText(value, kind);
}
