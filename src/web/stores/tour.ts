import { create } from 'zustand';
import { storedTextOrThrow, storeText } from '#web/storage/browser-store.ts';

const storageKey = 'sightline.tour';
/** Kept once the tour was gone through or skipped. */
const done = 'done';

const useTour = create<{ readonly step: number | null }>(() => ({ step: null }));

/** The step of the first-run tour that is shown, from 0; null while there is none. */
export function useTourStep(): number | null {
  return useTour(({ step }) => step);
}

export function showTourStep(step: number): void {
  useTour.setState({ step });
}

/** It is not shown automatically again, unless storage is blocked. */
export function endTour(): void {
  useTour.setState({ step: null });
  storeText(storageKey, done);
}

/** Begins the tour in a browser that has not had it. */
export function offerTour(): void {
  try {
    if (storedTextOrThrow(storageKey) !== done) showTourStep(0);
  } catch {
    // a browser without storage would see the offer every time
  }
}
