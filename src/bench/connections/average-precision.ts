export interface Pair {
  readonly isSame: boolean;
}

/** Pairs of the same rank are one step. */
export function averagePrecision<Ranked extends Pair>(
  pairs: readonly Ranked[],
  rank: (pair: Ranked) => number,
): number {
  const steps = new Map<number, { all: number; same: number }>();
  for (const pair of pairs) {
    const at = rank(pair);
    const step = steps.get(at) ?? { all: 0, same: 0 };
    step.all += 1;
    if (pair.isSame) step.same += 1;
    steps.set(at, step);
  }
  const wanted = pairs.filter(({ isSame }) => isSame).length;
  let [all, same, sum] = [0, 0, 0];
  for (const [, step] of [...steps].toSorted(([a], [b]) => b - a)) {
    all += step.all;
    same += step.same;
    sum += (step.same / wanted) * (same / all);
  }
  return sum;
}
