import { dayIntToDate, daysBetween, type DayInt } from '#model/dates.ts';

/** How the collection says that a day of allocation is not known. */
const unknownDay: DayInt = 19000101;

export interface Allocation {
  readonly age: number | 'UNKNOWN';
  readonly date: number | 'UNKNOWN';
}

/** Age in days and day of an allocation; both 'UNKNOWN' when the collection does not know it. */
export function allocation(day: DayInt, now: Date): Allocation {
  const date = day === unknownDay ? null : dayIntToDate(day);
  return date ? { age: daysBetween(date, now), date: day } : { age: 'UNKNOWN', date: 'UNKNOWN' };
}
