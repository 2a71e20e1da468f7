import type { Parameter, ParameterLimits } from '#contract/generated/parameters.gen.ts';
import { isoDateToDate } from '#model/dates.ts';
import type { Choice } from '#web/ui/SelectField.tsx';
import type { FieldProblems } from './field-note.ts';
import { nameProblem } from './name-problem.ts';
import { numberProblem } from './number-problem.ts';
import { checkRegex } from './regex-check.ts';
import { listProblem, splitList } from './value-list.ts';

/** A parameter of an operation as a field of its form. What it means and its limits come from the contract. */
export interface ParameterField<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** A name may be a pattern with wildcards. A list may be repeated: `;` stands between its values. */
  readonly kind: 'text' | 'indicator' | 'name' | 'regex' | 'number' | 'day' | 'choice' | 'list';
  readonly example?: string;
  /** What it means, where the contract speaks of the wire to people who see a form. */
  readonly hint?: string;
  /** Of a choice; '' leaves it to the service. */
  readonly choices?: readonly Choice<string>[];
  /** What else would be wrong with the text, or with a value of the list. */
  readonly check?: (text: string) => string | undefined;
  /** What the text means together with the others, where that says more than the hint. */
  readonly reading?: (question: ParameterQuestion) => string | undefined;
  /** The heading it stands under among "More parameters"; in sight without one. */
  readonly group?: string;
  /** What stands in the field when the URL does not name it; '' unless given. */
  readonly usual?: string;
}

/** A question as it stands in a form and in the URL: texts of the wire parameters, '' for "not given". */
export type ParameterQuestion<Name extends string = string> = Readonly<Record<Name, string>>;

/** Reads a question from the URL. What is no choice of its field degrades to the usual one; texts are judged by the form. */
export function readQuestion<Name extends string>(
  fields: readonly ParameterField<Name>[],
  params: Readonly<Partial<Record<string, string | null>>>,
): ParameterQuestion<Name> {
  const entries = fields.map(({ name, choices, usual = '' }) => {
    const text = params[name]?.trim() ?? usual;
    return [name, choices && !choices.some(({ value }) => value === text) ? usual : text];
  });
  return Object.fromEntries(entries) as ParameterQuestion<Name>;
}

/** The question for the URL: only what differs from the usual. */
export function questionParams<Name extends string>(
  fields: readonly ParameterField<Name>[],
  question: ParameterQuestion<Name>,
): Record<string, string> {
  return Object.fromEntries(
    fields
      .filter(({ name, usual = '' }) => question[name].trim() !== usual)
      .map(({ name }) => [name, question[name].trim()]),
  );
}

/** What the service would refuse, by field; nothing typed has no problem. */
export function questionProblems<Name extends string>(
  fields: readonly ParameterField<Name>[],
  question: ParameterQuestion<Name>,
  limitsOf: (name: Name) => Pick<Parameter, keyof ParameterLimits | 'maxItems'> | undefined,
): FieldProblems {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, check = noProblem }) => {
      const text = question[name].trim();
      const limits = limitsOf(name);
      const found = () =>
        kind === 'list'
          ? listProblem(splitList(name, text), limits?.maxItems ?? Number.POSITIVE_INFINITY, check)
          : (problemOf(kind, text, limits) ?? check(text));
      const problem = text === '' ? undefined : found();
      return problem === undefined ? [] : [[name, problem]];
    }),
  );
}

function noProblem(): undefined {
  return undefined;
}

function problemOf(kind: ParameterField['kind'], text: string, limits: ParameterLimits = {}): string | undefined {
  const { maxLength = Number.POSITIVE_INFINITY } = limits;
  if (text.length > maxLength) return `At most ${maxLength.toLocaleString('en')} characters.`;
  if (kind === 'name') return nameProblem(text, false);
  if (kind === 'regex') return checkRegex(text).problem;
  if (kind === 'number') return numberProblem(text, limits);
  if (kind === 'day' && !isoDateToDate(text)) return 'A day such as 2026-06-01.';
  return undefined;
}

/** The query of the operation: what is given, numbers as numbers, lists as lists. Its texts are taken as the form has judged them. */
export function questionQuery<Name extends string>(
  fields: readonly ParameterField<Name>[],
  question: ParameterQuestion<Name>,
): Partial<Record<Name, string | number | readonly (string | number)[]>> {
  const entries = fields
    .map(({ name, kind }) => ({ name, kind, text: question[name].trim() }))
    .filter(({ text }) => text !== '')
    .map(({ name, kind, text }) => [name, kind === 'list' ? valuesOf(name, text) : plainValue(kind, text)] as const);
  return Object.fromEntries(entries) as Partial<Record<Name, string | number | readonly (string | number)[]>>;
}

function valuesOf(name: string, text: string): readonly (string | number)[] {
  const values = splitList(name, text);
  return name === 'asnum' ? values.map(Number) : values;
}

function plainValue(kind: ParameterField['kind'], text: string): string | number {
  return isNumber(kind, text) ? Number(text) : text;
}

/** Flags of the interface are the numbers 0 and 1. */
function isNumber(kind: ParameterField['kind'], text: string): boolean {
  return kind === 'number' || (kind === 'choice' && /^[01]$/.test(text));
}
