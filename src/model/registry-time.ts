import { isoDateToDate } from './dates.ts';

/**
 * A time as whois servers write it -> 'yyyy-mm-dd hh:mm:ss' UTC; null for anything else, and for a time beside other text.
 * Registries name no time zone or their own: without an offset it is taken as UTC. Of 02/01/2026 the day comes first, as
 * everywhere but in one country.
 */
export function registryTime(text: string): string | null {
  const found = readDay(text.trim().slice(0, 100));
  const day = found && isoDateToDate(found.day);
  if (!day) return null;
  const seconds = secondsOfDay(found.rest);
  if (seconds === null) return null;
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
  if (c) return { day: dayOf({ month: c[1], day: c[2], year: c[5] }), rest: ` ${c[3]}` };
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

const clock = String.raw`(?:T|,? (?:at )?) *(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?: ?([ap])\.?m\b\.?)?|T?(\d{2})(\d{2})(\d{2})`;
const offset = String.raw` *\(?(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?\)?`;
const zoneName = String.raw`Z| +[A-Z]{2,5}\b| *\([A-Z]{2,5}\)`;
/** Beside the time: the number of the change, the date format, the author of the change. */
const note = String.raw` +#\d+| +\([YMD/.-]+\)| +[\w.+-]+@[\w.-]+`;
const whole = new RegExp(`^(?:${clock})?(?:${offset}|${zoneName})?(?:${note})?[ .]*$`, 'i');

/** Seconds after midnight UTC, 0 when no time follows the day; null when something else does. */
function secondsOfDay(rest: string): number | null {
  const match = whole.exec(rest);
  if (!match) return null;
  const [, h, m, s, half, packedH, packedM, packedS, sign, offsetHours = 0, offsetMinutes = 0] = match;
  const [hours, minutes, seconds] = [h ?? packedH ?? 0, m ?? packedM ?? 0, s ?? packedS ?? 0].map(Number) as [
    number,
    number,
    number,
  ];
  if (hours > 23 || minutes > 59) return null;
  const hoursOfDay = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const shift = Number(offsetHours) * 3600 + Number(offsetMinutes) * 60;
  return hoursOfDay * 3600 + minutes * 60 + Math.min(seconds, 59) - (sign === '-' ? -shift : shift);
}
