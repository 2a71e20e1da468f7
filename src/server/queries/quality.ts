import type { Query } from '#server/engine/engine.ts';

/** A run that compared scores with later listings. Days are 'yyyy-mm-dd', `at` is 'yyyy-mm-dd hh:mm:ss'. */
export interface QualityRunRow {
  readonly at: string;
  readonly ran: string;
  readonly state: 'done' | 'failed';
  readonly error: string;
  readonly day: string;
  readonly until: string;
  readonly lists: number;
  readonly scores: readonly (readonly [
    kind: 'domain' | 'ip',
    factor: string,
    score: number,
    subjects: number,
    listed: number,
  ])[];
  readonly feeds: readonly (readonly [
    source: string,
    entries: number,
    onlyHere: number,
    first: number,
    behind: number,
    benign: number,
  ])[];
}

/** The newest run; none before the first. @param doneOnly skips those that failed */
export function qualityRunQuery(doneOnly = false): Query<QualityRunRow> {
  return {
    name: 'quality',
    sql: `
      SELECT toString(toDateTime(q.at, 'UTC')) AS at, toString(q.ran) AS ran, state, error, toString(q.day) AS day,
        toString(q.until) AS until, lists, scores, feeds
      FROM quality_runs AS q ${doneOnly ? "WHERE state = 'done'" : ''} ORDER BY q.at DESC LIMIT 1`,
  };
}
