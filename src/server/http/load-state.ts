/** One step of the first load; `total` is 0 while it is not known. */
export interface LoadStep {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

export type Readiness =
  | { readonly state: 'starting' }
  | { readonly state: 'loading'; readonly steps: readonly LoadStep[]; readonly startedAt: number }
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly message: string };

/** Where the first load stands: written by the process, read by the guard, /readyz and the progress view. */
export interface LoadState {
  readonly current: Readiness;
  set(next: Readiness): void;
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
