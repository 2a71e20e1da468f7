/** Days counted back from the anchor: [400, 0] is "the last 400 days, still going on". Fractions are hours. */
export type Span = readonly [fromDaysAgo: number, toDaysAgo: number];

/** How far back the sample collection reaches; whois, allocation and registration dates go further. */
export const HISTORY_DAYS = 400;

export interface Clock {
  /** 'yyyy-mm-dd' */
  day(daysAgo: number): string;
  /** 'yyyy-mm-dd hh:mm:ss' UTC; `seconds` are added to the midnight of that day. */
  time(daysAgo: number, seconds?: number): string;
}

const SECONDS_A_DAY = 86_400;

/** The only place that knows today's date: everything else is written in days before the anchor ('yyyy-mm-dd'). */
export function clockAt(anchor: string): Clock {
  const midnight = Date.parse(`${anchor}T00:00:00Z`) / 1000;
  if (Number.isNaN(midnight)) throw new RangeError(`Not a date: ${anchor}`);
  const text = (daysAgo: number, seconds: number): string =>
    new Date((midnight - Math.round(daysAgo * SECONDS_A_DAY) + seconds) * 1000).toISOString();
  return {
    day: (daysAgo) => text(daysAgo, 0).slice(0, 10),
    time: (daysAgo, seconds = 0) => text(daysAgo, seconds).slice(0, 19).replace('T', ' '),
  };
}
