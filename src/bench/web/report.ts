import { percentile, verdict } from '#bench/service/figures.ts';

/** A measured value and its budget; without a budget it is only printed. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'CLS' | 'frames' | 'calls';
  /** The largest value allowed. */
  readonly budget?: number;
  /** How it was measured: "median of 5, worst 91". */
  readonly note?: string;
}

/** Prints one line. @returns whether the budget holds */
export function report({ what, value, unit, budget, note = '' }: Figure): boolean {
  const isGood = budget === undefined || value <= budget;
  const shown = value.toFixed(unit === 'CLS' ? 3 : 0);
  const outcome = budget === undefined ? '' : verdict(isGood);
  const limit = budget === undefined ? '' : `of ${budget}`;
  console.log(
    `${what.padEnd(44)} ${shown.padStart(7)} ${unit.padEnd(6)} ${limit.padEnd(8)} ${outcome.padEnd(5)} ${note}`.trimEnd(),
  );
  return isGood;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** "median of 5, 12 to 31": for the note of a figure. */
export function spread(values: readonly number[]): string {
  return `median of ${values.length}, ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;
}
