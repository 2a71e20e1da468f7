/** One step of the first load; `total` is 0 while it is not known. */
export interface LoadStep {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** A table that lost rows on disk for good. */
export interface Incomplete {
  readonly table: string;
  /** Number of lost rows; absent if unknown. */
  readonly rows?: number | undefined;
  readonly reason: string;
}

export type Readiness =
  | { readonly state: 'starting' }
  | { readonly state: 'loading'; readonly steps: readonly LoadStep[]; readonly startedAt: number }
  | {
      readonly state: 'ready';
      readonly incomplete?: readonly Incomplete[];
      /** When the embedded store was compared with its checksums; absent before. ISO 8601. */
      readonly checkedAt?: string;
    }
  | { readonly state: 'failed'; readonly message: string };

/** Progress of the first load: written by the process, read by the gate and /readyz. */
export interface LoadState {
  readonly current: Readiness;
  set(next: Readiness): void;
  /** Tables of the ready collection that lost rows. */
  readonly incomplete: readonly Incomplete[];
}

export function loadState(initial: Readiness = { state: 'starting' }): LoadState {
  let current = initial;
  return {
    get current() {
      return current;
    },
    get incomplete() {
      return current.state === 'ready' ? (current.incomplete ?? []) : [];
    },
    set(next) {
      current = next;
    },
  };
}
