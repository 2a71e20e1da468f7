import { type ExportTarget, guardFormula } from '#web/exports/export-target.ts';
import { cellText } from './cell-text.ts';
import type { ColumnDef, RowData } from './column-def.ts';
import { loadedStatement, type Paging, truncationStatement } from './PagingBar.tsx';

/** The input of the export dialog. */
export interface ExportSource<Row extends RowData> {
  target: ExportTarget<Row>;
  columns: readonly ColumnDef<Row>[];
  shownColumnIds: readonly string[];
  selectedRows: readonly Row[];
  filteredRows: readonly Row[];
  loadedRows: readonly Row[];
  paging: Paging | null;
}

export type ExportScope = 'selected' | 'filtered' | 'loaded' | 'everything';

type Rows<Row extends RowData> = Pick<ExportSource<Row>, 'selectedRows' | 'filteredRows' | 'loadedRows'>;

/** The loaded rows of a scope; for `everything` only the first ones, for a preview. */
export function rowsOfScope<Row extends RowData>(scope: ExportScope, source: Rows<Row>): readonly Row[] {
  if (scope === 'selected') return source.selectedRows;
  return scope === 'filtered' ? source.filteredRows : source.loadedRows;
}

/** The scopes that differ, the default first: the rows that the analyst chose, else all results rather than those already loaded. */
export function offeredScopes<Row extends RowData>(
  source: Rows<Row> & Pick<ExportSource<Row>, 'target' | 'paging'>,
): readonly ExportScope[] {
  const { selectedRows, filteredRows, loadedRows, target, paging } = source;
  return [
    ...(selectedRows.length > 0 ? (['selected'] as const) : []),
    ...(filteredRows.length < loadedRows.length ? (['filtered'] as const) : []),
    ...(target.fetchAll && paging?.hasMore ? (['everything'] as const) : []),
    'loaded',
  ];
}

/** What an export of that many rows leaves out; null when it is complete or when the analyst picked the rows. */
export function scopeTruncation<Row extends RowData>(
  scope: ExportScope,
  exported: number,
  { target, loadedRows, paging }: Pick<ExportSource<Row>, 'target' | 'loadedRows' | 'paging'>,
): string | null {
  if (scope === 'selected') return null;
  if (!paging) return target.leftOut ?? null;
  if (scope === 'filtered')
    return paging.hasMore ? `Filtered from ${loadedStatement(loadedRows.length, paging)}.` : null;
  return truncationStatement(exported, scope === 'everything' ? { ...paging, hasMore: false } : paging);
}

/** Rows as tab-separated lines for pasting into a spreadsheet: cells that would run as formulas are guarded. */
export function rowsAsText<Row extends RowData>(rows: readonly Row[], columns: readonly ColumnDef<Row>[]): string {
  const line = (row: Row) =>
    columns
      .map(({ accessorFn, meta }) => cellText(accessorFn(row), meta.kind))
      .map((text) => guardFormula(text).replace(/[\t\r\n]+/g, ' '))
      .join('\t');
  return rows.map(line).join('\n');
}
