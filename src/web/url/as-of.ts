import { createParser, useQueryState } from 'nuqs';
import { createContext } from 'react';
import { redirect, type MiddlewareFunction } from 'react-router';
import { dateToIsoDate, isoDateToDate } from '#model/dates.ts';

/** Time travel: the day that questions are requested. It is part of every address while it is set. */
const asOfParameter = 'asof';

/** A day of the calendar that has begun, as 'yyyy-mm-dd'; null for anything else, so that a bad link degrades to "now". */
export function readAsOf(text: string | null, now = new Date()): string | null {
  const date = text === null ? null : isoDateToDate(text);
  return date && date <= now && date.getUTCFullYear() >= 1970 ? dateToIsoDate(date) : null;
}

const parser = createParser({ parse: (text) => readAsOf(text), serialize: (day: string) => day });

/** The day questions are requested, or null for now; and its setter. Pages that cannot answer for a day say so. */
export function useAsOf(): [asOf: string | null, setAsOf: (day: string | null) => void] {
  const [asOf, setAsOf] = useQueryState(asOfParameter, parser);
  return [asOf, (day) => void setAsOf(day)];
}

/** The same day, for what stands hundreds of times on a page: reading the address in each link took a fifth of a table's drawing. */
export const AsOfContext = createContext<string | null>(null);

/** The same view for a day: sets the parameter, or takes it away. Takes and answers a path with query and hash. */
export function withAsOf(href: string, asOf: string | null): string {
  const url = new URL(href, 'http://any.invalid');
  if (asOf === null) url.searchParams.delete(asOfParameter);
  else url.searchParams.set(asOfParameter, asOf);
  return url.pathname + url.search + url.hash;
}

/**
 * Keeps the day across all navigation: an address without one is replaced by the same with it before it is
 * shown. While a link is followed `location` still is the view it is on; going back it already is the target, which is
 * therefore left as it was.
 */
export const keepAsOf: MiddlewareFunction = async ({ request }, next) => {
  const target = new URL(request.url);
  const asOf = readAsOf(new URLSearchParams(location.search).get(asOfParameter));
  if (asOf !== null && !target.searchParams.has(asOfParameter))
    throw redirect(withAsOf(target.pathname + target.search + target.hash, asOf));
  await next();
};
