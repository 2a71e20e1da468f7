import type { Query } from '#server/engine/engine.ts';

// A date in an answer is the day of the data that it rests on. For assignments that is the day of the import (the ledger's
// `as_of`), not the day of the question: routing data that is five months old says nothing about today.

/** SQL of a table (import, day): the day that each import speaks of. */
export const importDays = 'SELECT import, max(as_of) AS day FROM imports GROUP BY import';

/**
 * SQL of the last day, 'yyyy-mm-dd', that the data speaks of a prefix: its end when it has ended, else the day of its
 * import. Needs {today:Date32} and `importDays` joined as `data`. `prefix` is the name of a table in the statement.
 */
export const knownTo = (prefix: string): string =>
  `toString(if(${prefix}.valid_to < {today:Date32}, ${prefix}.valid_to,
    least({today:Date32}, greatest(${prefix}.valid_from, toDate32(data.day)))))`;

/** The newest day that any assignment data speaks of, yyyymmdd; 0 when there is none. */
export function assignmentDayQuery(name: string, today: string): Query<{ readonly day: number }> {
  return {
    name,
    sql: `SELECT if(count() = 0, 0, toYYYYMMDD(max(as_of))) AS day FROM imports
          WHERE kind IN ('prefixes', 'sample') AND as_of <= {today:Date}`,
    params: { today },
  };
}
