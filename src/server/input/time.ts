import { type DayEdge, parseTimeValue, TimeValueError, type TimeValueForms } from '#model/time-value.ts';
import { badInput } from '#server/http/api-error.ts';

/** T of the interface as epoch seconds; `now` in epoch seconds. @throws ApiError 400 that names the parameter */
export function readTime(
  parameter: string,
  text: string,
  now: number,
  edge: DayEdge,
  forms: TimeValueForms = 'full',
): number {
  try {
    return parseTimeValue(text, now, edge, forms);
  } catch (error) {
    if (error instanceof TimeValueError) throw badInput(parameter, `${parameter}: ${error.message}`);
    throw error;
  }
}

/**
 * A day 'yyyy-mm-dd' as the epoch second of its edge, within what the store can hold; undefined stays undefined.
 * @throws ApiError 400 for what is not a day of the calendar
 */
export function readDay(parameter: string, text: string, edge: DayEdge): number;
export function readDay(parameter: string, text: string | undefined, edge: DayEdge): number | undefined;
export function readDay(parameter: string, text: string | undefined, edge: DayEdge): number | undefined {
  if (text === undefined) return undefined;
  try {
    return parseTimeValue(text, 0, edge);
  } catch (error) {
    if (!(error instanceof TimeValueError)) throw error;
    throw badInput(parameter, `${parameter} takes a day of the calendar as yyyy-mm-dd, e.g. 2026-01-31.`);
  }
}
