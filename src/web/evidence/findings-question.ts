import type { Query } from '#web/api/query.ts';

/** The findings of a detector that are still found, gone, or both. */
export const findingStates = ['current', 'gone', 'all'] as const;
export type FindingState = (typeof findingStates)[number];

/** Asks for the first page of the table. @param detector its id; '' for all */
export function findingsQuestion(detector: string, state: FindingState): Query<'findings'> {
  return { operationId: 'findings', query: { ...(detector && { detector }), state, limit: 100, skip: 0 } };
}

/** Asks for what was ever found about a subject. @param subject as the pages show it: AS64500 */
export function subjectFindingsQuestion(subject: string): Query<'findings'> {
  return { operationId: 'findings', query: { subject, state: 'all', limit: 100 } };
}
