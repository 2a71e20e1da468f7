import type { AskListings, JudgementsOf } from '#web/exports/intelligence.ts';
import { type ExportFile, type ExportFormat, type ExportOptions, makeExport } from '#web/exports/make-export.ts';
import { cellText } from './cell-text.ts';
import type { ColumnDef, RowData } from './column-def.ts';
import { type ExportScope, type ExportSource, scopeTruncation } from './export-scope.ts';

/** Formats of indicators take all fields of a row, whichever columns are shown. */
export const FORMATS_OF_COLUMNS: readonly ExportFormat[] = ['csv', 'json', 'ndjson'];

/** What the dialog offers to choose. */
export interface ExportChoice extends ExportOptions {
  /** All results as a file of the service, whatever the other choices are. */
  isParquet: boolean;
  scope: ExportScope;
  hasAllColumns: boolean;
}

interface ExportContext {
  readonly judgementsOf: JudgementsOf;
  readonly missing?: string | null;
  readonly askListings?: AskListings;
}

/** Makes the file of a choice. `rows` are the exported rows; for "everything" they were fetched before. */
export function exportOf<Row extends RowData>(
  source: ExportSource<Row>,
  choice: ExportChoice,
  rows: readonly Row[],
  { missing = null, ...more }: ExportContext,
): Promise<ExportFile> {
  const truncation = [scopeTruncation(choice.scope, rows.length, source), missing].filter(Boolean).join(' ') || null;
  return makeExport(
    {
      rows,
      columns: chosenColumns(source, choice, rows),
      allColumns: source.columns,
      target: source.target,
      truncation,
      time: new Date(),
      ...more,
    },
    choice,
  );
}

/** The columns of the file: a column that must not be missed (`isInFilesWithValue`) exactly when one of the rows has a value. */
export function chosenColumns<Row extends RowData>(
  { columns, shownColumnIds }: ExportSource<Row>,
  { hasAllColumns }: ExportChoice,
  rows: readonly Row[],
): readonly ColumnDef<Row>[] {
  const isFilled = ({ accessorFn, meta }: ColumnDef<Row>) =>
    rows.some((row) => cellText(accessorFn(row), meta.kind) !== '');
  const chosen = hasAllColumns
    ? columns
    : shownColumnIds.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const others = columns.filter((column) => column.meta.isInFilesWithValue && !chosen.includes(column));
  return [...chosen, ...others].filter((column) => !column.meta.isInFilesWithValue || isFilled(column));
}

/** Whether a file of that choice holds values that are requested after the rows. */
export function needsLateValues<Row extends RowData>(source: ExportSource<Row>, choice: ExportChoice): boolean {
  const { late } = source.target;
  if (!late || choice.format === 'cof') return false;
  const isOfColumns = FORMATS_OF_COLUMNS.includes(choice.format);
  return !isOfColumns || chosenColumns(source, choice, []).some(({ meta }) => meta.isLate);
}
