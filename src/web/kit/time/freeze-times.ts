import { parameters } from '#contract/generated/parameters.gen.ts';
import {
  dateToIsoDate,
  epochSecondsToDate,
  epochSecondsToIsoDate,
  epochSecondsToTimestamp,
  firstOfLastDays,
  isoDateToDate,
} from '#model/dates.ts';
import { isRelativeTimeValue, parseTimeValue } from '#model/time-value.ts';
import type { AnyQuery } from '#web/api/query.ts';
import { endParameter, withEnd } from './shared-end.tsx';

/** The parameters of the contract that accept a time value T or a day, and the end of a shared link. */
const timeParameters = new Set([
  endParameter,
  ...Object.values(parameters).flatMap((list) =>
    list.filter(({ time, format }) => time || format === 'date').map(({ name }) => name),
  ),
]);
const dayParameters = new Set(
  Object.values(parameters).flatMap((list) => list.filter(({ format }) => format === 'date').map(({ name }) => name)),
);

/** URL parameters for a period that ends today: its length (30, 7d or 24h), or its first day. */
const periodParameters = new Set(['days', 'window', 'seen']);
/** Longer periods mean any time. */
const longestPeriodDays = 20_000;

/** The first day of a period, or its text if it has one or means any time. */
function freezePeriod(text: string, now: number): string {
  const [, digits = '', unit = 'd'] = /^(\d+)([dh]?)$/.exec(text) ?? [];
  const days = Math.ceil(Number(digits) / (unit === 'h' ? 24 : 1));
  return digits === '' || days > longestPeriodDays
    ? text
    : dateToIsoDate(firstOfLastDays(days, epochSecondsToDate(now)));
}

/**
 * Converts a relative time to an absolute one, so that a shared link asks the same question tomorrow. Periods, and days, weeks and
 * months ago, become a day, which bounds include completely; finer times, and `as_of`, become an instant (epoch seconds).
 */
export function freezeTime(parameter: string, value: string, now: number): string {
  // the URL keys of a view may carry a prefix; `f.` is the filter of a column
  const [name = '', prefix] = parameter.split('.').toReversed();
  if (periodParameters.has(name) && prefix !== 'f') return freezePeriod(value, now);
  if (!timeParameters.has(name) || !isRelativeTimeValue(value)) return value;
  const instant = parseTimeValue(value, now, name.endsWith('_before') ? 'end' : 'start');
  const isWholeDays = dayParameters.has(name) || (/[dwm]$/.test(value.trim()) && name !== 'as_of');
  return isWholeDays ? epochSecondsToIsoDate(instant) : String(instant);
}

/** Parameters that leave out what is seen for the first time later. */
export const upperBounds: readonly string[] = ['first_seen_before', 'change_date_before'];

/** Whether a link leaves out what is first seen after it was made. */
export function hasEnd(href: string): boolean {
  const { searchParams } = new URL(href);
  return [...upperBounds, endParameter].some((parameter) => searchParams.has(parameter));
}

/**
 * The URL of a view with its relative times frozen, and without the part after `#`.
 * @param implied the relative times that the view uses by default
 */
export function frozenUrl(
  href: string,
  now: number,
  implied: readonly { readonly parameter: string; readonly value: string }[] = [],
): string {
  const url = new URL(href);
  for (const { parameter, value } of implied) {
    const isTime = isoDateToDate(value) !== null || freezeTime(parameter, value, now) !== value;
    if (isTime && !url.searchParams.has(parameter)) url.searchParams.set(parameter, value);
  }
  for (const [name, value] of new URLSearchParams(url.searchParams)) {
    const frozen = freezeTime(name, value, now);
    if (frozen !== value) url.searchParams.set(name, frozen);
  }
  // a form has an end of its own
  if (upperBounds.some((parameter) => url.searchParams.has(parameter))) url.searchParams.delete(endParameter);
  url.hash = '';
  return url.href;
}

/** The times of a frozen URL that the URL of the view does not have, each once. */
export function fixedTimes(frozen: string, href: string): readonly string[] {
  const before = new URL(href).searchParams;
  const added = [...new URL(frozen).searchParams].filter(([name, value]) => before.get(name) !== value);
  return [...new Set(added.map(([, value]) => (/^\d+$/.test(value) ? epochSecondsToTimestamp(Number(value)) : value)))];
}

/** A call with its relative times frozen, and an end where its operation can have one. */
export function frozenQuestion<const Asked extends AnyQuery>(question: Asked, now: number): Asked {
  const ended = withEnd(question, now - 1);
  return ended.query ? { ...ended, query: frozenQuery(ended.query, now) } : ended;
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
