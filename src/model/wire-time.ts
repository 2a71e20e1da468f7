import {
  dayIntToIsoDate,
  epochSecondsToTimestamp,
  isoDateToDate,
  MAX_EPOCH_SECONDS,
  timestampToEpochSeconds,
} from './dates.ts';

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
