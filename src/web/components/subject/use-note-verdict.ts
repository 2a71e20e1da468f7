import { useEffect } from 'react';
import { noteVerdict } from '#web/stores/trail/trail-calls.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import type { Indicator } from '#web/components/indicator/indicator-of.ts';
import type { Verdict } from '#web/components/score/verdict.ts';

/** Notes in the trail what the page of a subject says about it. */
export function useNoteVerdict({ kind, value }: Indicator, verdict: Verdict | undefined): void {
  const { state, score, decider } = verdict ?? {};
  useEffect(() => {
    if (state !== undefined && score !== undefined && decider !== undefined)
      noteVerdict(subjectPath(kind, value), { state, score, decider });
  }, [kind, value, state, score, decider]);
}
