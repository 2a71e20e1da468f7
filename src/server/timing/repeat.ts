import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs a task at once and then again after each pause, never two runs at a time.
 * @param task resolves with the pause before its next run in milliseconds, where that is not `everyMilliseconds`
 * @param onError called with what the task threw, unless the runs were stopped; the next run follows as after a success
 * @returns stops the runs, and resolves when the current run has ended
 */
export function repeat(
  task: (signal: AbortSignal) => Promise<number | void>,
  everyMilliseconds: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const next = await task(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await pause(next ?? everyMilliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return () => {
    stop.abort();
    return running;
  };
}
