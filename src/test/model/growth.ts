/**
 * How many times the processor time grows when the input grows by `factor`: about `factor` for linear work, its square for
 * quadratic work, 1 for work that does not look at the rest. Counts the processor time of this process, which other processes
 * do not add to, and takes the best of several tries, so that a busy machine changes nothing.
 *
 * @param make the input of a size, outside the measured time
 * @param enough a growth that needs no further try
 */
export function growth<T>(
  make: (size: number) => T,
  run: (input: T) => unknown,
  size: number,
  { factor = 4, enough = 6 }: { readonly factor?: number; readonly enough?: number } = {},
): number {
  const [small, large] = [make(size), make(size * factor)];
  // short runs are repeated until they can be measured
  let repeats = 1;
  while (processorTime(run, small, repeats) < 2000 && repeats < 1_000_000) repeats *= 2;
  let least = Infinity;
  for (let tries = 0; tries < 5 && least > enough; tries += 1)
    least = Math.min(least, processorTime(run, large, repeats) / processorTime(run, small, repeats));
  return least;
}

/** @returns microseconds, at least one */
function processorTime<T>(run: (input: T) => unknown, input: T, repeats: number): number {
  const before = process.cpuUsage();
  for (let time = 0; time < repeats; time += 1) run(input);
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}
