/** One step of the first load; `total` is 0 while it is not known. */
export interface LoadStep {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** A table that lost rows on disk which nothing can bring back. */
export interface Incomplete {
  readonly table: string;
  /** Number of lost rows; absent if unknown. */
  readonly rows?: number | undefined;
  readonly reason: string;
}

export type Readiness =
  | { readonly state: 'starting' }
  | { readonly state: 'loading'; readonly steps: readonly LoadStep[]; readonly startedAt: number }
  | { readonly state: 'ready'; readonly incomplete?: readonly Incomplete[] }
  | { readonly state: 'failed'; readonly message: string };

/** Where the first load stands: written by the process, read by the guard, /readyz and the progress view. */
export interface LoadState {
  readonly current: Readiness;
  set(next: Readiness): void;
  /** What the ready collection has lost. */
  readonly incomplete: readonly Incomplete[];
  /** Resolves once the collection is there; rejects when the signal fires first. */
  whenReady(signal: AbortSignal): Promise<void>;
}

export function loadState(initial: Readiness = { state: 'starting' }): LoadState {
  let current = initial;
  const waiting = new Set<() => void>();
  return {
    get current() {
      return current;
    },
    get incomplete() {
      return current.state === 'ready' ? (current.incomplete ?? []) : [];
    },
    set(next) {
      current = next;
      if (next.state === 'ready') for (const proceed of waiting) proceed();
    },
    whenReady(signal) {
      if (current.state === 'ready') return Promise.resolve();
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(proceed);
          signal.removeEventListener('abort', stop);
        };
        const proceed = () => {
          leave();
          resolve();
        };
        const stop = () => {
          leave();
          reject(signal.reason as Error);
        };
        waiting.add(proceed);
        signal.addEventListener('abort', stop, { once: true });
      });
    },
  };
}
