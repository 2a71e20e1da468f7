export type Density = 'compact' | 'comfortable';

export interface SortTerm {
  column: string;
  desc: boolean;
}

/** Everything an analyst chose about a table. The app owns it (in the URL); the table only asks for the next one. */
export interface TableState {
  sort: readonly SortTerm[];
  /** Column id to filter expression (filter-expression.ts). */
  filters: Readonly<Record<string, string>>;
  /** Words that must all occur somewhere in the row. */
  search: string;
  /** The shown columns in order; null shows the columns that are not hidden by default, as defined. */
  columns: readonly string[] | null;
  /** Column id to pixels, only where changed. */
  widths: Readonly<Record<string, number>>;
  /** null follows the analyst's preference. */
  density: Density | null;
}

export const EMPTY_TABLE_STATE: TableState = {
  sort: [],
  filters: {},
  search: '',
  columns: null,
  widths: {},
  density: null,
};

interface SortToggle {
  readonly column: string;
  /** Keeps the other terms (shift). */
  readonly isAdded: boolean;
  /** Scores, counts and times: the most and the latest come first. */
  readonly isDescFirst: boolean;
}

/** The next sort when a header is activated: one direction, the other, none. */
export function toggleSort(
  sort: readonly SortTerm[],
  { column, isAdded, isDescFirst }: SortToggle,
): readonly SortTerm[] {
  const current = sort.find((term) => term.column === column);
  const next: SortTerm[] =
    current === undefined
      ? [{ column, desc: isDescFirst }]
      : current.desc === isDescFirst
        ? [{ column, desc: !isDescFirst }]
        : [];
  if (!isAdded) return next;
  if (current === undefined) return [...sort, ...next];
  return sort.flatMap((term) => (term.column === column ? next : [term]));
}

/** The filters with one column's expression replaced; an empty one is removed. */
export function withFilter(
  filters: Readonly<Record<string, string>>,
  column: string,
  expression: string,
): Readonly<Record<string, string>> {
  const { [column]: _, ...others } = filters;
  return expression === '' ? others : { ...others, [column]: expression };
}

interface ColumnDefault {
  id: string;
  hidden?: boolean;
}

export function visibleColumnIds(
  state: Pick<TableState, 'columns'>,
  columns: readonly ColumnDefault[],
): readonly string[] {
  return state.columns ?? columns.filter((column) => !column.hidden).map((column) => column.id);
}

/** The chosen columns, or null when they are just the default: so that a later default is not frozen into links. */
export function chosenColumns(ids: readonly string[], columns: readonly ColumnDefault[]): readonly string[] | null {
  const defaults = visibleColumnIds({ columns: null }, columns);
  const isDefault = ids.length === defaults.length && ids.every((id, index) => id === defaults[index]);
  return isDefault || ids.length === 0 ? null : ids;
}

/** The ids with one moved by so many places, staying inside the list. */
export function moveColumn(ids: readonly string[], id: string, places: number): readonly string[] {
  const from = ids.indexOf(id);
  if (from < 0) return ids;
  const to = Math.min(ids.length - 1, Math.max(0, from + places));
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
