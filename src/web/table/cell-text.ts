import { timeText } from '#model/wire-time.ts';
import type { CellValue, ColumnKind } from './column.ts';

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
