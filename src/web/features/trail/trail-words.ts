import type { TrailNode } from '#web/stores/trail/trail-node.ts';
import { expansions, isSearchFind, searchFinds } from './expansion-list.ts';

/** How a step was reached, as it is read. */
export function viaWords({ via, parent }: Pick<TrailNode, 'via' | 'parent'>): string {
  if (via === 'entry') return 'typed, pasted or chosen';
  if (via === 'pivot') return 'followed';
  if (via === 'added') return parent === null ? 'added' : 'added from there';
  if (isSearchFind(via)) return searchFinds[via].via;
  return expansions.find(({ id }) => id === via)?.via ?? via;
}

/** What stood beside the score when it was seen: "listing_score", "unknown". */
export function verdictWords({ verdict }: Pick<TrailNode, 'verdict'>): string {
  if (!verdict) return 'not looked at';
  if (verdict.score === null) return 'unknown';
  return verdict.decider === '' ? String(verdict.score) : `${verdict.score}, decided by ${verdict.decider}`;
}

/** Epoch milliseconds as the interface writes times: 'yyyy-mm-dd hh:mm:ss', UTC. */
export function timeWords(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
