import type {
  ColumnFiltersState,
  ColumnOrderState,
  ColumnPinningState,
  ColumnSizingState,
  ColumnVisibilityState,
  SortingState,
} from '@tanstack/react-table';
import type { ColumnDef, RowData } from './column-def.ts';
import { limitWidth, maxColumnPixels, minColumnPixels } from './column-width.ts';
import type { Table } from './table-features.ts';

export type Density = 'compact' | 'comfortable';

/** The state of a table that is in its link: slices of TanStack's state, and the row height. */
export interface TableChoices {
  sorting: SortingState;
  /** The values are filter expressions (filter-expression.ts). */
  columnFilters: ColumnFiltersState;
  /** Words that must all occur somewhere in the row. */
  globalFilter: string;
  columnVisibility: ColumnVisibilityState;
  /** Every column: those shown, then the others. */
  columnOrder: ColumnOrderState;
  /** The first column shown sticks at the start. */
  columnPinning: ColumnPinningState;
  /** Whole pixels, only where changed. */
  columnSizing: ColumnSizingState;
  /** null follows the analyst's preference. */
  density: Density | null;
}

/** The part of a column that the URL depends on. */
export type UrlColumn = Pick<ColumnDef<never>, 'id' | 'size'> & { readonly meta?: { readonly isHidden?: boolean } };

/** One text per URL key; null removes the key, so that an untouched table leaves the URL alone. */
export type TableParams = Record<string, string | null>;

const FIXED_KEYS = ['sort', 'q', 'cols', 'w', 'density'] as const;

/** Every URL key a table may use, for the URL-state hook. `prefix` keeps two tables of one page apart: `a.` -> `a.sort`. */
export function tableKeys(columns: readonly UrlColumn[], prefix = ''): readonly string[] {
  return [...FIXED_KEYS, ...columns.map(({ id }) => `f.${id}`)].map((key) => prefix + key);
}

/** The columns that are shown by default. */
function defaultColumnIds(columns: readonly UrlColumn[]): readonly string[] {
  return columns.filter(({ meta }) => !meta?.isHidden).map(({ id }) => id);
}

/** The state that shows these columns, in this order; the default ones unless any is given. */
export function columnChoice(
  shownIds: readonly string[],
  columns: readonly UrlColumn[],
): Pick<TableChoices, 'columnOrder' | 'columnVisibility' | 'columnPinning'> {
  const shown = shownIds.length > 0 ? shownIds : defaultColumnIds(columns);
  const others = columns.map(({ id }) => id).filter((id) => !shown.includes(id));
  return {
    columnOrder: [...shown, ...others],
    columnVisibility: Object.fromEntries(others.map((id) => [id, false])),
    columnPinning: { start: shown.slice(0, 1), end: [] },
  };
}

function shownIds({ columnOrder, columnVisibility }: TableChoices): readonly string[] {
  return columnOrder.filter((id) => columnVisibility[id] !== false);
}

function encodeColumns(choices: TableChoices, columns: readonly UrlColumn[]): string | null {
  const text = shownIds(choices).join(',');
  // so that a later default is not frozen into links
  return text === defaultColumnIds(columns).join(',') ? null : text || null;
}

function encodeWidths({ columnSizing }: TableChoices, columns: readonly UrlColumn[]): string {
  return columns
    .flatMap(({ id, size }) => {
      const chosen = columnSizing[id];
      const pixels = limitWidth(chosen ?? 0);
      return chosen === undefined || pixels === size ? [] : [`${id}:${pixels}`];
    })
    .join(',');
}

/** The state as compact URL texts: `sort=-last_seen,query` `cols=query,answer` `f.answer=192.0.2` `q=...` `w=query:220`. */
export function encodeTable(choices: TableChoices, columns: readonly UrlColumn[], prefix = ''): TableParams {
  const params: TableParams = {
    [`${prefix}sort`]: choices.sorting.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',') || null,
    [`${prefix}q`]: choices.globalFilter || null,
    [`${prefix}cols`]: encodeColumns(choices, columns),
    [`${prefix}w`]: encodeWidths(choices, columns) || null,
    [`${prefix}density`]: choices.density,
  };
  for (const { id } of columns) {
    const filter = choices.columnFilters.find((each) => each.id === id)?.value;
    params[`${prefix}f.${id}`] = typeof filter === 'string' && filter !== '' ? filter : null;
  }
  return params;
}

function decodeSorting(text: string, known: ReadonlySet<string>): SortingState {
  const terms = new Map<string, SortingState[number]>();
  for (const part of text.split(',')) {
    const desc = part.startsWith('-');
    const id = desc ? part.slice(1) : part;
    if (known.has(id) && !terms.has(id)) terms.set(id, { id, desc });
  }
  return [...terms.values()];
}

function decodeWidths(text: string, known: ReadonlySet<string>): ColumnSizingState {
  const widths = text.split(',').flatMap((part): [string, number][] => {
    const [id = '', digits = ''] = part.split(':');
    const pixels = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
    return known.has(id) && pixels >= minColumnPixels && pixels <= maxColumnPixels ? [[id, pixels]] : [];
  });
  return Object.fromEntries(widths);
}

const isDensity = (text: string | null | undefined): text is Density => text === 'compact' || text === 'comfortable';

/** The state of URL texts. Never throws: an unknown column or invalid width falls back to the default. */
export function decodeTable(params: TableParams, columns: readonly UrlColumn[], prefix = ''): TableChoices {
  const known = new Set(columns.map(({ id }) => id));
  const text = (key: string) => params[prefix + key] ?? '';
  const density = params[`${prefix}density`];
  const shown = [...new Set(text('cols').split(','))].filter((id) => known.has(id));
  return {
    sorting: decodeSorting(text('sort'), known),
    globalFilter: text('q'),
    ...columnChoice(shown, columns),
    columnSizing: decodeWidths(text('w'), known),
    columnFilters: columns.flatMap(({ id }) => (text(`f.${id}`) === '' ? [] : [{ id, value: text(`f.${id}`) }])),
    density: isDensity(density) ? density : null,
  };
}

/** The text of a column's header: every definition has one. */
export function headerText({ columnDef }: { readonly columnDef: { readonly header?: unknown } }): string {
  return String(columnDef.header);
}

/** Moves a visible column by a number of places, at most to either end. */
export function moveColumn<Row extends RowData>(table: Table<Row>, columnId: string, places: number): void {
  const ids = table.getVisibleLeafColumns().map(({ id }) => id);
  const from = ids.indexOf(columnId);
  const to = Math.min(ids.length - 1, Math.max(0, from + places));
  const moved = ids.toSpliced(from, 1).toSpliced(to, 0, columnId);
  table.setColumnOrder((order) => [...moved, ...order.filter((id) => !moved.includes(id))]);
}

/** Shows all columns, in the order they are defined. */
export function showAllColumns<Row extends RowData>(table: Table<Row>): void {
  table.toggleAllColumnsVisible(true);
  table.setColumnOrder(table.options.columns.map(({ id = '' }) => id));
}

/** Shows the default columns. */
export function resetColumns<Row extends RowData>(table: Table<Row>): void {
  const { columnOrder, columnVisibility } = columnChoice([], table.options.columns as readonly UrlColumn[]);
  table.setColumnVisibility(columnVisibility);
  table.setColumnOrder(columnOrder);
}

/** Whether columns or their order differ from the default. */
export function areColumnsChosen<Row extends RowData>(table: Table<Row>): boolean {
  const shown = table.getVisibleLeafColumns().map(({ id }) => id);
  return shown.join(',') !== defaultColumnIds(table.options.columns as readonly UrlColumn[]).join(',');
}

/** The columns shown, in the order of `columns` unless the analyst moved one. */
export function exportedColumnIds<Row extends RowData>(
  table: Table<Row>,
  columns: readonly UrlColumn[],
): readonly string[] {
  const shown = table.getVisibleLeafColumns().map(({ id }) => id);
  const inOrder = (all: readonly { readonly id?: string }[]) =>
    all.flatMap(({ id = '' }) => (shown.includes(id) ? [id] : []));
  return shown.join(',') === inOrder(table.options.columns).join(',') ? inOrder(columns) : shown;
}
