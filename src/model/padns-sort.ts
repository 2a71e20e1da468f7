import { ownValue } from './own-value.ts';

/** What passive DNS records are sorted by. */
export type SortColumn = 'first_seen' | 'last_seen' | 'query' | 'answer';
export interface SortTerm {
  readonly column: SortColumn;
  readonly descending: boolean;
}

const columns: Readonly<Record<string, SortColumn>> = {
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
};
const descendingOf: Readonly<Record<string, boolean>> = {
  asc: false,
  '+': false,
  ' ': false, // `+` in a query string arrives as a space
  up: false,
  desc: true,
  '-': true,
  down: true,
};

/** Reads `<column>/<order>` with the synonyms of the interface; undefined for anything else. */
export function readSortTerm(text: string): SortTerm | undefined {
  const [columnText = '', orderText = '', ...rest] = text.toLowerCase().split('/');
  const column = ownValue(columns, columnText);
  const descending = ownValue(descendingOf, orderText);
  return column === undefined || descending === undefined || rest.length > 0 ? undefined : { column, descending };
}
