import { dayIntToIsoDate } from '#model/dates.ts';
import { explainWord } from './score-words.ts';
import { daysAgo } from './verdict.ts';

/** A member of an `*_explain` object as text: counts with thousands, days as dates or with their unit. */
export function explainValue(field: string, value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const { unit } = explainWord(field);
  if (unit === 'day') return dayIntToIsoDate(value) ?? String(value);
  if (unit === 'ago') return daysAgo(value);
  const count = value.toLocaleString('en');
  return unit === 'days' ? `${count} ${value === 1 ? 'day' : 'days'}` : count;
}
