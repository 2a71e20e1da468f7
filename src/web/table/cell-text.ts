import { timeText } from '#model/dates.ts';
import type { CellValue, ColumnKind } from './column-def.ts';

function partText(value: string | number, kind: ColumnKind): string {
  return kind === 'time' ? timeText(value) : String(value);
}

/** The canonical text of a value: what is filtered, sorted and copied; '' when there is none. */
export function cellText(value: CellValue, kind: ColumnKind): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.map((part) => partText(part, kind)).join(', ');
  return partText(value, kind);
}

/** What of a cell's context tells its text. */
export interface TextSource {
  readonly getValue: () => unknown;
  readonly column: { readonly columnDef: { readonly meta?: { readonly kind: ColumnKind } | undefined } };
}

/** The canonical text of a cell. */
export function textOf(cell: TextSource): string {
  return cellText(cell.getValue() as CellValue, cell.column.columnDef.meta?.kind ?? 'text');
}
