// Measures how slow this machine is at the moment. Tests scale their time limits by it: a limit ends a hang and must
// not fail a test because the machine is slow or busy.
import { createHash } from 'node:crypto';

/** Milliseconds that the work below takes on the idle machine for which the limits were chosen. */
const referenceMilliseconds = 40;

/** @returns how many times slower than the reference this machine is at the moment; at least 1, at most 10 */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  }).sort((a, b) => a - b);
  return Math.min(10, Math.max(1, (times[2] ?? 0) / referenceMilliseconds));
}

/** Strings, sorting and hashing, which take most of the time of the tests. */
function work(): void {
  const words = Array.from({ length: 30_000 }, (_, index) => String((index * 7919) % 100_003));
  words.sort();
  createHash('sha256').update(words.join('\n').repeat(40)).digest('hex');
}
