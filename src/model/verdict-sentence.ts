import { capital } from './format.ts';
import { asSentence, listedWords, nameSome, type ListedBy } from './listed-by.ts';
import type { SubjectTag } from './subject-tags.ts';

/** What the sentence of a verdict is made of. */
export interface SentenceParts {
  /** The word of the band or state: "Critical". */
  readonly word: string;
  readonly listed: ListedBy | null;
  readonly tags: readonly SubjectTag[];
  /** The reason in words, without a full stop; '' where the listings and tags are the reason. */
  readonly reason: string;
  /** What is not known: "registrar". */
  readonly missing: readonly string[];
}

/**
 * The verdict on a subject in a sentence for a ticket: what it is, how, by whom and since when, and what is not known. "Critical:
 * phishing, fast flux over 169 addresses in 11 AS within 30 days; on hookline-phish and tacklebox-phish since 2026-10-21, still
 * listed. Registrar and age unknown."
 */
export function verdictSentence({ word, listed, tags, reason, missing }: SentenceParts): string {
  const what = tags.flatMap(({ words }) => words || []).join(', ');
  const why = [what, listed && listedWords(listed), reason].filter(Boolean).join('; ');
  const unknown = missing.length > 0 ? ` ${asSentence(`${nameSome(missing)} unknown`)}` : '';
  return `${word}: ${why}.${unknown}`;
}

/** A sentence without its verdict word, for places that show the word beside it. Unchanged with another word. */
export function withoutVerdictWord(sentence: string, word: string): string {
  return sentence.startsWith(`${word}: `) ? capital(sentence.slice(word.length + 2)) : sentence;
}
