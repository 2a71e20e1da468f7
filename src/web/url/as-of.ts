import { createParser, useQueryState } from 'nuqs';
import { createContext } from 'react';
import { redirect, type MiddlewareFunction } from 'react-router';
import { dateToIsoDate, isoDateToDate } from '#model/dates.ts';

/** Time travel: the “as of” day of all requests. While set, it is part of every URL. */
const asOfParameter = 'asof';

/** A calendar day up to today, as 'yyyy-mm-dd'; null for anything else, so that a bad link degrades to "now". */
export function readAsOf(text: string | null, now = new Date()): string | null {
  const date = text === null ? null : isoDateToDate(text);
  return date && date <= now && date.getUTCFullYear() >= 1970 ? dateToIsoDate(date) : null;
}

const parser = createParser({ parse: (text) => readAsOf(text), serialize: (day: string) => day });

/** The “as of” day, or null for now, and its setter. Pages that cannot answer for a day say so. */
export function useAsOf(): [asOf: string | null, setAsOf: (day: string | null) => void] {
  const [asOf, setAsOf] = useQueryState(asOfParameter, parser);
  return [asOf, (day) => void setAsOf(day)];
}

/** The same day for components with hundreds of instances: reading the URL in each link took a fifth of a table's render time. */
export const AsOfContext = createContext<string | null>(null);

/** Sets or removes the day in a path with query and hash. */
export function withAsOf(href: string, asOf: string | null): string {
  const url = new URL(href, 'http://any.invalid');
  if (asOf === null) url.searchParams.delete(asOfParameter);
  else url.searchParams.set(asOfParameter, asOf);
  return url.pathname + url.search + url.hash;
}

/**
 * Keeps the day across all navigation: the day is added to an address without one before the page is
 * shown. When following a link, `location` is still the current view; when going back, it is already the target, which is
 * therefore left unchanged.
 */
export const keepAsOf: MiddlewareFunction = async ({ request }, next) => {
  const target = new URL(request.url);
  const asOf = readAsOf(new URLSearchParams(location.search).get(asOfParameter));
  if (asOf !== null && !target.searchParams.has(asOfParameter))
    throw redirect(withAsOf(target.pathname + target.search + target.hash, asOf));
  await next();
};
