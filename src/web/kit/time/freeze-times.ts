import { parameters } from '#contract/generated/parameters.gen.ts';
import { dateToIsoDate, epochSecondsToDate } from '#model/dates.ts';
import { isRelativeTimeValue, parseTimeValue } from '#model/time-value.ts';

/** The parameters of the contract that accept a time value T or a day. */
const timeParameters = new Set(
  Object.values(parameters).flatMap((list) =>
    list.filter(({ time, format }) => time || format === 'date').map(({ name }) => name),
  ),
);
const dayParameters = new Set(
  Object.values(parameters).flatMap((list) => list.filter(({ format }) => format === 'date').map(({ name }) => name)),
);

/**
 * Converts a relative time to an absolute one, so that a shared link asks the same question tomorrow. Days, weeks and
 * months ago become a day, which bounds include completely; finer times, and `as_of`, become an instant (epoch seconds).
 */
export function freezeTime(parameter: string, value: string, now: number): string {
  // the URL keys of an explorer may carry a prefix
  const name = parameter.slice(parameter.lastIndexOf('.') + 1);
  if (!timeParameters.has(name) || !isRelativeTimeValue(value)) return value;
  const instant = parseTimeValue(value, now, name.endsWith('_before') ? 'end' : 'start');
  const isWholeDays = dayParameters.has(name) || (/[dwm]$/.test(value.trim()) && name !== 'as_of');
  return isWholeDays ? dateToIsoDate(epochSecondsToDate(instant)) : String(instant);
}

/** The URL of a view with its relative times frozen, and without the part after `#`. */
export function frozenUrl(href: string, now: number): string {
  const url = new URL(href);
  for (const [name, value] of [...url.searchParams]) {
    const frozen = freezeTime(name, value, now);
    if (frozen !== value) url.searchParams.set(name, frozen);
  }
  url.hash = '';
  return url.href;
}

/** The parameters of a call with their relative times frozen. */
export function frozenQuery(query: Readonly<Record<string, unknown>>, now: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? freezeTime(name, value, now) : value,
    ]),
  );
}
