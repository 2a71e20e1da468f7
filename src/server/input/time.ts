import { parseTimeValue, TimeValueError, type DayEdge, type TimeValueForms } from '#model/time-value.ts';
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
