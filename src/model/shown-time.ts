import { timestampToEpochSeconds } from './dates.ts';
import { formatCount } from './format.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** One formatter for each zone: making one costs about 50 microseconds, and tables request thousands of cells. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'shortOffset',
  });
  formats.set(timeZone, format);
  return format;
}

/** An instant as it is shown in a time zone. */
interface ShownTime {
  /** 'yyyy-mm-dd hh:mm:ss' */
  readonly text: string;
  /** The offset in force at that instant: 'UTC', 'UTC+2', 'UTC+5:30'. */
  readonly zone: string;
}

/** Epoch seconds in an IANA time zone ('UTC', 'Europe/Berlin'). Throws RangeError for a zone that the platform does not know. */
export function showTime(epochSeconds: number, timeZone: string): ShownTime {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(epochSeconds * 1000)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts['year']}-${parts['month']}-${parts['day']}`;
  // Platforms differ in 'GMT' and 'GMT+0'; one name for both, and UTC as in the rest of the product.
  const zone = (parts['timeZoneName'] ?? timeZone).replace(/^GMT(?:\+0)?(?=$|[+-])/, 'UTC');
  return { text: `${day} ${parts['hour']}:${parts['minute']}:${parts['second']}`, zone };
}

/** A UTC timestamp of the interface in a time zone; null when the text is not a timestamp. */
export function showTimestamp(timestamp: string, timeZone: string): ShownTime | null {
  const epochSeconds = timestampToEpochSeconds(timestamp);
  return epochSeconds === null ? null : showTime(epochSeconds, timeZone);
}

/** True for a time zone that the platform knows. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return formatFor(timeZone) !== undefined;
  } catch {
    return false;
  }
}

const AGE_UNITS: readonly (readonly [unit: 'year' | 'month' | 'day', perYear: number])[] = [
  ['year', 1],
  ['month', 12],
  ['day', 365],
];

/** An `*_age` field in words: '1 day', '5 months', '3 years'; rounded down, from two of a unit on in that unit. */
export function showAge(days: number): string {
  const [unit, perYear] =
    AGE_UNITS.find(([, unitsPerYear]) => days * unitsPerYear >= 2 * 365) ?? (['day', 365] as const);
  const count = Math.floor((days * perYear) / 365);
  return formatCount(count, unit);
}

/** "5 months ago": as showAge. */
export function showAgeAgo(days: number): string {
  return `${showAge(days)} ago`;
}

export const shortUnits: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
];

/** An age in its largest unit: '2 d', '3 h', '40 min', 'less than a minute'. */
export function showShortAge(seconds: number): string {
  const [size, unit] = shortUnits.find(([limit]) => seconds >= limit) ?? [];
  return size === undefined ? 'less than a minute' : `${Math.floor(seconds / size)} ${unit}`;
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** An instant seen from `now` (both epoch seconds): '5 minutes ago', 'in 2 days'. */
export function showRelative(epochSeconds: number, now: number): string {
  const distance = epochSeconds - now;
  const [unit, length] = STEPS.find(([, seconds]) => Math.abs(distance) >= seconds) ?? (['second', 1] as const);
  const count = Math.trunc(distance / length);
  return count === 0 ? 'now' : relative.format(count, unit);
}

/** "today", "1 day ago", "412 days ago". */
export function daysAgo(days: number): string {
  return days === 0 ? 'today' : `${formatCount(days, 'day')} ago`;
}
