import {
  dateToEpochSeconds,
  epochSecondsToDate,
  isoDateToDate,
  MAX_EPOCH_SECONDS,
  monthsBefore,
  SECONDS_PER_DAY,
} from './dates.ts';

/** Which end of the day a bare date represents: 00:00:00 as a lower bound, 23:59:59 as an upper bound. */
export type DayEdge = 'start' | 'end';

/** 'full' is T of the interface; 'restricted' leaves out the suffixes h, d, w, m (C5, C6: `as_of`). */
export type TimeValueForms = 'full' | 'restricted';

/** The text is not a time value. The message says what to send instead, ready to be shown. */
export class TimeValueError extends Error {
  override readonly name = 'TimeValueError';
  readonly received: string;

  constructor(received: string, problem: string, forms: TimeValueForms) {
    super(`${problem} ${hint(forms)}`);
    this.received = received;
  }
}

function hint(forms: TimeValueForms): string {
  const ago =
    forms === 'full' ? '-3600 (seconds ago), -12h, -30d, -4w or -6m (calendar months ago)' : '-3600 (seconds ago)';
  return `Send a date (2026-01-31), epoch seconds (1769817600) or a time ago: ${ago}.`;
}

const SECONDS_PER_UNIT = { h: 3600, d: SECONDS_PER_DAY, w: 7 * SECONDS_PER_DAY } as const;

/** What the store can hold: a date far ahead or far back means "no bound", so it is moved to the end of the range. */
function clamp(epochSeconds: number): number {
  return Math.min(Math.max(epochSeconds, 0), MAX_EPOCH_SECONDS);
}

function ago(amount: number, unit: string | undefined, now: number): number {
  if (unit === undefined) return now - amount;
  // A month is a calendar month, as an analyst counts: 31 March - 1m is the last day of February, same time of day.
  // Beyond the age of the epoch every answer is 0; the cut keeps Date in its range.
  if (unit === 'm') return dateToEpochSeconds(monthsBefore(epochSecondsToDate(now), Math.min(amount, 12_000)));
  return now - amount * SECONDS_PER_UNIT[unit as keyof typeof SECONDS_PER_UNIT];
}

function parseDate(text: string, edge: DayEdge, forms: TimeValueForms): number {
  const day = isoDateToDate(text);
  if (!day) throw new TimeValueError(text, `there is no such day as ${text}.`, forms);
  return dateToEpochSeconds(day) + (edge === 'end' ? SECONDS_PER_DAY - 1 : 0);
}

/**
 * Reads T of the interface ("Time value T"): 'yyyy-mm-dd', epoch seconds, negative seconds ago, or a negative number with
 * h, d, w or m. `now` and the result are epoch seconds, the result within 0 to {@link MAX_EPOCH_SECONDS}. `edge` decides what
 * a bare date means: pass 'start' for `*_after`, 'end' for `*_before`, so that both bounds include the whole day they name.
 * Throws {@link TimeValueError}.
 */
export function parseTimeValue(text: string, now: number, edge: DayEdge, forms: TimeValueForms = 'full'): number {
  const value = text.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return clamp(parseDate(value, edge, forms));
  if (/^\d+$/.test(value)) {
    const seconds = Number(value);
    if (seconds <= MAX_EPOCH_SECONDS) return seconds;
    throw new TimeValueError(text, `'${value}' is too large for epoch seconds (are these milliseconds?).`, forms);
  }
  const match = /^-(\d+)([hdwm])?$/.exec(value);
  if (!match) throw new TimeValueError(text, `'${value}' is not a time.`, forms);
  if (match[2] && forms === 'restricted') {
    throw new TimeValueError(text, `'${value}': the suffix ${match[2]} is not accepted here.`, forms);
  }
  return clamp(ago(Number(match[1]), match[2], now));
}

/** True for the forms that move with the clock; a shared link replaces these by the instant they meant. */
export function isRelativeTimeValue(text: string): boolean {
  return /^-\d+[hdwm]?$/.test(text.trim());
}
