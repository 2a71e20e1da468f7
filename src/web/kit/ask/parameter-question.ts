import type { ComponentType } from 'react';
import type { Parameter, ParameterLimits } from '#contract/generated/parameters.gen.ts';
import { isoDateToDate, lastDaysOf } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import type { Choice } from '#web/kit/ui/Field.tsx';
import type { FieldProblems } from './parameter-docs.ts';
import { readDay, readTime, type TimeEdge } from './time-words.ts';
import { checkRegex, listProblem, nameProblem, splitList } from './value-list.ts';

/** A parameter of an operation as a form field. Its description and limits come from the contract. */
export interface ParameterField<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** The label of the chip, where the label of the form makes sense only in the form. */
  readonly shortLabel?: string;
  /**
   * A name may be a pattern with wildcards. A period that ends today is a number of days or its first day. A list may be repeated:
   * `;` stands between its values.
   */
  readonly kind: 'text' | 'indicator' | 'name' | 'regex' | 'number' | 'period' | 'day' | 'time' | 'choice' | 'list';
  readonly example?: string;
  /** The hint, where the contract's description suits only users of the API. */
  readonly hint?: string;
  /** Label, example and hint where they depend on the rest of the question. */
  readonly words?: (question: ParameterQuestion<Name>) => Partial<Pick<ParameterField, 'label' | 'example' | 'hint'>>;
  /** The values of a choice; '' leaves the value to the service. */
  readonly choices?: readonly Choice<string>[];
  /** Labels for the values of the contract's enumeration, in place of `choices`. */
  readonly choiceLabel?: (value: string) => string;
  /** What a bare day means in a time: its start, its end, or any moment of it. */
  readonly edge?: TimeEdge;
  /** A further check of the text, or of one value of a list. */
  readonly check?: (text: string, question: ParameterQuestion<Name>) => string | undefined;
  /** The meaning of the text together with the others, in place of the hint. */
  readonly reading?: (question: ParameterQuestion<Name>) => string | undefined;
  /** False when the rest of the question makes the field meaningless: it is disabled, empty, and not part of the question. */
  readonly uses?: (question: ParameterQuestion<Name>) => boolean;
  /** The note below the disabled field. */
  readonly notUsed?: string;
  /** True when the regular expression replaces the field: the text stays but is not part of the question. */
  readonly isOverridden?: (question: ParameterQuestion<Name>) => boolean;
  /** The text for the URL; trimmed by default. */
  readonly normalize?: (text: string) => string;
  /** The heading of the field under "More parameters"; a field without a group is always visible. */
  readonly group?: string;
  /** The row of the form, for an always visible field, the first by default. */
  readonly row?: number;
  /** The value when the URL does not have it; '' by default. */
  readonly defaultValue?: string;
  /** A default that depends on the rest of the question. */
  readonly defaultOf?: (question: ParameterQuestion<Name>) => string;
  /** The service's default while the field is empty, if that narrows the answer: shown as a chip. */
  readonly unset?: (question: ParameterQuestion<Name>) => string | undefined;
  /** The value for any time, if the field has one: set when its chip is removed. */
  readonly cleared?: string;
  /** Always in the URL, even with the default value. */
  readonly isAlwaysWritten?: boolean;
  /** The input component, where none of the kinds fits. */
  readonly Input?: ComponentType<{ readonly value: string; readonly onChange: (text: string) => void }>;
}

/** A question in a form and in the URL: texts of the wire parameters, '' for "not given". */
export type ParameterQuestion<Name extends string = string> = Readonly<Record<Name, string>>;

type LimitsOf<Name extends string> = (name: Name) => Pick<Parameter, keyof ParameterLimits | 'maxItems'> | undefined;

/** Reads a question from the URL. An unknown choice degrades to the default; the form validates texts. */
export function readQuestion<Name extends string>(
  fields: readonly ParameterField<Name>[],
  params: Readonly<Partial<Record<string, string | null>>>,
  limitsOf?: LimitsOf<Name>,
): ParameterQuestion<Name> {
  const entries = fields.map(({ name, choices, defaultValue = '', normalize = trimmed }) => {
    const given = params[name];
    const text = given === undefined || given === null ? defaultValue : normalize(given);
    return [name, choices && !choices.some(({ value }) => value === text) ? defaultValue : text];
  });
  const question = Object.fromEntries(entries) as ParameterQuestion<Name>;
  const chosen = fields.flatMap(({ name, choiceLabel, defaultValue = '', defaultOf }) => {
    const isChoice = limitsOf?.(name)?.enum?.map(String).includes(question[name]);
    return choiceLabel && !isChoice ? [[name, defaultOf?.(question) ?? defaultValue]] : [];
  });
  return { ...question, ...(Object.fromEntries(chosen) as Partial<typeof question>) };
}

/** The texts that are part of the question, by field; '' is "not given". */
function askedTexts<Name extends string>(
  fields: readonly ParameterField<Name>[],
  question: ParameterQuestion<Name>,
): readonly (readonly [field: ParameterField<Name>, text: string])[] {
  return fields
    .filter(({ uses, isOverridden }) => uses?.(question) !== false && !isOverridden?.(question))
    .map((field) => [field, (field.normalize ?? trimmed)(question[field.name])]);
}

/** The question without fields that are meaningless for it. */
export function askedQuestion<Name extends string>(
  fields: readonly ParameterField<Name>[],
  question: ParameterQuestion<Name>,
): ParameterQuestion<Name> {
  const blank = Object.fromEntries(fields.map(({ name }) => [name, '']));
  const asked = Object.fromEntries(askedTexts(fields, question).map(([{ name }, text]) => [name, text]));
  return { ...question, ...blank, ...asked };
}

/** The question for the URL: only the fields that differ from their defaults. */
export function questionParams<Name extends string>(
  fields: readonly ParameterField<Name>[],
  question: ParameterQuestion<Name>,
): Record<string, string> {
  return Object.fromEntries(
    askedTexts(fields, question)
      .filter(([{ defaultValue = '', isAlwaysWritten }, text]) => isAlwaysWritten || text !== defaultValue)
      .map(([{ name }, text]) => [name, text]),
  );
}

/** What the service would reject, by field; an empty field has no problem. */
export function questionProblems<Name extends string>(
  fields: readonly ParameterField<Name>[],
  question: ParameterQuestion<Name>,
  limitsOf: LimitsOf<Name>,
): FieldProblems {
  return Object.fromEntries(
    askedTexts(fields, question).flatMap(([{ name, kind, edge, check = noProblem }, text]) => {
      const limits = limitsOf(name);
      const found = () =>
        kind === 'list'
          ? listProblem(splitList(name, text), limits?.maxItems ?? Number.POSITIVE_INFINITY, (value) =>
              check(value, question),
            )
          : (problemOf(kind, text, limits, edge) ?? check(text, question));
      const problem = text === '' ? undefined : found();
      return problem === undefined ? [] : [[name, problem]];
    }),
  );
}

function trimmed(text: string): string {
  return text.trim();
}

function noProblem(): undefined {
  return undefined;
}

function problemOf(
  kind: ParameterField['kind'],
  text: string,
  limits: ParameterLimits = {},
  edge: TimeEdge = 'start',
): string | undefined {
  const { maxLength = Number.POSITIVE_INFINITY } = limits;
  if (text.length > maxLength) return `At most ${formatNumber(maxLength)} characters.`;
  if (kind === 'name') return nameProblem(text, false);
  if (kind === 'regex') return checkRegex(text).problem;
  if (kind === 'number' || (kind === 'period' && !isPastDay(text))) return numberProblem(text, limits);
  if (kind === 'time') return readTime(edge, text, new Date()).problem;
  if (kind === 'day' && readDay(text, new Date()) === null)
    return 'A day such as 2026-06-01, or a time ago such as -7d.';
  return undefined;
}

/** The query of the operation, with numbers and lists converted. Expects texts that the form has validated. */
export function questionQuery<Name extends string>(
  fields: readonly ParameterField<Name>[],
  question: ParameterQuestion<Name>,
): Partial<Record<Name, string | number | readonly (string | number)[]>> {
  const entries = askedTexts(fields, question)
    .filter(([, text]) => text !== '')
    .map(([{ name, kind }, text]) => [name, kind === 'list' ? valuesOf(name, text) : plainValue(kind, text)] as const);
  return Object.fromEntries(entries) as Partial<Record<Name, string | number | readonly (string | number)[]>>;
}

function valuesOf(name: string, text: string): readonly (string | number)[] {
  const values = splitList(name, text);
  return name === 'asnum' ? values.map(Number) : values;
}

function plainValue(kind: ParameterField['kind'], text: string): string | number {
  if (kind === 'day') return readDay(text, new Date()) ?? text;
  if (kind === 'period') return lastDaysOf(text, new Date());
  return isNumber(kind, text) ? Number(text) : text;
}

function isPastDay(text: string): boolean {
  const day = isoDateToDate(text);
  return day !== null && day <= new Date();
}

/** Flags of the interface are the numbers 0 and 1. */
function isNumber(kind: ParameterField['kind'], text: string): boolean {
  return kind === 'number' || (kind === 'choice' && /^[01]$/.test(text));
}

/** Why a text is not a whole number within the limits of its parameter; undefined for an empty one. */
function numberProblem(text: string, limits: ParameterLimits): string | undefined {
  if (text === '') return undefined;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = limits;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= minimum && number <= maximum
    ? undefined
    : `A whole number from ${formatNumber(minimum)} to ${formatNumber(maximum)}.`;
}
