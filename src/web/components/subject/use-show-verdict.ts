import { useEffect } from 'react';
import { scoreBand } from '#model/score-band.ts';
import { showVerdict } from '#web/stores/shown-verdict.ts';
import type { Verdict } from '#web/components/score/verdict.ts';

/** Tells the shell what the page of the subject says, for as long as it says so. */
export function useShowVerdict(verdict: Verdict | undefined): void {
  const { state, score } = verdict ?? {};
  useEffect(() => {
    if (state === undefined) return;
    showVerdict(state === 'scored' ? (scoreBand(score ?? Number.NaN)?.name ?? null) : state);
    return () => showVerdict(null);
  }, [state, score]);
}
