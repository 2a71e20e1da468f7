/** Whether this is `npm run test:long`, which runs every spec that imports this file. */
export const isLongRun = import.meta.env.MODE === 'long';

/** How often a spec repeats what is random: `short` times in `npm test`, `long` times in `npm run test:long`. */
export function runs(short: number, long = 10 * short): number {
  return isLongRun ? long : short;
}
