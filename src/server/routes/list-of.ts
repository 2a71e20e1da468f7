import { MAX_LISTED } from '#server/queries/list-limit.ts';

/**
 * The rows that an answer without a limit parameter lists, and the mark that says when there are more.
 * @param found of a query that stops one row after the last one listed
 */
export function listOf<Row>(found: readonly Row[]): { readonly page: readonly Row[]; readonly truncated?: true } {
  return found.length > MAX_LISTED ? { page: found.slice(0, MAX_LISTED), truncated: true } : { page: found };
}
