import { useSyncExternalStore } from 'react';

const storageKey = 'sightline.tour';
/** Kept once the tour was gone through or skipped. */
const done = 'done';

let step: number | null = null;
const listeners = new Set<() => void>();

/** The step of the first-run tour that is shown, from 0; null while there is none. */
export function useTourStep(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => step,
  );
}

export function showTourStep(next: number): void {
  set(next);
}

/** It does not come by itself again. */
export function endTour(): void {
  set(null);
  try {
    localStorage.setItem(storageKey, done);
  } catch {
    // storage is blocked: it comes again with the next visit
  }
}

/** Begins the tour in a browser that has not had it. */
export function offerTour(): void {
  try {
    if (localStorage.getItem(storageKey) !== done) set(0);
  } catch {
    // a browser that remembers nothing would be offered it each time
  }
}

function set(next: number | null): void {
  if (next === step) return;
  step = next;
  for (const listener of listeners) listener();
}
