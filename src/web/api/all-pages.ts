import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { AnyQuery } from './query.ts';

// All results of a question, page by page, while records arrive.

/** Rows of a page: the largest `limit` of the interface. */
export const largestPage = 10_000;

/** Look-ups of records that sort in a chosen order. */
const sortable: ReadonlySet<OperationId> = new Set(['padnsForward', 'padnsReverse', 'padnsBoth', 'padnsUnsanctioned']);

/**
 * A question for all its pages: by name instead of by time, unless it has an order or skips records of its order. By time, a record that
 * is seen again moves out of a page that is still to come into one that has come.
 */
export function inStableOrder<Question extends AnyQuery>(question: Question): Question {
  const { operationId, query = {} }: AnyQuery = question;
  const { sort, skip } = query;
  if (!sortable.has(operationId) || sort !== undefined || skip) return question;
  return { ...question, query: { ...query, sort: ['query/asc', 'answer/asc'] } };
}

/** Filters pages that follow each other: leaves out the rows that come again because others arrived between two pages. */
export function unrepeated<Row>(operationId: OperationId): (rows: readonly Row[]) => readonly Row[] {
  if (!sortable.has(operationId)) {
    let before: readonly Row[] = [];
    return (rows) => {
      const count = repeatedRows(before, rows);
      before = rows;
      return rows.slice(count);
    };
  }
  const met = new Set<string>();
  return (rows) =>
    rows.filter((row) => {
      const key = recordKey(row as object);
      return !met.has(key) && met.add(key);
    });
}

/** What tells records apart in both formats of the interface; counts and times change. */
function recordKey(row: {
  query?: unknown;
  rrname?: unknown;
  type?: unknown;
  rrtype?: unknown;
  answer?: unknown;
  rdata?: unknown;
}) {
  const { query, rrname, type, rrtype, answer, rdata } = row;
  return JSON.stringify([query ?? rrname, type ?? rrtype, answer ?? rdata]);
}

/** How many rows of the end of a page come again at the start of the next one. */
export function repeatedRows<Row>(before: readonly Row[], rows: readonly Row[]): number {
  const first = JSON.stringify(rows[0]);
  const end = before.slice(-rows.length);
  const from = end.findLastIndex((row) => JSON.stringify(row) === first);
  return from < 0 ? 0 : end.length - from;
}
