import { epochSecondsToTimestamp } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';

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
 * A time window in words: "first seen in the last 30 days", "issued from 2026-01-01 to 2026-06-30". Nothing without a bound.
 * @param what happened in it
 */
export function windowWords(what: string, after = '', before = ''): readonly string[] {
  const [from, to] = [after.trim(), before.trim()];
  if (to !== '') return [`${what} ${from === '' ? 'until' : `from ${pointOf(from)} to`} ${pointOf(to)}`];
  if (from === '') return [];
  if (from === '0') return [`${what} at any time`];
  const span = spanOf(from);
  return [span ? `${what} in the last ${span.words}` : `${what} since ${pointOf(from)}`];
}

/** "as of 2026-06-01". Nothing without a day. */
export function dayWords(day = ''): readonly string[] {
  return day.trim() === '' ? [] : [`as of ${pointOf(day.trim())}`];
}
