/** Writes pass side by side, unless work has the collection to itself. */
export interface Gate {
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for those that have passed, and holds up others until the work has ended. */
  close<T>(work: () => Promise<T>): Promise<T>;
}

export function openGate(): Gate {
  const passing = new Set<Promise<unknown>>();
  let closed: Promise<unknown> | undefined;
  return {
    pass: async (work) => {
      while (closed) await closed;
      const result = work();
      const ended = result.then(
        () => undefined,
        () => undefined,
      );
      passing.add(ended);
      void ended.then(() => passing.delete(ended));
      return result;
    },
    close: async (work) => {
      while (closed) await closed;
      const waiting = Promise.all(passing);
      const result = waiting.then(work);
      const ended = result.then(
        () => undefined,
        () => undefined,
      );
      closed = ended;
      void ended.then(() => (closed = undefined));
      return result;
    },
  };
}
