import { parse } from 'tldts';
import { isoDateToDate } from '#model/dates.ts';
import { isJudgedName } from '#model/judgement-match.ts';
import {
  type Judgement,
  type JudgementKind,
  longestTag,
  readJudgedSubject,
  readTag,
  whyTooWide,
} from '#model/judgement.ts';
import { badInput, itemOf, shortened } from '#server/http/api-error.ts';
import type { JudgementVersion } from '#server/queries/judgements.ts';

/** What a subject may be, for messages after "Send" or "write". */
export const subjectForms =
  'an address, a network such as 192.0.2.0/24, a domain or host name, or an AS such as AS64500';

/** The canonical text of one subject. @throws ApiError 400 */
export function readSubject(parameter: string, text: string): string {
  const subject = readJudgedSubject(text);
  if (subject !== undefined) return subject;
  const pattern = /^\*?\.(.+)$/.exec(text.trim())?.[1];
  const hint = pattern === undefined ? `Send ${subjectForms}.` : `Send ${pattern} with below=1 for all names below it.`;
  throw badInput(parameter, `'${shortened(text)}' is not a subject. ${hint}`);
}

interface Sent {
  readonly subjects: readonly string[];
  readonly kind: JudgementKind;
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  readonly below?: number | undefined;
  readonly until?: string | undefined;
}

/** The judgements of a call, one for each subject; a repeated one counts once. @throws ApiError 400 */
export function readJudgements(sent: Sent, author: string, today: string): JudgementVersion[] {
  const { kind, below = 0 } = sent;
  const text = readText(sent);
  const reason = sent.reason?.trim() ?? '';
  if (reason === '' && kind !== 'tag') throw badInput('reason', `Send a reason: why is it ${kind}?`);
  const until = readUntil(sent.until, today);
  const subjects = readSubjects(sent.subjects);
  if (kind === 'never-flag') subjects.forEach((subject) => checkWidth(subject, below === 1));
  return subjects.map((subject) => ({
    subject,
    kind,
    text,
    reason,
    author,
    until,
    removed: false,
    below: below === 1 && isJudgedName(subject),
  }));
}

/** The subjects of a call in canonical text, each once. @throws ApiError 400 */
export function readSubjects(texts: readonly string[]): string[] {
  const parameter = (index: number) => (texts.length === 1 ? 'subjects' : itemOf('subjects', index));
  return [...new Set(texts.map((text, index) => readSubject(parameter(index), text)))];
}

/** The text of a tag, and '' for other kinds. @throws ApiError 400 */
export function readText({ kind, text = '' }: Pick<Sent, 'kind' | 'text'>): string {
  if (kind !== 'tag') {
    if (text.trim() === '') return '';
    throw badInput('text', `Only a tag has a text. Send why it is ${kind} as reason.`);
  }
  const tag = readTag(text);
  if (tag === undefined)
    throw badInput('text', `Send the tag as text: one line of 1 to ${longestTag} visible characters.`);
  return tag;
}

/** @throws ApiError 400 */
function readUntil(text = '', today: string): string | null {
  if (text.trim() === '') return null;
  const isDay = isoDateToDate(text) !== null && text < '2299-12-31';
  if (isDay && text >= today) return text;
  throw badInput('until', `Send until as the last day on which it holds, today (${today}) or later, as yyyy-mm-dd.`);
}

/** @throws ApiError 400 */
function checkWidth(subject: string, below: boolean): void {
  const problem = whyTooWide(subject) ?? (below ? whySuffix(subject) : undefined);
  if (problem !== undefined) throw badInput('subjects', problem);
}

function whySuffix(subject: string): string | undefined {
  const { publicSuffix, isIcann } = parse(subject, { allowPrivateDomains: false });
  if (publicSuffix !== subject || !isIcann) return undefined;
  return `Anybody can register a name below ${subject}. Send the domains below it that are yours.`;
}

/**
 * Reads the entries of SIGHTLINE_NEVER_FLAG. A name covers the names below it.
 * @throws Error that says what an entry may be
 */
export function readNeverFlag(entries: readonly string[]): readonly Judgement[] {
  return entries.map((entry) => {
    const subject = readJudgedSubject(entry.replace(/^\*?\./, ''));
    if (subject === undefined) throw new Error(`${entry} is not a subject: write ${subjectForms}`);
    const problem = whyTooWide(subject) ?? whySuffix(subject);
    if (problem !== undefined) throw new Error(problem);
    return {
      subject,
      kind: 'never-flag',
      text: '',
      at: null,
      until: null,
      configured: true,
      below: isJudgedName(subject),
      reason: 'Listed in SIGHTLINE_NEVER_FLAG',
      author: 'configuration',
    };
  });
}
