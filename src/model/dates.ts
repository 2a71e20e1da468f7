/** The last instant that the store can hold (a 32-bit DateTime): 2106-02-07 06:28:15 UTC. */
export const MAX_EPOCH_SECONDS = 4_294_967_295;

export const SECONDS_PER_DAY = 86_400;

/** A day as the interface writes it in `date` style fields: the integer yyyymmdd. */
export type DayInt = number;

function utcDay(year: number, month: number, day: number): Date | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // Date turns 31 June into 1 July: a day that changed is not a calendar day.
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date : null;
}

/** 20260131 -> midnight UTC of that day; null when it is not a day of the calendar. */
export function dayIntToDate(day: DayInt): Date | null {
  if (!Number.isInteger(day) || day < 1_01_01 || day > 9999_12_31) return null;
  return utcDay(Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100);
}

/** The UTC day of an instant as yyyymmdd. */
export function dateToDayInt(date: Date): DayInt {
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** 'yyyy-mm-dd' -> midnight UTC of that day; null when it is malformed or no day of the calendar. */
export function isoDateToDate(text: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? utcDay(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** The UTC day of an instant as 'yyyy-mm-dd' (years 0 to 9999). */
export function dateToIsoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** 20260131 -> '2026-01-31'; null when it is not a day of the calendar. */
export function dayIntToIsoDate(day: DayInt): string | null {
  const date = dayIntToDate(day);
  return date && dateToIsoDate(date);
}

/** '2026-01-31' -> 20260131; null when it is malformed or no day of the calendar. */
export function isoDateToDayInt(text: string): DayInt | null {
  const date = isoDateToDate(text);
  return date && dateToDayInt(date);
}

export function dateToEpochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

export function epochSecondsToDate(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000);
}

/** The UTC day, 'yyyy-mm-dd'. */
export function epochSecondsToIsoDate(epochSeconds: number): string {
  return dateToIsoDate(epochSecondsToDate(epochSeconds));
}

/** Epoch seconds -> 'yyyy-mm-dd hh:mm:ss' in UTC, the timestamp text of the interface. */
export function epochSecondsToTimestamp(epochSeconds: number): string {
  const iso = epochSecondsToDate(epochSeconds).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/**
 * 'yyyy-mm-dd hh:mm:ss' in UTC -> epoch seconds; null when malformed. The `T` of certificate validity, a trailing `Z` and
 * fractions of a second are understood as well, because answers of other deployments carry them.
 */
export function timestampToEpochSeconds(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?Z?$/.exec(text);
  if (!match) return null;
  const [hours, minutes, seconds] = [Number(match[2]), Number(match[3]), Number(match[4])];
  const day = isoDateToDate(match[1] ?? '');
  if (!day || hours > 23 || minutes > 59 || seconds > 59) return null;
  return dateToEpochSeconds(day) + hours * 3600 + minutes * 60 + seconds;
}

/** The day that many days after a day 'yyyy-mm-dd', or before it. @throws RangeError when it is not a day */
export function plusDays(day: string, days: number): string {
  const date = isoDateToDate(day);
  if (!date) throw new RangeError(`not a day: ${day}`);
  return dateToIsoDate(new Date(date.getTime() + days * SECONDS_PER_DAY * 1000));
}

/** Whole UTC days from `from` to `to`, the unit of the `*_age` fields; negative when `from` is the later day. */
export function daysBetween(from: Date, to: Date): number {
  const dayOf = (date: Date) => Math.floor(date.getTime() / (SECONDS_PER_DAY * 1000));
  return dayOf(to) - dayOf(from);
}

/**
 * "The last N days", the same in every operation: today and the N days before it, in UTC days. What happened exactly N days
 * ago belongs to them. In SQL the first of these days is a parameter.
 */
export function isWithinLastDays(daysAgo: number, days: number): boolean {
  return daysAgo <= days;
}

/** The last day of what has no known end, as the tables hold it. */
export const openEndDay = '2299-12-31';

/** What was seen within the last 30 days is active: addresses, names on them, domains on a name server. */
export const activeDays = 30;

/** Scans within the last 180 days describe a host as it is. */
export const scanDays = 180;

/** Midnight of the first of "the last N days". */
export function firstOfLastDays(days: number, now: Date): Date {
  const midnight = Math.floor(now.getTime() / (SECONDS_PER_DAY * 1000)) * SECONDS_PER_DAY * 1000;
  return new Date(midnight - days * SECONDS_PER_DAY * 1000);
}

/**
 * The number of days of a period that ends today: of its number as text, or of its first day 'yyyy-mm-dd', see {@link firstOfLastDays}.
 * At least 1, because the interface accepts no shorter period.
 */
export function lastDaysOf(period: string, now: Date): number {
  const first = isoDateToDate(period);
  return first ? Math.max(1, daysBetween(first, now)) : Number(period);
}

/** The instant this many calendar months earlier (UTC); the day is cut to the length of the month: 31 March - 1 = 28 or 29 February. */
export function monthsBefore(date: Date, months: number): Date {
  const result = new Date(date);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() - months);
  const daysInMonth = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(date.getUTCDate(), daysInMonth));
  return result;
}

function timeNumberText(value: number): string {
  const day = dayIntToIsoDate(value);
  if (day) return day;
  return value > 0 && value <= MAX_EPOCH_SECONDS ? epochSecondsToTimestamp(value) : String(value);
}

/**
 * The text of a time of the interface: 'yyyy-mm-dd' or 'yyyy-mm-dd hh:mm:ss' (UTC). Takes yyyymmdd, epoch seconds and the
 * forms with `T` and `Z`; anything else ('UNKNOWN') stays as it is. Such texts sort and compare as text.
 */
export function timeText(value: string | number): string {
  if (typeof value === 'number') return timeNumberText(value);
  return value[10] === 'T' ? value.replace('T', ' ').replace(/(?:\.\d+)?Z$/, '') : value;
}

/** A time of the interface as ISO 8601: '2026-01-31' or '2026-01-31T10:00:00Z'; anything else stays as it is. */
export function isoTime(value: string | number): string {
  const text = timeText(value);
  return timestampToEpochSeconds(text) === null ? text : `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;
}

/** A time of the interface as epoch seconds, a day being its midnight in UTC; null when it is not a time. */
export function epochSeconds(value: string | number): number | null {
  const text = timeText(value);
  const day = isoDateToDate(text);
  return day ? day.getTime() / 1000 : timestampToEpochSeconds(text);
}
