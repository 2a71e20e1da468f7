import { type Column, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from './column.ts';
import { chosenColumns, type Density, EMPTY_TABLE_STATE, type SortTerm, type TableState } from './table-state.ts';

type ColumnId = Pick<Column<never>, 'id' | 'hidden'>;

/** One text per URL key; null removes the key, so that an untouched table leaves the URL alone. */
export type TableParams = Record<string, string | null>;

const FIXED_KEYS = ['sort', 'q', 'cols', 'w', 'density'] as const;

/** Every URL key a table may use, for the URL-state hook. `prefix` keeps two tables of one page apart: `a.` -> `a.sort`. */
export function tableKeys(columns: readonly ColumnId[], prefix = ''): readonly string[] {
  return [...FIXED_KEYS, ...columns.map(({ id }) => `f.${id}`)].map((key) => prefix + key);
}

function encodeWidths(widths: TableState['widths']): string {
  return Object.entries(widths)
    .map(([id, pixels]) => `${id}:${pixels}`)
    .join(',');
}

/** The state as compact URL texts: `sort=-last_seen,query` `cols=query,answer` `f.answer=192.0.2` `q=...` `w=query:220`. */
export function encodeTableState(state: TableState, columns: readonly ColumnId[], prefix = ''): TableParams {
  const params: TableParams = {
    [`${prefix}sort`]: state.sort.map(({ column, desc }) => (desc ? `-${column}` : column)).join(',') || null,
    [`${prefix}q`]: state.search || null,
    [`${prefix}cols`]: state.columns?.join(',') || null,
    [`${prefix}w`]: encodeWidths(state.widths) || null,
    [`${prefix}density`]: state.density,
  };
  for (const { id } of columns) params[`${prefix}f.${id}`] = state.filters[id] || null;
  return params;
}

function decodeSort(text: string, known: ReadonlySet<string>): SortTerm[] {
  const terms = new Map<string, SortTerm>();
  for (const part of text.split(',')) {
    const desc = part.startsWith('-');
    const column = desc ? part.slice(1) : part;
    if (known.has(column) && !terms.has(column)) terms.set(column, { column, desc });
  }
  return [...terms.values()];
}

function decodeWidths(text: string, known: ReadonlySet<string>): Record<string, number> {
  const widths = text.split(',').flatMap((part): [string, number][] => {
    const [id = '', digits = ''] = part.split(':');
    const pixels = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
    return known.has(id) && pixels >= MIN_COLUMN_WIDTH && pixels <= MAX_COLUMN_WIDTH ? [[id, pixels]] : [];
  });
  return Object.fromEntries(widths);
}

const isDensity = (text: string | null | undefined): text is Density => text === 'compact' || text === 'comfortable';

/** The state of URL texts. Never throws: whatever is not understood (unknown column, odd width) falls back by itself. */
export function decodeTableState(params: TableParams, columns: readonly ColumnId[], prefix = ''): TableState {
  const known = new Set(columns.map(({ id }) => id));
  const text = (key: string) => params[prefix + key] ?? '';
  const density = params[`${prefix}density`];
  const shown = [...new Set(text('cols').split(','))].filter((id) => known.has(id));
  const filters = columns.flatMap(({ id }) => (text(`f.${id}`) === '' ? [] : [[id, text(`f.${id}`)] as const]));
  return {
    sort: decodeSort(text('sort'), known),
    search: text('q'),
    columns: chosenColumns(shown, columns),
    widths: decodeWidths(text('w'), known),
    filters: Object.fromEntries(filters),
    density: isDensity(density) ? density : EMPTY_TABLE_STATE.density,
  };
}
