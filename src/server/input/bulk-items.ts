import { dayIntToIsoDate, type DayInt } from '#model/dates.ts';
import { parseAsn } from '#model/asn.ts';
import { ApiError, badInput, itemOf, shortened } from '#server/http/api-error.ts';

/** One item of a bulk call: its value, or why it is invalid. */
export type BulkItem<Value> =
  | { readonly sent: string; readonly value: Value }
  | { readonly sent: string; readonly error: string };
export type RefusedItem = Extract<BulkItem<never>, { readonly error: string }>;

/** The limit in the contract. */
const longestItem = 1000;

/**
 * Reads every item of a list separately: an invalid item becomes an error in its own record, the others are answered.
 * @param items as received; the contract accepts any value (x-own-errors)
 * @param read throws an ApiError that says what to send instead
 */
export function readItems<Value>(
  parameter: string,
  items: readonly unknown[],
  read: (text: string, place: string) => Value,
): BulkItem<Value>[] {
  return items.map((item, index) => {
    const place = itemOf(parameter, index);
    const isPlain = typeof item === 'string' || Number.isInteger(item);
    const sent = isPlain ? String(item) : jsonOf(item);
    if (!isPlain) return { sent, error: `${place} is neither text nor a whole number.` };
    if (sent.length > longestItem) return { sent, error: `${place} must be at most ${longestItem} characters long.` };
    try {
      return { sent, value: read(sent, place) };
    } catch (error) {
      if (error instanceof ApiError) return { sent, error: error.message };
      throw error;
    }
  });
}

/** The JSON of an invalid item, cut to the length that a valid one may have. */
function jsonOf(item: unknown): string {
  try {
    return JSON.stringify(item).slice(0, longestItem);
  } catch (error) {
    if (error instanceof RangeError) return 'a value nested too deeply to be shown';
    throw error;
  }
}

/** The values of the valid items. */
export function valuesOf<Value>(items: readonly BulkItem<Value>[]): Value[] {
  return items.flatMap((item) => ('value' in item ? [item.value] : []));
}

/**
 * A record for every item, in their order.
 * @param answer the records of some values, in their order; not called without any
 */
export async function answerItems<Value, Answer, Refusal>(
  items: readonly BulkItem<Value>[],
  answer: (values: readonly Value[]) => Promise<readonly Answer[]>,
  refuse: (item: RefusedItem) => Refusal,
): Promise<(Answer | Refusal)[]> {
  const values = valuesOf(items);
  const answers = values.length > 0 ? await answer(values) : [];
  if (answers.length !== values.length) throw new Error(`${values.length} items have ${answers.length} records`);
  const next = answers.values();
  return items.map((item) => ('value' in item ? (next.next().value as Answer) : refuse(item)));
}

/** The number of an item, for records that repeat it; undefined for anything else. */
export function sentNumber<Name extends string>(name: Name, { sent }: RefusedItem): Partial<Record<Name, number>> {
  const number = /^-?\d+$/.test(sent) ? Number(sent) : Number.NaN;
  return Number.isSafeInteger(number) ? ({ [name]: number } as Record<Name, number>) : {};
}

/** @throws ApiError */
export function readAsnItem(text: string, place: string): number {
  const asn = parseAsn(text);
  if (asn !== null) return asn;
  const message = `${place}: '${shortened(text)}' is not an AS number. Send a number from 0 to 4294967295, such as 64500.`;
  throw badInput('asns', message);
}

/** A day in both formats. */
export interface Day {
  readonly iso: string;
  readonly date: DayInt;
}

/** @throws ApiError */
export function readDayItem(text: string, place: string): Day {
  const iso = /^\d{8}$/.test(text) ? dayIntToIsoDate(Number(text)) : null;
  if (iso !== null) return { iso, date: Number(text) };
  const message = `${place}: ${shortened(text)} is not a day of the calendar. Send days as yyyymmdd, such as 20260131.`;
  throw badInput('dates', message);
}
