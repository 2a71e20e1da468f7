import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { factorLabel } from '#model/score-factors.ts';
import { scoreBand } from '#model/score-band.ts';
import { NO_DETECTIONS, VERDICT_LOOKS } from '#model/verdict.ts';
import { accordingTo } from '#web/kit/score/verdict.ts';
import type { StepNode } from '#web/stores/investigation/investigation-node.ts';
import { sharedVia } from '#web/kit/indicator/trace-connections.ts';
import { expansions, isSearchFind, searchFinds } from './expansion-list.ts';

/** How a step was reached, in words: "same JARM", "resolved to, 2026-10-02"; its relation to the step above where that is known. */
export function viaWords({ via, why, parent }: Pick<StepNode, 'via' | 'why' | 'parent'>): string {
  if (why) return why;
  if (via === 'entry') return 'Searched';
  if (via === 'pivot') return 'Pivot';
  if (via === 'added') return parent === null ? 'added' : 'added from there';
  if (isSearchFind(via)) return searchFinds[via].via;
  return sharedVia(via) ?? expansions.find(({ id }) => id === via)?.via ?? via;
}

/** The verdict as it was seen: "90 Critical, deciding factor: Listings", "Sinkholed". */
export function verdictWords({ verdict }: Pick<StepNode, 'verdict'>): string {
  if (!verdict) return 'not opened';
  const state = verdict.state;
  if (state !== 'scored') return VERDICT_LOOKS[state].word;
  if (verdict.score === 0) return `0 ${NO_DETECTIONS}`;
  const score = `${verdict.score} ${scoreBand(verdict.score ?? Number.NaN)?.word ?? ''}`.trim();
  return verdict.decider === ''
    ? score
    : `${score}, ${accordingTo(`deciding factor: ${factorLabel(verdict.decider)}`, verdict.provider)}`;
}

/** Epoch milliseconds as the interface writes times: 'yyyy-mm-dd hh:mm:ss', UTC. */
export function timeWords(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** The sign of a kind of subject: two letters, `globe` for a domain; `Q` for a search. */
export function kindLetters(subject: StepNode['subject']): string {
  return subject.is === 'search' ? 'Q' : (INDICATOR_KINDS[subject.kind].letters ?? 'globe');
}
