import { capital } from '#model/format.ts';
import { asSentence, type ListedBy, listedWords, nameSome } from '#model/listed-by.ts';
import { scoreBand } from '#model/score-band.ts';
import type { SubjectTag } from '#model/subject-tags.ts';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState, verdictWord } from '#model/verdict.ts';
import { providerOf } from '#web/api/score-origin.ts';

/** The inputs of one score, an `*_explain` object of the interface, under a plain title. */
interface ScoreInputs {
  readonly title: string;
  readonly explain: object;
}

/** The verdict of a record about its subject in one line, with the reason. */
export interface Verdict {
  readonly state: VerdictState;
  /** null unless `scored`: no other state has a number. */
  readonly score: number | null;
  /** "Critical: phishing; on hookline-phish since 2026-10-21, still listed." Has foreign text. */
  readonly sentence: string;
  /** The most severe first. */
  readonly tags?: readonly SubjectTag[];
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
  rest: Pick<Verdict, 'decider' | 'inputs'>,
): Verdict {
  return { ...rest, state, score: null, sentence: `${VERDICT_LOOKS[state].word}: ${meaning}` };
}

/** The verdict of private and special-use space. */
export const internalVerdict: Verdict = {
  ...unknownVerdict(''),
  state: 'internal',
  sentence: VERDICT_LOOKS.internal.meaning,
};

/** The verdict of a score: the word of its band and the reason or, for a score of 0, which nothing decided, what was checked. */
export function scoredVerdict(score: number, reason: string, rest: Pick<Verdict, 'decider' | 'inputs'>): Verdict {
  const decider = score === 0 ? '' : rest.decider;
  return { ...rest, state: 'scored', score, decider, sentence: `${scoreWord(score)}: ${reason}` };
}

/** What the sentence of a verdict is made of. */
interface SentenceParts {
  /** The word of the band or state: "Critical". */
  readonly word: string;
  readonly listed: ListedBy | null;
  readonly tags: readonly SubjectTag[];
  /** The reason in words, without a full stop; '' where the listings and tags are the reason. */
  readonly reason: string;
  /** What is not known: "registrar". */
  readonly missing: readonly string[];
}

/** The verdict of a score above 0 of a domain or an address. */
export function detectedVerdict(
  score: number,
  { decider, tags, listed, reason, ...parts }: Omit<SentenceParts, 'word'> & { readonly decider: string },
  inputs: Verdict['inputs'],
): Verdict {
  const isTold = toldBy(decider).some((id) => (id === 'listed' ? listed !== null : tags.some((tag) => tag.id === id)));
  const sentence = verdictSentence({ ...parts, listed, tags, reason: isTold ? '' : reason, word: scoreWord(score) });
  return { decider, inputs, tags, state: 'scored', score, sentence };
}

/**
 * The verdict on a subject in a sentence for a ticket: what it is, how, by whom and since when, and what is not known. "Critical:
 * phishing, fast flux over 169 addresses in 11 AS within 30 days; on hookline-phish and tacklebox-phish since 2026-10-21, still
 * listed. Registrar and age unknown."
 */
function verdictSentence({ word, listed, tags, reason, missing }: SentenceParts): string {
  const what = tags.flatMap(({ words }) => words || []).join(', ');
  const why = [what, listed && listedWords(listed), reason].filter(Boolean).join('; ');
  const unknown = missing.length > 0 ? ` ${asSentence(`${nameSome(missing)} unknown`)}` : '';
  return `${word}: ${why}.${unknown}`;
}

/** The parts of the sentence that give the reason of a factor already. */
function toldBy(decider: string): readonly string[] {
  if (decider === 'listing_score' || decider === 'malscore') return ['listed'];
  if (decider === 'is_new_score' || decider === 'age_score') return ['newly-registered'];
  return decider === 'ns_entropy_score' ? ['server-changes'] : [];
}

/** The sentence beside the word of the verdict, which it leaves out. */
export function shownSentence({ sentence, state, score }: Pick<Verdict, 'sentence' | 'state' | 'score'>): string {
  const head = `${verdictWord(state, score)}: `;
  return sentence.startsWith(head) ? capital(sentence.slice(head.length)) : sentence;
}

function scoreWord(score: number): string {
  return score === 0 ? NO_DETECTIONS : (scoreBand(score)?.word ?? String(score));
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
