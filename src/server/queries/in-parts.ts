import { EngineError } from '#server/engine/engine.ts';

const mostParts = 256;

/**
 * Runs a statement for all of the data or, where that does not fit into the memory of a statement, for as many parts of it as do.
 * @param run runs it for one part; all parts are run again when one does not fit
 * @returns what it returns for each part @throws what `run` throws
 */
export async function inParts<T>(run: (part: number, parts: number) => Promise<T>): Promise<T[]> {
  for (let parts = 1; ; parts *= 4)
    try {
      const results: T[] = [];
      for (let part = 0; part < parts; part += 1) results.push(await run(part, parts));
      return results;
    } catch (error) {
      if (!(error instanceof EngineError && error.fault === 'memory') || parts >= mostParts) throw error;
    }
}
