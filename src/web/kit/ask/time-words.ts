import { dateToEpochSeconds, epochSecondsToIsoDate, epochSecondsToTimestamp, isoDateToDate } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import { type DayEdge, isRelativeTimeValue, parseTimeValue, TimeValueError } from '#model/time-value.ts';

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  '': ['second', 'seconds'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  w: ['week', 'weeks'],
  m: ['month', 'months'],
};

/** "30 days" of -30d; undefined for a time that is not relative. */
function spanOf(text: string): { readonly count: number; readonly words: string } | undefined {
  const [, digits = '', unit = ''] = /^-(\d+)([hdwm]?)$/.exec(text) ?? [];
  if (digits === '') return undefined;
  const count = Number(digits);
  const [one, many] = units[unit] ?? ['', ''];
  return { count, words: count === 1 ? one : `${formatNumber(count)} ${many}` };
}

/** "30 days ago", or the time itself. */
function pointOf(text: string): string {
  const span = spanOf(text);
  if (span) return `${span.count === 1 ? '1 ' : ''}${span.words} ago`;
  if (!/^\d+$/.test(text)) return text;
  return text === '0' ? 'any time' : `${epochSecondsToTimestamp(Number(text))} UTC`;
}

/**
 * A time window in words: "first seen in the last 30 days", "issued from 2026-01-01 to 2026-06-30". Empty without a bound.
 * @param what the event in the window: "first seen"
 */
export function windowWords(what: string, after = '', before = ''): readonly string[] {
  const [from, to] = [after.trim(), before.trim()];
  if (to !== '') return [`${what} ${from === '' ? 'until' : `from ${pointOf(from)} to`} ${pointOf(to)}`];
  if (from === '') return [];
  if (from === '0') return [`${what} at any time`];
  const span = spanOf(from);
  return [span ? `${what} in the last ${span.words}` : `${what} since ${pointOf(from)}`];
}

/** The beginning of a period, from its number of days or its first day. */
export function periodStart(period: string): string {
  return isoDateToDate(period) ? period : `-${period}d`;
}

/** "as of 2026-06-01"; empty without a day. */
export function dayWords(day = ''): readonly string[] {
  return day.trim() === '' ? [] : [`as of ${pointOf(day.trim())}`];
}

/** How a bare day is read: as its start, its end, or any moment within it. */
export type TimeEdge = DayEdge | 'moment';

/** The instant (UTC) of a time value (T), or why it is invalid. @param now relative times count back from it */
export function readTime(edge: TimeEdge, text: string, now: Date): { meaning?: string; problem?: string } {
  if (text.trim() === '') return {};
  try {
    const dayEdge = edge === 'moment' ? 'start' : edge;
    const instant = epochSecondsToTimestamp(parseTimeValue(text, dateToEpochSeconds(now), dayEdge));
    const isDay = edge === 'moment' && /^\s*\d{4}-/.test(text);
    return { meaning: isDay ? `some time on ${instant.slice(0, 10)} UTC` : `${instant} UTC` };
  } catch (error) {
    if (error instanceof TimeValueError) return { problem: error.message };
    throw error;
  }
}

/** The day (yyyy-mm-dd) of a text that is a day or a relative time, for parameters that take days only; null for other texts. */
export function readDay(text: string, now: Date): string | null {
  if (isoDateToDate(text)) return text;
  if (!isRelativeTimeValue(text)) return null;
  return epochSecondsToIsoDate(parseTimeValue(text, dateToEpochSeconds(now), 'start'));
}
