import { useEffect } from 'react';
import { scoreBand } from '#model/score-band.ts';
import { showVerdict } from '#web/stores/shown-verdict.ts';
import type { Verdict } from './verdict.ts';

/** Tells the shell what the page of the subject says, for as long as it says so. */
export function useShowVerdict(verdict: Verdict | undefined): void {
  const score = verdict?.score;
  useEffect(() => {
    if (score === undefined) return;
    showVerdict(score === null ? 'unknown' : (scoreBand(score)?.name ?? null));
    return () => showVerdict(null);
  }, [score]);
}
