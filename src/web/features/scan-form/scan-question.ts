import { scanKinds, type ScanKind, type ScanSearch } from '#web/components/scan-kind.ts';
import { fieldNames, fields, kindForms, type FieldName } from './scan-fields.ts';

/** A search as it stands in the form and in the URL: texts of the wire parameters, '' for "not given". */
export type ScanQuestion = { readonly what: ScanKind } & Readonly<Record<FieldName, string>>;

/** The keys of the question in the URL. */
export const questionKeys = ['what', ...fieldNames] as const;

export const emptyQuestion: ScanQuestion = {
  what: 'certificates',
  ...(Object.fromEntries(fieldNames.map((name) => [name, ''])) as Record<FieldName, ''>),
};

/** Reads a question from the URL. What no choice of a field has degrades to its default; texts are kept, and judged by the form. */
export function readQuestion(params: Readonly<Partial<Record<string, string | null>>>): ScanQuestion {
  const texts = fieldNames.map((name) => {
    const text = params[name] ?? '';
    const { choices } = fields[name];
    return [name, choices && !choices.some(({ value }) => value === text) ? '' : text];
  });
  return {
    ...(Object.fromEntries(texts) as Record<FieldName, string>),
    what: scanKinds.find((kind) => kind === params['what']) ?? emptyQuestion.what,
  };
}

/** The fields that the kind has a use for and that are given, without blanks around their texts. */
function given(question: ScanQuestion): readonly (readonly [name: FieldName, text: string])[] {
  const { main, more } = kindForms[question.what];
  const used = new Set([...main, ...more]);
  return fieldNames
    .filter((name) => used.has(name) && question[name].trim() !== '')
    .map((name) => [name, question[name].trim()] as const);
}

/** The question for the URL: the kind, and what is given. */
export function questionParams(question: ScanQuestion): Record<string, string> {
  return { what: question.what, ...Object.fromEntries(given(question)) };
}

/** Two questions that are the same in the URL are the same. */
export function isSameQuestion(a: ScanQuestion, b: ScanQuestion): boolean {
  return JSON.stringify(questionParams(a)) === JSON.stringify(questionParams(b));
}

const noSubjects: ReadonlySet<string> = new Set(['limit', 'skip', 'result_mode', 'net'] satisfies FieldName[]);

/** True when there is something to look for. */
export function isAsked(question: ScanQuestion): boolean {
  return given(question).some(([name]) => !noSubjects.has(name));
}

/** The parameters set aside that are given, with their texts. */
export function setAside(question: ScanQuestion): Readonly<Record<string, string>> {
  const { more } = kindForms[question.what];
  return Object.fromEntries(given(question).filter(([name]) => more.includes(name)));
}

/** The search that a question is. Its texts are taken as the form has judged them. */
export function searchOf(question: ScanQuestion): ScanSearch {
  const query = Object.fromEntries(
    given(question).map(([name, text]) => [
      name,
      fields[name].isNumber || name === 'expired_certs_only' ? Number(text) : text,
    ]),
  );
  return { kind: question.what, query } as ScanSearch;
}

/** What is looked for, in the words that were typed. */
export function subjectOf(question: ScanQuestion): string {
  const { ipv4, netmask } = question;
  const { main } = kindForms[question.what];
  const texts = given(question)
    .filter(([name]) => main.includes(name) && name !== 'netmask' && !fields[name].choices)
    .map(([name, text]) => (name === 'ipv4' && netmask !== '' ? `${ipv4.trim()}/${netmask.trim()}` : text));
  return texts.join(' · ');
}

/** The question in words: the title of its panel. */
export function questionTitle(question: ScanQuestion): string {
  const subject = subjectOf(question);
  return subject === '' ? kindForms[question.what].label : `${kindForms[question.what].label}: ${subject}`;
}
