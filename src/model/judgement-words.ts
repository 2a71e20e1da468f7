import type { Judgement, JudgementKind } from './judgement.ts';
import type { SubjectTag } from './subject-tags.ts';

interface KindWords {
  readonly label: string;
  readonly meaning: string;
  readonly tone: SubjectTag['tone'] | 'accent';
}

export const judgementWords: Readonly<Record<JudgementKind, KindWords>> = {
  tag: { label: 'Tag', meaning: 'A word of your own, such as “red team”', tone: 'accent' },
  trusted: { label: 'Trusted', meaning: 'The team trusts it', tone: 'ok' },
  bad: { label: 'Bad', meaning: 'The team holds it for malicious', tone: 'danger' },
  'never-flag': { label: 'Never flag', meaning: 'Left out of findings, watches and published lists', tone: 'neutral' },
};

/** The text of a tag, or the word of another kind: "red team", "Trusted". May be foreign. */
export function judgementLabel({ kind, text }: Pick<Judgement, 'kind' | 'text'>): string {
  return kind === 'tag' ? text : judgementWords[kind].label;
}

/** "example.com and names below" */
export function judgedWords({ subject, below }: Pick<Judgement, 'subject' | 'below'>): string {
  return below ? `${subject} and names below` : subject;
}

/** Who said it, when, and until when: "j.doe, 2026-11-20, until 2026-12-31". */
export function judgementOrigin({ author, at, until }: Pick<Judgement, 'author' | 'at' | 'until'>): string {
  return [author, at?.slice(0, 10), until && `until ${until}`].filter(Boolean).join(', ');
}

/**
 * A judgement in one line: "Bad: phishing kit (203.0.113.0/24; j.doe, 2026-11-20)". May hold foreign text.
 * @param about the subject that it is shown for, which is not repeated
 */
export function judgementSentence(judgement: Judgement, about: string): string {
  const { subject, reason } = judgement;
  const origin = [subject === about ? '' : judgedWords(judgement), judgementOrigin(judgement)].filter(Boolean);
  return `${judgementLabel(judgement)}${reason && `: ${reason}`} (${origin.join('; ')})`;
}
