import { deciderSentence } from '#web/components/score-words.ts';
import type { BulkRow } from './bulk-row.ts';

/** What the table says decided a score, and the sentence behind it. */
interface DecidedBy {
  readonly text: string;
  readonly sentence: string;
}

/**
 * Never blank beside a score: where bulk answers do not tell the decider, it says what they leave open. Of the inputs of a
 * domain they hold its age only (C4).
 */
export function decidedBy({ entry, record, sp_risk_score: score, decider }: BulkRow): DecidedBy {
  if (score === undefined) return { text: '', sentence: '' };
  if (decider) return { text: decider, sentence: deciderSentence(score, decider) };
  if (entry.kind === 'domain' && record.age_score !== undefined) return ofDomain(score, record.age_score);
  if (score === 0) return { text: 'nothing known', sentence: deciderSentence(0, undefined) };
  return { text: 'not told in bulk', sentence: 'Bulk answers do not tell what decided the score. Its page does.' };
}

function ofDomain(score: number, ageScore: number): DecidedBy {
  if (score > 0)
    return {
      text: 'not told: listing or name servers',
      sentence:
        'Decided by its listings, its name servers or how often these changed, not by its age. Bulk answers do not tell which; its page does.',
    };
  // young, and 0 all the same: it was acquitted
  if (ageScore > 0) return { text: '0 by rule', sentence: '0 by rule: the domain is expired, parked or sinkholed.' };
  return {
    text: 'nothing known, or 0 by rule',
    sentence:
      'Nothing known speaks against it, or it is expired, parked or sinkholed. Bulk answers do not tell which; its page does.',
  };
}
