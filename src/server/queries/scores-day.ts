import type { Query } from '#server/engine/engine.ts';

/**
 * SQL of the day of the latest snapshots; 1970-01-01 before the first refresh. A subject without a row on that day had
 * nothing listed and nothing active, so its scores are 0; an older row says nothing about today.
 */
export const scoresDay = `SELECT max(as_of) FROM imports WHERE kind = 'scores' AND state = 'done'`;

/** The same as 'yyyy-mm-dd'. */
export function scoresDayQuery(name: string): Query<{ readonly day: string }> {
  return { name, sql: `SELECT toString(day) AS day FROM (SELECT (${scoresDay}) AS day)` };
}
