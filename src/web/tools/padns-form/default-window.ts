import { dateToEpochSeconds } from '#model/dates.ts';
import { parseTimeValue } from '#model/time-value.ts';
import type { PadnsQuestion } from './padns-question.ts';

/** E4: first seen in the last 30 days unless another time is given. */
export const defaultWindow = '-30d';

/** The default window gives way to bounds on an earlier time: no record could meet both. */
export function isDefaultWindow(
  { as_of, first_seen_before, last_seen_before }: PadnsQuestion,
  now = new Date(),
): boolean {
  const seconds = dateToEpochSeconds(now);
  const begin = parseTimeValue(defaultWindow, seconds, 'start');
  return [as_of, first_seen_before, last_seen_before].every((text) => {
    if (text.trim() === '') return true;
    try {
      return parseTimeValue(text, seconds, 'end') >= begin;
    } catch {
      return true;
    }
  });
}
