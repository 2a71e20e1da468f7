import { cpus, loadavg } from 'node:os';

/** The value below which that share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** p50 and p95, as a row of a table shows them. */
export function shown(values: readonly number[], digits = 1): string {
  return [0.5, 0.95].map((share) => percentile(values, share).toFixed(digits).padStart(8)).join('');
}

export function verdict(isGood: boolean): string {
  return isGood ? 'PASS' : 'FAIL';
}

/** What figures depend on: '2 cores, load 0.4'. */
export function machineState(): string {
  return `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`;
}
