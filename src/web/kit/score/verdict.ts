import { formatCount } from '#model/format.ts';
import { scoreBand } from '#model/score-band.ts';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState } from '#model/verdict.ts';
import { providerOf } from '#web/api/score-origin.ts';

/** The inputs of one score, an `*_explain` object of the interface, under a plain title. */
export interface ScoreInputs {
  readonly title: string;
  readonly explain: object;
}

/** The verdict of a record about its subject in one line, with the reason. */
export interface Verdict {
  readonly state: VerdictState;
  /** null unless `scored`: no other state has a number. */
  readonly score: number | null;
  /** For an address that was never observed: the score of its network, above 0. */
  readonly networkScore?: number | undefined;
  /** "Critical: on 4 lists, first 37 days ago, still listed." */
  readonly sentence: string;
  /** The deciding field; '' if there is none. */
  readonly decider: string;
  /** The inputs of the scores, those of the deciding factor first. */
  readonly inputs: readonly ScoreInputs[];
  /** The name of the provider of the verdict; absent for a verdict of this service. */
  readonly provider?: string | undefined;
}

/**
 * Adds the provider to words about a score from outside this service: "Critical, according to Example Intel: on 4 lists".
 * All attributions use this function.
 */
export function accordingTo(words: string, provider: string | undefined): string {
  if (provider === undefined || words === '') return words;
  const [, head = '', rest = ''] = /^(.*?)([:.].*)?$/s.exec(words) ?? [];
  return `${head}, according to ${provider}${rest}`;
}

/** Adds the provider of the record to its verdict. */
export function attributed(verdict: Verdict, record: object | undefined): Verdict {
  const provider = providerOf(record);
  return provider === undefined ? verdict : { ...verdict, provider, sentence: accordingTo(verdict.sentence, provider) };
}

/** The verdict "unknown", with a sentence of explanation. */
export function unknownVerdict(sentence: string): Verdict {
  return { state: 'unknown', score: null, sentence: `Unknown: ${sentence}`, decider: '', inputs: [] };
}

/** The verdict of a state without a number: the word of the state and its meaning for the subject. */
export function stateVerdict(
  state: Exclude<VerdictState, 'scored'>,
  meaning: string,
  rest: Pick<Verdict, 'decider' | 'inputs' | 'networkScore'>,
): Verdict {
  return { ...rest, state, score: null, sentence: `${VERDICT_LOOKS[state].word}: ${meaning}` };
}

/** The verdict of private and special-use space. */
export const internalVerdict: Verdict = {
  ...unknownVerdict(''),
  state: 'internal',
  sentence: VERDICT_LOOKS.internal.meaning,
};

/** The verdict of a score: the word of its band and the reason or, for a score of 0, what was checked. */
export function scoredVerdict(score: number, reason: string, rest: Pick<Verdict, 'decider' | 'inputs'>): Verdict {
  const word = score === 0 ? NO_DETECTIONS : (scoreBand(score)?.word ?? String(score));
  return { ...rest, state: 'scored', score, sentence: `${word}: ${reason}` };
}

/** The non-empty inputs, that of the deciding factor first. */
export function orderInputs(
  decider: string,
  all: Readonly<Record<string, { readonly title: string; readonly explain: object | undefined }>>,
): readonly ScoreInputs[] {
  const isFirst = (name: string) => Number(name === decider);
  return Object.entries(all)
    .sort(([a], [b]) => isFirst(b) - isFirst(a))
    .flatMap(([, { title, explain }]) => (explain && Object.keys(explain).length > 0 ? [{ title, explain }] : []));
}

export function daysAgo(days: number): string {
  return days === 0 ? 'today' : `${formatCount(days, 'day')} ago`;
}
