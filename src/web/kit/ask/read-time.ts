import {
  dateToEpochSeconds,
  dateToIsoDate,
  epochSecondsToDate,
  epochSecondsToTimestamp,
  isoDateToDate,
} from '#model/dates.ts';
import { isRelativeTimeValue, parseTimeValue, TimeValueError, type DayEdge } from '#model/time-value.ts';

/** What a bare day means: its start, its end, or some moment of it, which no single instant tells. */
export type TimeEdge = DayEdge | 'moment';

/** What a time value (T) means at that moment: the instant in UTC, or why it is none. */
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

/** The day (yyyy-mm-dd) that a text means where the interface takes days only: a relative time is the day it falls on; null for neither. */
export function readDay(text: string, now: Date): string | null {
  if (isoDateToDate(text)) return text;
  if (!isRelativeTimeValue(text)) return null;
  return dateToIsoDate(epochSecondsToDate(parseTimeValue(text, dateToEpochSeconds(now), 'start')));
}
