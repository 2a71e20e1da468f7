import { datesOfStep, edges, firstDay, lastDay, steps, united } from './sql-parts.ts';

/**
 * Of the names that stand in a relation to a subject (they point to an address, or are served by a name server): how many
 * there are and how many of them are listed, for every day since the first of them was listed. `relation` is a WITH table
 * of (subject, rname, since, until), one row a pair; `listedNames` selects (rname, since, until).
 * @returns `WITH` tables, the last of them listed_share: subject, date, density, listed
 */
export function withListedShare(subject: string, relation: string, listedNames: string): string {
  return `
  listed_names AS (${united('rname', `SELECT rname, since AS start, until AS stop FROM (${listedNames})`)}),
  listed_pairs AS (
    SELECT r.${subject} AS ${subject}, greatest(r.since, l.start) AS since, least(r.until, l.stop) AS until
    FROM ${relation} AS r INNER JOIN listed_names AS l ON r.rname = l.rname
    WHERE since <= until AND since <= ${lastDay}
  ),
  watched AS (
    SELECT ${subject}, greatest(min(since), ${firstDay}) AS start_day FROM listed_pairs GROUP BY ${subject}
  ),
  listed_share AS (
    SELECT ${subject}, ${datesOfStep} AS date, density, listed
    FROM (${steps(
      subject,
      ['density', 'listed'],
      `
      SELECT ${subject}, edge.1 AS day, edge.2 * is_density AS density_delta, edge.2 * (1 - is_density) AS listed_delta
      FROM (
        SELECT ${subject}, is_density, ${edges}
        FROM (
          SELECT r.${subject} AS ${subject}, r.is_density AS is_density,
            greatest(r.since, w.start_day) AS start, least(r.until, ${lastDay}) AS stop
          FROM (
            SELECT ${subject}, since, until, 1 AS is_density FROM ${relation}
            UNION ALL
            SELECT ${subject}, since, until, 0 AS is_density FROM listed_pairs
          ) AS r INNER JOIN watched AS w ON r.${subject} = w.${subject}
        )
        WHERE start <= stop
      )
      UNION ALL
      SELECT ${subject}, toInt64(start_day) AS day, 0 AS density_delta, 0 AS listed_delta FROM watched`,
    )})
  )`;
}
