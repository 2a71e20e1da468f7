/** How questions about single values are gathered into bulk calls. */
export interface BatcherOptions<Answer> {
  /** Asks for all values of one chunk. A value that is missing from the result is unknown there. */
  readonly askMany: (values: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  /** True when a failure may be the fault of one value of the chunk, so that the others deserve another try. */
  readonly isFaultOfOne: (error: unknown) => boolean;
  readonly collectMilliseconds?: number;
  readonly chunkSize?: number;
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns questions about one value each into bulk calls: collects for 30 ms, asks in chunks of 100 (Limits: A8, B3, C3), and
 * asks once for a value however many wait for it. The answer is undefined for a value that the bulk answer leaves out.
 */
export function createBatcher<Answer>(options: BatcherOptions<Answer>): (value: string) => Promise<Answer | undefined> {
  const { collectMilliseconds = 30, chunkSize = 100 } = options;
  let waiting = new Map<string, Waiting<Answer>[]>();

  const send = () => {
    const collected = [...waiting];
    waiting = new Map();
    for (let from = 0; from < collected.length; from += chunkSize)
      void askChunk(collected.slice(from, from + chunkSize), options);
  };
  return (value) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(send, collectMilliseconds);
      waiting.set(value, [...(waiting.get(value) ?? []), { resolve, reject }]);
    });
}

/** One value that the service refuses must not cost the other 99 their answer: a refused chunk is asked again in halves. */
async function askChunk<Answer>(
  chunk: readonly (readonly [string, readonly Waiting<Answer>[]])[],
  options: BatcherOptions<Answer>,
): Promise<void> {
  try {
    const answers = await options.askMany(chunk.map(([value]) => value));
    for (const [value, askers] of chunk) for (const { resolve } of askers) resolve(answers.get(value));
  } catch (error) {
    if (chunk.length > 1 && options.isFaultOfOne(error)) {
      const half = Math.ceil(chunk.length / 2);
      await Promise.all([askChunk(chunk.slice(0, half), options), askChunk(chunk.slice(half), options)]);
      return;
    }
    for (const [, askers] of chunk) for (const { reject } of askers) reject(error);
  }
}
