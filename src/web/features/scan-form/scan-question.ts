import type { FieldProblems } from '#web/components/ask/field-note.ts';
import { questionParams, questionQuery, type ParameterQuestion } from '#web/components/ask/parameter-question.ts';
import { scanNames, scanOperations, type ScanKind, type ScanSearch } from '#web/components/ask/scan-kind.ts';
import { scanFields } from './scan-fields.ts';

/** A search of one kind as it stands in the form and in the URL. */
export interface ScanQuestion {
  readonly kind: ScanKind;
  readonly texts: ParameterQuestion;
}

/** Parameters that narrow or shape an answer, but look for nothing. */
const noSubjects: ReadonlySet<string> = new Set(['limit', 'skip', 'result_mode', 'net']);

/** True when there is something to look for. */
export function isAsked({ kind, texts }: ScanQuestion): boolean {
  return Object.keys(questionParams(scanFields[kind], texts)).some((name) => !noSubjects.has(name));
}

/** What is still to be given before it can be asked, by field. */
export function missingOf(question: ScanQuestion): FieldProblems {
  const { kind, texts } = question;
  const [first] = scanFields[kind];
  if (!isAsked(question)) return { [first?.name ?? 'ipv4']: 'Give at least one thing to look for.' };
  const { ipv4 = '', netmask = '', net = '' } = texts;
  if (ipv4.trim() !== '') return {};
  if (netmask.trim() !== '') return { ipv4: 'A netmask needs the address of its network.' };
  return net === '' ? {} : { ipv4: '“Everywhere else” needs the network that is left out.' };
}

/** The search that a question is. Its texts are taken as the form has judged them. */
export function searchOf({ kind, texts }: ScanQuestion): ScanSearch {
  return { operationId: scanOperations[kind], query: questionQuery(scanFields[kind], texts) };
}

/** What is looked for, in the words that were typed; '' where the choices say it all. */
export function subjectOf({ kind, texts }: ScanQuestion): string {
  const inSight = scanFields[kind].filter(({ group, kind: input }) => group === undefined && input !== 'choice');
  const { netmask, ...given } = questionParams(inSight, texts);
  const outside = texts['net'] === 'notin' ? 'outside ' : '';
  return Object.entries(given)
    .map(([name, text]) => (name === 'ipv4' ? `${outside}${text}${netmask === undefined ? '' : `/${netmask}`}` : text))
    .join(' · ');
}

/** The question in words: the title of its panel. */
export function questionTitle(question: ScanQuestion): string {
  const subject = subjectOf(question);
  const name = scanNames[question.kind];
  return subject === '' ? name : `${name}: ${subject}`;
}
