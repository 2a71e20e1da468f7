import { epochSecondsToIsoDate, SECONDS_PER_DAY } from './dates.ts';

// When two subjects had a value that they share: an address or a name server may have changed hands in between.

/** When a DNS record with a value was seen, epoch seconds. */
export interface Period {
  readonly first: number;
  readonly last: number;
}

/** The time between two subjects that did not have a value at the same time, epoch seconds. */
export interface Gap {
  readonly until: number;
  readonly from: number;
}

/** The same in days. */
export interface Apart {
  /** Last day of the one that had it earlier, 'yyyy-mm-dd'. */
  readonly until: string;
  /** First day of the other. */
  readonly from: string;
}

/** Periods with less time between them count as the same time. */
const apartSeconds = 365 * SECONDS_PER_DAY;

/**
 * The shortest time between a period of one subject and those of another; undefined if less than a year lies between two of them, and if
 * a time is not known.
 */
export function gapOf(one: Period | undefined, others: readonly Period[]): Gap | undefined {
  if (!one || !hasPeriod(one) || others.length === 0) return undefined;
  let [until, from] = [0, Infinity];
  for (const other of others) {
    const [earlier, later] = one.last < other.last ? [one, other] : [other, one];
    const between = later.first - earlier.last;
    if (!hasPeriod(other) || between <= apartSeconds) return undefined;
    if (between < from - until) [until, from] = [earlier.last, later.first];
  }
  return { until, from };
}

export function apartOf({ until, from }: Gap): Apart {
  return { until: epochSecondsToIsoDate(until), from: epochSecondsToIsoDate(from) };
}

/** Whether the times are known. */
export function hasPeriod({ first, last }: Period): boolean {
  return first > 0 && last > 0;
}

/** 'not at the same time: 2017 and 2024' */
export function apartWords({ until = '', from = '' }: Partial<Apart>): string {
  return `not at the same time: ${until.slice(0, 4)} and ${from.slice(0, 4)}`;
}
