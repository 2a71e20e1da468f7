import { dateToDayInt, dayIntToDate, SECONDS_PER_DAY, type DayInt } from '#model/dates.ts';

/**
 * One row a day from the day of the latest snapshots back to the oldest row, newest first, at most `limit`. Days without
 * a row have a score of 0 and are not gaps: `quiet` makes their rows. Without any row the result has one
 * for the latest day.
 */
export function dailyHistory<Row extends { readonly day: DayInt }>(
  rows: readonly Row[],
  latest: DayInt,
  limit: number,
  quiet: (day: DayInt) => Row,
): Row[] {
  const oldest = rows.at(-1)?.day ?? latest;
  const rowOf = new Map(rows.map((row) => [row.day, row]));
  return daysBack(latest, oldest, limit).map((day) => rowOf.get(day) ?? quiet(day));
}

function daysBack(latest: DayInt, oldest: DayInt, limit: number): DayInt[] {
  const start = dayIntToDate(latest);
  if (!start) throw new RangeError(`no day: ${latest}`);
  const days = Array.from({ length: limit }, (_, index) =>
    dateToDayInt(new Date(start.getTime() - index * SECONDS_PER_DAY * 1000)),
  );
  return days.filter((day) => day >= oldest);
}
