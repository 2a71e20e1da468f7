import { useSyncExternalStore } from 'react';
import type { ScoreBandName } from '#model/score-band.ts';
import type { VerdictState } from '#model/verdict.ts';

/** What the page of a subject says about it: the band of its score, or the state that has none. */
export type ShownVerdict = ScoreBandName | Exclude<VerdictState, 'scored'>;

let shown: ShownVerdict | null = null;
const listeners = new Set<() => void>();

/** The verdict on screen, for what stands around the page; null while there is none. */
export function useShownVerdict(): ShownVerdict | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

export function showVerdict(next: ShownVerdict | null): void {
  shown = next;
  for (const listener of listeners) listener();
}
