/** Days counted back from the anchor: [400, 0] is "the last 400 days, still ongoing". Fractions are hours. */
export type Span = readonly [fromDaysAgo: number, toDaysAgo: number];

/** Length of the score history; whois, allocation and registration dates go further back. */
export const HISTORY_DAYS = 400;

/**
 * Length of the passive DNS history. Scores count observations of 30 days, so the networks must already be in use before
 * the first of the 400 days: otherwise a single listing would be 100 percent of the active addresses.
 */
export const SENSOR_DAYS = 600;

/** In use for the whole passive DNS history. */
export const ALWAYS: Span = [SENSOR_DAYS, 0];

export interface Clock {
  /** 'yyyy-mm-dd' */
  day(daysAgo: number): string;
  /** 'yyyy-mm-dd hh:mm:ss' UTC; `seconds` are added to the midnight of that day. */
  time(daysAgo: number, seconds?: number): string;
  /** The day with the same date `years` later (negative: earlier), in days before the anchor. 29 February becomes the 28th. */
  yearsLater(daysAgo: number, years: number): number;
}

export const SECONDS_A_DAY = 86_400;

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

/** The only place that knows today's date: everything else is written in days before the anchor ('yyyy-mm-dd'). */
export function clockAt(anchor: string): Clock {
  const midnight = Date.parse(`${anchor}T00:00:00Z`) / 1000;
  if (Number.isNaN(midnight)) throw new RangeError(`Not a date: ${anchor}`);
  const second = (daysAgo: number): number => midnight - Math.round(daysAgo * SECONDS_A_DAY);
  // half a million times are written, on a few thousand days
  const days = new Map<number, string>();
  const dayText = (day: number): string => {
    let text = days.get(day);
    if (text === undefined) {
      text = new Date(day * SECONDS_A_DAY * 1000).toISOString().slice(0, 10);
      days.set(day, text);
    }
    return text;
  };
  return {
    day: (daysAgo) => dayText(Math.floor(second(daysAgo) / SECONDS_A_DAY)),
    time: (daysAgo, seconds = 0) => {
      const at = second(daysAgo) + seconds;
      const day = Math.floor(at / SECONDS_A_DAY);
      const rest = at - day * SECONDS_A_DAY;
      const [hours, minutes] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60];
      return `${dayText(day)} ${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes]}:${TWO_DIGITS[rest % 60]}`;
    },
    yearsLater: (daysAgo, years) => {
      const date = new Date((midnight - daysAgo * SECONDS_A_DAY) * 1000);
      const [year, month, day] = [date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()];
      const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
      const later = Date.UTC(year, month, Math.min(day, lastOfMonth)) / 1000;
      return (midnight - later) / SECONDS_A_DAY;
    },
  };
}
