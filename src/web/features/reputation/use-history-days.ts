import { parseAsNumberLiteral, useQueryState } from 'nuqs';

/** How many days back a history goes: its `limit`. The interface allows up to 1000 (D3, D6, D10, D13, D15). */
export const HISTORY_DAYS = [30, 100, 365, 1000] as const;

const parser = parseAsNumberLiteral(HISTORY_DAYS).withDefault(365);

/** In the URL, one for all histories of a page: they are compared with each other. */
export function useHistoryDays() {
  return useQueryState('days', parser);
}
