import type { AsnTakedownReputationExplain } from '#contract/generated/types.gen.ts';
import { countOf } from './verdict.ts';

/** How an operator reacts to listings: "slow, oldest listing open 399 days"; null when the answer does not say. */
export function takedownWords(
  score: number | undefined,
  explain: AsnTakedownReputationExplain | undefined,
): string | null {
  const { items_num_listed: items, listings_max_age: age } = explain ?? {};
  if (score === undefined) return null;
  if (!items || age === undefined) return score === 0 && explain ? 'no open listings' : speedWord(score);
  return `${speedWord(score)}, oldest listing open ${countOf(age, 'day')}`;
}

/** How slow an operator reacts; says nothing about the users of the network. */
function speedWord(score: number): string {
  if (score >= 75) return 'very slow';
  if (score >= 50) return 'slow';
  return score >= 25 ? 'moderate' : 'fast';
}
