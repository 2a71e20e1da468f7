/**
 * Passes the batches of a feed or a log to `take`, one at a time. The reading is ended, also after an error.
 * @returns what the reading returns @throws what the reading and `take` throw, or the reason of the signal
 */
export async function eachBatch<Batch, Result extends object>(
  batches: AsyncGenerator<Batch, Result, undefined>,
  signal: AbortSignal | undefined,
  take: (batch: Batch) => Promise<void>,
): Promise<Result> {
  const results: Result[] = [];
  const read = async function* () {
    results.push(yield* batches);
  };
  for await (const batch of read()) {
    signal?.throwIfAborted();
    await take(batch);
  }
  signal?.throwIfAborted();
  const [result] = results;
  if (!result) throw new Error('the reading ended without a result');
  return result;
}

/** Entries or lines that could not be read. */
export interface Rejects {
  readonly count: number;
  readonly byReason: readonly { readonly reason: string; readonly count: number }[];
  readonly examples: readonly { readonly line: string; readonly reason: string }[];
}

const maxReasons = 50;
const maxExamples = 20;
const maxExamplesOfReason = 5;

/** Counts rejects by reason, and keeps a few examples of each. */
export function rejectCounter(): { add(line: string, reason: string): void; counted(): Rejects } {
  const counts = new Map<string, number>();
  const examples: { line: string; reason: string }[] = [];
  let count = 0;
  return {
    add(line, given) {
      count += 1;
      const reason = counts.has(given) || counts.size < maxReasons ? given : 'other reasons';
      const times = (counts.get(reason) ?? 0) + 1;
      counts.set(reason, times);
      if (times <= maxExamplesOfReason && examples.length < maxExamples)
        examples.push({ line: line.slice(0, 200), reason: given });
    },
    counted: () => ({
      count,
      byReason: [...counts].map(([reason, times]) => ({ reason, count: times })).sort((a, b) => b.count - a.count),
      examples,
    }),
  };
}
