import { ipv4RangeToCidrs } from '#model/cidr.ts';

// A second implementation of routing-days.ts, day by day, for the specs. Addresses and days are numbers.

export interface NaivePair {
  readonly network: number;
  readonly length: number;
  readonly asn: number;
}

export interface NaiveSnapshot {
  readonly import: number;
  readonly rank: number;
  readonly day: number;
  readonly pairs: readonly NaivePair[];
}

/** The prefixes of a range of addresses that one AS announces. */
export function naiveRange(first: number, last: number, asn: number): NaivePair[] {
  return ipv4RangeToCidrs(first, last).map(({ network, length }) => ({ network: Number(network.value), length, asn }));
}

const isSame = (a: NaivePair, b: NaivePair) => a.network === b.network && a.length === b.length && a.asn === b.asn;

/** A world in which snapshots arrived one after another; of the same import and day, the last one counts. */
export function naiveRouting(arrivals: readonly NaiveSnapshot[]) {
  const all = arrivals.filter(
    (each, index) => !arrivals.slice(index + 1).some((later) => later.import === each.import && later.day === each.day),
  );
  const heard = all.filter(
    (each) =>
      !all.some(
        (other) =>
          (other.rank > each.rank && each.day - other.day >= 0 && each.day - other.day <= 7) ||
          (other.day === each.day && other.rank === each.rank && other.import > each.import),
      ),
  );
  const speaker = (day: number) =>
    heard.filter((each) => each.day <= day).reduce<NaiveSnapshot | null>((a, b) => (a && a.day > b.day ? a : b), null);
  const announced = (day: number) =>
    (speaker(day)?.pairs ?? []).filter((pair, index, pairs) => pairs.findIndex((each) => isSame(each, pair)) === index);
  const since = (pair: NaivePair, day: number): number =>
    announced(day - 1).some((each) => isSame(each, pair)) ? since(pair, day - 1) : day;
  return {
    /** The day of the data that is valid on a day. */
    dataDay: (day: number) => speaker(day)?.day,
    announced,
    /** The longest prefix; of equal ones the one announced for the shorter time, then the lower AS number. */
    origin: (address: number, day: number): NaivePair | undefined =>
      announced(day)
        .filter(({ network, length }) => address >= network && address < network + 2 ** (32 - length))
        .sort((a, b) => b.length - a.length || since(b, day) - since(a, day) || a.asn - b.asn)[0],
  };
}
