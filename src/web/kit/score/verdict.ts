import { formatCount } from '#model/format.ts';
import { scoreBand } from '#model/score-band.ts';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState } from '#model/verdict.ts';
import { providerOf } from '#web/api/score-origin.ts';

/** The inputs of one score, an `*_explain` object of the interface, under a plain title. */
export interface ScoreInputs {
  readonly title: string;
  readonly explain: object;
}

/** What a record says about its subject in one line, and why. */
export interface Verdict {
  readonly state: VerdictState;
  /** null unless `scored`: no other state has a number. */
  readonly score: number | null;
  /** Of an address that was never observed: the score of the network around it, above 0. */
  readonly networkScore?: number | undefined;
  /** "Critical: on 4 lists, first 37 days ago, still listed." */
  readonly sentence: string;
  /** Field that decided; '' when none did. */
  readonly decider: string;
  /** What the scores were computed from, the deciding one first. */
  readonly inputs: readonly ScoreInputs[];
  /** What the provider is called whose verdict it is; absent for one of this service. */
  readonly provider?: string | undefined;
}

/**
 * Words about a score with whose they are, where they are not of this service: "Critical, according to Example Intel: on 4 lists".
 * The one way in which this is said.
 */
export function accordingTo(words: string, provider: string | undefined): string {
  if (provider === undefined || words === '') return words;
  const [, head = '', rest = ''] = /^(.*?)([:.].*)?$/s.exec(words) ?? [];
  return `${head}, according to ${provider}${rest}`;
}

/** A verdict that says whose it is, by the record that it was read from. */
export function attributed(verdict: Verdict, record: object | undefined): Verdict {
  const provider = providerOf(record);
  return provider === undefined ? verdict : { ...verdict, provider, sentence: accordingTo(verdict.sentence, provider) };
}

/** Nothing was observed: what that means, in a sentence. */
export function unknownVerdict(sentence: string): Verdict {
  return { state: 'unknown', score: null, sentence: `Unknown: ${sentence}`, decider: '', inputs: [] };
}

/** A state without a number: its word, and what it means for this subject. */
export function stateVerdict(
  state: Exclude<VerdictState, 'scored'>,
  meaning: string,
  rest: Pick<Verdict, 'decider' | 'inputs' | 'networkScore'>,
): Verdict {
  return { ...rest, state, score: null, sentence: `${VERDICT_LOOKS[state].word}: ${meaning}` };
}

/** A score with the word of its band and the reason; of a score of 0, what was checked. */
export function scoredVerdict(score: number, reason: string, rest: Pick<Verdict, 'decider' | 'inputs'>): Verdict {
  const word = score === 0 ? NO_DETECTIONS : (scoreBand(score)?.word ?? String(score));
  return { ...rest, state: 'scored', score, sentence: `${word}: ${reason}` };
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

export function daysAgo(days: number): string {
  return days === 0 ? 'today' : `${formatCount(days, 'day')} ago`;
}
