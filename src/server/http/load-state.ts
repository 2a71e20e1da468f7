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
}

export function loadState(initial: Readiness = { state: 'starting' }): LoadState {
  let current = initial;
  return {
    get current() {
      return current;
    },
    set(next) {
      current = next;
    },
  };
}
