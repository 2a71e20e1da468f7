import type { Parameter } from '#contract/generated/parameters.gen.ts';
import { isoDateToDate } from '#model/dates.ts';
import { badInput, itemOf } from './api-error.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Refuses values that the validator would convert, or describe wrongly: `1e2`, `0x10` and `true` are not whole numbers, and
 * 2026-02-30 looks like a day but is none. Runs before the validator. @throws ApiError 400 that names the parameter
 */
export function checkValues(values: Values, parameters: readonly Parameter[]): void {
  for (const parameter of parameters)
    if (Object.hasOwn(values, parameter.name)) checkValue(parameter, values[parameter.name]);
}

function checkValue({ name, type, items, flag, format }: Parameter, value: unknown): void {
  if (flag) return; // a word that is not a true word means off
  const list = Array.isArray(value) ? (value as readonly unknown[]) : undefined;
  if (type === 'integer' || items?.type === 'integer') {
    const wrong = list?.findIndex((each) => !isInteger(each)) ?? (isInteger(value) ? -1 : 0);
    const place = list && type === 'array' ? itemOf(name, wrong) : name;
    if (wrong >= 0) throw badInput(name, `${place} must be a whole number.`);
  }
  if (format === 'date') checkDay(name, value);
}

/** Nothing but digits: what JavaScript reads as a number besides is a mistake, or an attempt at something else. */
function isInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'string' && /^[+-]?\d+$/.test(value.trim());
}

function checkDay(name: string, value: unknown): void {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isoDateToDate(value) === null)
    throw badInput(name, noSuchDay(name, value));
}

/** How a message says that a day is well written but not in the calendar. */
function noSuchDay(name: string, day: string): string {
  return `${name}: there is no such day as ${day}. Send a day of the calendar as yyyy-mm-dd, e.g. 2026-01-31.`;
}
