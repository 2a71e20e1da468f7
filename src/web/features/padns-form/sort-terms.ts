/** Columns that the service sorts by, with their names in the table. */
export const sortColumns = [
  { value: 'last_seen', label: 'Last seen' },
  { value: 'first_seen', label: 'First seen' },
  { value: 'query', label: 'Name' },
  { value: 'answer', label: 'Answer' },
] as const;
export type SortColumn = (typeof sortColumns)[number]['value'];
export type SortOrder = 'asc' | 'desc';

export interface SortTerm {
  readonly column: SortColumn;
  readonly order: SortOrder;
}

const columnOf = new Map<string, SortColumn>(
  Object.entries({
    last_seen: 'last_seen',
    last: 'last_seen',
    time_last: 'last_seen',
    first_seen: 'first_seen',
    first: 'first_seen',
    time_first: 'first_seen',
    query: 'query',
    rrname: 'query',
    answer: 'answer',
    rdata: 'answer',
  } as const),
);
const orderOf = new Map<string, SortOrder>(
  Object.entries({
    asc: 'asc',
    '+': 'asc',
    // `+` in a query string arrives as a blank
    ' ': 'asc',
    up: 'asc',
    desc: 'desc',
    '-': 'desc',
    down: 'desc',
  } as const),
);

/** Reads `<column>/<order>` terms joined by ';', with the synonyms of the interface. Anything else is left out. */
export function readSortTerms(text: string): readonly SortTerm[] {
  const terms = text.split(';').flatMap((each) => {
    const [columnText = '', orderText = '', ...rest] = each.toLowerCase().split('/');
    const column = columnOf.get(columnText.trim());
    const order = orderOf.get(orderText);
    return column && order && rest.length === 0 ? [{ column, order }] : [];
  });
  // a column sorts once: a later term of it could change nothing
  return terms.filter(({ column }, index) => terms.findIndex((term) => term.column === column) === index);
}

export function writeSortTerms(terms: readonly SortTerm[]): string {
  return terms.map(({ column, order }) => `${column}/${order}`).join(';');
}

/** Each order in words that fit its column. */
export function orderWords(column: SortColumn): Readonly<Record<SortOrder, string>> {
  return column === 'last_seen' || column === 'first_seen'
    ? { desc: 'newest first', asc: 'oldest first' }
    : { asc: 'A to Z', desc: 'Z to A' };
}
