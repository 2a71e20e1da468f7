import { dateToDayInt, type DayInt, isoDateToDayInt } from '#model/dates.ts';
import type { Engine, Query } from '#server/engine/engine.ts';
import { pointSettings } from './padns-selection.ts';

// A date in an answer is the day of the data behind it. For assignments that is the day of the snapshot that covers the
// requested day (the ledger's `as_of` for sources without snapshots), not the requested day: routing data from five
// months ago does not describe today.

/**
 * SQL of the last day, 'yyyy-mm-dd', of the data of a prefix: its end when it has ended, else the day of its
 * import. Needs {today:Date32}, the prefixes as `p`, and the view `import_days` joined as `data`.
 */
export const knownTo = `toString(if(p.valid_to < {today:Date32}, p.valid_to,
    least({today:Date32}, greatest(p.valid_from, data.day))))`;

/** SQL: 1 for a prefix that is dated by snapshots. Needs the view `import_days` joined as `data`. */
export const isDated = 'data.is_dated';

/** Of a snapshot that covers IPv4 prefixes, 'yyyy-mm-dd': from this day until the day before the next. */
export interface SnapshotDay {
  readonly day: string;
}

/** All of them, in order. */
export function snapshotDaysQuery(name: string): Query<SnapshotDay> {
  return {
    name,
    sql: `SELECT DISTINCT toString(day) AS day FROM routing_snapshots FINAL
          WHERE kind = 'prefixes' AND lane = 'ipv4' AND heard = 1 ORDER BY day`,
  };
}

/**
 * The day, 'yyyy-mm-dd', of the data behind an announcement on the requested day: that of the snapshot which covers it, or
 * without snapshots the last day of the announcement that the data covers.
 */
export function dayOfData(
  { isDated, knownTo: last }: { readonly isDated: 0 | 1; readonly knownTo: string },
  snapshots: readonly SnapshotDay[],
  asked: string,
): string {
  const day = isDated === 1 ? snapshots.findLast((snapshot) => snapshot.day <= asked)?.day : last;
  return day === undefined || day > asked ? asked : day;
}

/** The newest day that any assignment data covers, yyyymmdd; 0 when there is none. */
export function assignmentDayQuery(name: string, today: string): Query<{ readonly day: number }> {
  return {
    name,
    sql: `
      SELECT if(count() = 0, 0, toYYYYMMDD(max(data_day))) AS day
      FROM (
        SELECT toDate32(as_of) AS data_day FROM imports WHERE kind IN ('prefixes', 'sample')
        UNION ALL
        SELECT day AS data_day FROM routing_snapshots FINAL WHERE kind = 'prefixes' AND heard = 1
      )
      WHERE data_day <= {today:Date32}`,
    params: { today },
  };
}

/**
 * SQL of the day of the latest snapshots; 1970-01-01 before the first refresh. A subject without a row on that day had
 * nothing listed and nothing active, so its scores are 0; an older row does not describe today.
 */
export const scoresDay = `SELECT max(as_of) AS day FROM imports WHERE kind = 'scores' AND state = 'done'`;

/** The same as 'yyyy-mm-dd'. */
export function scoresDayQuery(name: string): Query<{ readonly day: string }> {
  return { name, sql: `SELECT toString(day) AS day FROM (${scoresDay})`, settings: pointSettings };
}

/** The day that reputation records are of: that of the latest snapshots, or today before there are any. */
export async function latestScoresDay(
  name: string,
  { engine, now }: { readonly engine: Engine; readonly now: () => Date },
  signal: AbortSignal,
): Promise<DayInt> {
  const [row] = await engine.query(scoresDayQuery(name), { signal });
  const day = row && row.day !== '1970-01-01' ? isoDateToDayInt(row.day) : null;
  return day ?? dateToDayInt(now());
}
