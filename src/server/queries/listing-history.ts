import type { ListingHistory } from '#model/score-formulas.ts';

const windows = [7, 30, 90, 180, 365] as const;

/**
 * SQL of the listing history of a group of `listings` rows, for those that meet `condition`; needs the parameter
 * {today:Date}. Arrives as an object; `listedOnly` turns the one of nothing into null.
 */
export function listingHistory(condition = 'true'): string {
  const first = `minIf(first_listed, ${condition})`;
  // a list that is ahead of us is one of today
  const recent = `least(maxIf(last_listed, ${condition}), {today:Date})`;
  const openLast = windows.map((days) => `countIf((${condition}) AND last_listed >= {today:Date} - ${days})`);
  return `CAST((
    toYYYYMMDD(${first}), dateDiff('day', ${first}, {today:Date}),
    toYYYYMMDD(${recent}), dateDiff('day', ${recent}, {today:Date}),
    dateDiff('day', ${first}, ${recent}), countIf(${condition}), ${openLast.join(', ')}
  ), 'Tuple(listed_first UInt32, listed_first_ago Int32, listed_recent UInt32, listed_recent_ago Int32,
    listed_span Int32, listings_all UInt32, ${windows.map((days) => `listings_last_${days} UInt32`).join(', ')})')`;
}

/** Null when nothing was listed: the record then has a score of 0 and an empty explanation. */
export function listedOnly(history: ListingHistory | undefined): ListingHistory | null {
  return history && history.listings_all > 0 ? history : null;
}
