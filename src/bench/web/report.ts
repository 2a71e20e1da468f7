/** A measured value and its budget; without a budget it is only printed. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'kB' | 'CLS' | 'frames' | 'calls';
  /** The largest value allowed. */
  readonly budget?: number;
  /** How it was measured: "median of 5, worst 91". */
  readonly note?: string;
}

/** Prints one line. @returns whether the budget holds */
export function report({ what, value, unit, budget, note = '' }: Figure): boolean {
  const isGood = budget === undefined || value <= budget;
  const shown = unit === 'CLS' ? value.toFixed(3) : unit === 'kB' ? value.toFixed(1) : value.toFixed(0);
  const verdict = budget === undefined ? '' : isGood ? 'PASS' : 'FAIL';
  const limit = budget === undefined ? '' : `of ${budget}`;
  console.log(
    `${what.padEnd(44)} ${shown.padStart(7)} ${unit.padEnd(6)} ${limit.padEnd(8)} ${verdict.padEnd(5)} ${note}`.trimEnd(),
  );
  return isGood;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** "median of 5, 12 to 31": for the note of a figure. */
export function spread(values: readonly number[]): string {
  return `median of ${values.length}, ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;
}
