import { scoreBand } from '#model/score-band.ts';

/** The inputs of one score, an `*_explain` object of the interface, under a plain title. */
export interface ScoreInputs {
  readonly title: string;
  readonly explain: object;
}

/** What a record says about its subject in one line, and why. */
export interface Verdict {
  /**
   * unknown: nothing was observed, so nothing can be said · clean: looked at, and nothing known speaks against it ·
   * acquitted: 0 by rule, whatever its scores say · data: something speaks against it.
   */
  readonly state: 'unknown' | 'clean' | 'acquitted' | 'data';
  /** null when unknown. */
  readonly score: number | null;
  /** "Critical: listed 7 times in the last 30 days." */
  readonly sentence: string;
  /** Field that decided; '' when none did. */
  readonly decider: string;
  /** What the scores were computed from, the deciding one first. */
  readonly inputs: readonly ScoreInputs[];
}

/** The collection holds nothing: the service's own words, then what that means. */
export function unknownVerdict(sentence: string): Verdict {
  return { state: 'unknown', score: null, sentence: `Unknown: ${sentence}`, decider: '', inputs: [] };
}

/** A verdict over a score, with its band's word before the reason, or the rule that it stands for. */
export function scoredVerdict(score: number, reason: string, rest: Omit<Verdict, 'score' | 'sentence'>): Verdict {
  const word = scoreBand(score)?.word ?? String(score);
  const sentences = {
    unknown: reason,
    clean: capital(reason),
    acquitted: `${score === 0 ? '0 by rule' : word}: ${reason}`,
    data: `${word}: ${reason}`,
  };
  return { ...rest, score, sentence: sentences[rest.state] };
}

/** The inputs that hold anything, that of the decider first. */
export function orderInputs(
  decider: string,
  all: Readonly<Record<string, { readonly title: string; readonly explain: object | undefined }>>,
): readonly ScoreInputs[] {
  const isFirst = (name: string) => Number(name === decider);
  return Object.entries(all)
    .sort(([a], [b]) => isFirst(b) - isFirst(a))
    .flatMap(([, { title, explain }]) => (explain && Object.keys(explain).length > 0 ? [{ title, explain }] : []));
}

/** "1 name", "12 names". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export function daysAgo(days: number): string {
  return days === 0 ? 'today' : `${countOf(days, 'day')} ago`;
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
