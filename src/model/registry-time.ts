import { isoDateToDate } from './dates.ts';

/**
 * A time as whois servers write it -> 'yyyy-mm-dd hh:mm:ss' UTC; null when it is none that can be read. Registries name no
 * time zone or their own: without one it is taken as UTC. Of 02/01/2026 the day comes first, as everywhere but in one country.
 */
export function registryTime(text: string): string | null {
  const found = readDay(text.trim().slice(0, 100));
  const day = found && isoDateToDate(found.day);
  if (!day) return null;
  const seconds = secondsOfDay(found.rest);
  const instant = new Date(day.getTime() + seconds * 1000);
  const iso = instant.toISOString();
  // an offset may lead out of the years that have four digits
  return iso.length === 24 ? iso.slice(0, 19).replace('T', ' ') : null;
}

interface Day {
  /** 'yyyy-mm-dd', perhaps no day of the calendar */
  readonly day: string;
  /** What follows it. */
  readonly rest: string;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(${months.join('|')})[a-z]*\\.?`;

type Order = readonly ['year' | 'month' | 'day', 'year' | 'month' | 'day', 'year' | 'month' | 'day'];
const forms: readonly (readonly [RegExp, Order])[] = [
  [/^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})(?!\d)\.?/, ['year', 'month', 'day']],
  [/^(\d{4})(\d{2})(\d{2})(?=\D|$|\d{6}(\D|$))/, ['year', 'month', 'day']],
  [/^(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4})(?!\d)/, ['day', 'month', 'year']],
  [new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[- .]+${month}[- ,]+(\\d{4})(?!\\d)`, 'i'), ['day', 'month', 'year']],
  [new RegExp(`^(\\d{4})-${month}-(\\d{1,2})(?!\\d)`, 'i'), ['year', 'month', 'day']],
  [new RegExp(`^${month} +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})(?!\\d)`, 'i'), ['month', 'day', 'year']],
];
const weekday = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/i;
/** As the C library writes it: the year is at the end. */
const ctime = new RegExp(`^${month} +(\\d{1,2}) +(\\d{2}:\\d{2}:\\d{2})( +[a-z]{2,5})? +(\\d{4})$`, 'i');

function readDay(text: string): Day | null {
  const bare = text.replace(weekday, '');
  const c = ctime.exec(bare);
  if (c) return { day: dayOf({ month: c[1], day: c[2], year: c[5] }), rest: c[3] ?? '' };
  for (const [form, order] of forms) {
    const match = form.exec(bare);
    if (!match) continue;
    const parts = Object.fromEntries(order.map((name, index) => [name, match[index + 1]]));
    return { day: dayOf(parts), rest: bare.slice(match[0].length) };
  }
  return null;
}

function dayOf({ year = '', month: name = '', day = '' }: Partial<Record<'year' | 'month' | 'day', string>>): string {
  const number = /^\d+$/.test(name) ? name : String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  return `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Seconds after midnight UTC; 0 when no time follows the day. */
function secondsOfDay(rest: string): number {
  const match = /^[T ]*(\d{1,2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?/.exec(rest);
  const [, hours, minutes, seconds] = (match ?? []).map(Number);
  if (hours === undefined || minutes === undefined || hours > 23 || minutes > 59) return 0;
  return hours * 3600 + minutes * 60 + Math.min(seconds || 0, 59) - offsetSeconds(rest.slice(match?.[0].length));
}

/** 'Z' and names of zones are 0; '+02', '+0200', '+02:00', '(UTC+8)' are what they say. */
function offsetSeconds(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^ *\(?(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?/.exec(text) ?? [];
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === '-' ? -seconds : seconds;
}
