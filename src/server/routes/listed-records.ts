import type { Scored } from './member-scores.ts';

/** A listed name or address as the store has it. Days are 'yyyy-mm-dd'. */
interface Listed {
  readonly sources: readonly string[];
  readonly categories: readonly string[];
  readonly first: string;
  readonly last: string;
}

/** What the lists say about a listed name or address, as answers have it. @param titleOf gives the title of a source */
export function listedFields({ sources, categories, first, last }: Listed, titleOf: (source: string) => string) {
  return {
    lists: sources.map(titleOf).toSorted(),
    categories: categories.toSorted(),
    first_listed: first,
    last_listed: last,
  };
}

/** The records with the highest risk scores, the highest first. */
export function worstOf<Row extends Pick<Scored, 'risk_score'>>(rows: readonly Row[], limit = 20): Row[] {
  return rows.toSorted((a, b) => (b.risk_score ?? -1) - (a.risk_score ?? -1)).slice(0, limit);
}
