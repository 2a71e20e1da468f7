import { create } from 'zustand';

const useTour = create<{ readonly step: number | null }>(() => ({ step: null }));

/** The step of the tour that is shown, from 0; null while there is none. */
export function useTourStep(): number | null {
  return useTour(({ step }) => step);
}

export function showTourStep(step: number): void {
  useTour.setState({ step });
}

export function endTour(): void {
  useTour.setState({ step: null });
}
