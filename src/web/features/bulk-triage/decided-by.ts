import { factorLabel } from '#model/score-factors.ts';
import { VERDICT_LOOKS } from '#model/verdict.ts';
import { deciderSentence } from '#web/components/score/score-words.ts';
import type { BulkRow } from './bulk-row.ts';

/** What the table says decided a score, and the sentence behind it. */
interface DecidedBy {
  readonly text: string;
  readonly sentence: string;
}

const open: DecidedBy = {
  text: 'Not in bulk answers',
  sentence: 'The bulk answers of this deployment do not tell what decided the score. Its page does.',
};

/** The deciding factor in words, as on the page of the subject. Where the bulk answers of a deployment do not tell it, that is said. */
export function decidedBy({ state, sp_risk_score: score, decider }: BulkRow): DecidedBy {
  if (state !== undefined && state !== 'scored')
    return state === 'unknown'
      ? { text: '', sentence: '' }
      : { text: factorLabel(decider), sentence: VERDICT_LOOKS[state].meaning };
  if (score === undefined) return { text: '', sentence: '' };
  if (decider) return { text: factorLabel(decider), sentence: deciderSentence(score, decider) };
  return score === 0 && state === 'scored' ? { text: 'No detections', sentence: 'No detections.' } : open;
}
