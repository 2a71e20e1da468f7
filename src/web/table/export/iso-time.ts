import { isoDateToDate, timestampToEpochSeconds } from '#model/dates.ts';
import { timeText } from '#web/table/cell-text.ts';

/** A time of the interface as ISO 8601: '2026-01-31' or '2026-01-31T10:00:00Z'; what is no time stays as it is. */
export function isoTime(value: string | number): string {
  const text = timeText(value);
  return timestampToEpochSeconds(text) === null ? text : `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;
}

/** A time of the interface as epoch seconds, a day being its midnight in UTC; null when it is no time. */
export function epochSeconds(value: string | number): number | null {
  const text = timeText(value);
  const day = isoDateToDate(text);
  return day ? day.getTime() / 1000 : timestampToEpochSeconds(text);
}
