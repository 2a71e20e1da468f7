import type { Query } from '#server/engine/engine.ts';

/**
 * The day of the latest snapshots, 'yyyy-mm-dd'; '1970-01-01' before the first refresh. A subject without a row on that
 * day had nothing listed and nothing active, so its scores are 0; an older row says nothing about today.
 */
export function scoresDayQuery(name: string): Query<{ readonly day: string }> {
  return {
    name,
    sql: `SELECT toString(max(as_of)) AS day FROM imports WHERE kind = 'scores' AND state = 'done'`,
  };
}
