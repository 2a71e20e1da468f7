import { create } from 'zustand';
import type { ScoreBandName } from '#model/score-band.ts';
import type { VerdictState } from '#model/verdict.ts';

/** What the page of a subject says about it: the band of its score, or the state that has none. */
export type ShownVerdict = ScoreBandName | Exclude<VerdictState, 'scored'>;

const useShown = create<{ readonly verdict: ShownVerdict | null }>(() => ({ verdict: null }));

/** The verdict on screen, for what stands around the page; null while there is none. */
export function useShownVerdict(): ShownVerdict | null {
  return useShown(({ verdict }) => verdict);
}

export function showVerdict(verdict: ShownVerdict | null): void {
  useShown.setState({ verdict });
}

/** The id of the place below the top bar where the page of a subject says whose it is once its header is scrolled away. */
export const subjectBarId = 'subject-bar';
