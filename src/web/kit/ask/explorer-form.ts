import type { OperationId } from '#contract/generated/operations.gen.ts';
import { ownValue } from '#model/own-value.ts';
import type { AnyQuery } from '#web/api/query.ts';
import { upperBounds } from '#web/kit/time/freeze-times.ts';
import type { FieldProblems, ParameterDocs } from './parameter-docs.ts';
import {
  type ParameterField,
  type ParameterQuestion,
  questionParams,
  questionProblems,
  readQuestion,
} from './parameter-question.ts';

/** One operation of a form. */
export interface FormVariant<Name extends string = string> {
  readonly operationId: OperationId;
  readonly fields: readonly ParameterField<Name>[];
  /** The same fields in the order of the URL, where that order differs. */
  readonly inUrl?: readonly ParameterField<Name>[];
  /** The columns of each row of the always visible fields, as class names. */
  readonly rows?: readonly string[];
}

/** The choice between the operations of a form that has several. */
export interface VariantChoice<Name extends string = string> {
  /** Its parameter in the URL. */
  readonly param: Name;
  readonly label: string;
  /** Keyed by the value of the parameter; the first one is the default. */
  readonly variants: Readonly<Record<string, FormVariant<Name> & { readonly label: string; readonly meaning: string }>>;
  /** The part of the question to keep when another variant is chosen. */
  readonly keep: (question: ParameterQuestion<Name>) => Readonly<Partial<Record<Name, string>>>;
  /** The choice changes the URL immediately, not with Search. */
  readonly isOpenedAtOnce?: boolean;
}

/** The form of an explorer as data, at module scope. */
export interface ExplorerForm<Name extends string = string> {
  /** The name of the form, for screen readers. */
  readonly label: string;
  readonly variants: FormVariant<Name> | VariantChoice<Name>;
  readonly questionOf: (question: ParameterQuestion<Name>) => AnyQuery;
  /** What is still missing, by field. */
  readonly missingOf: (question: ParameterQuestion<Name>) => FieldProblems;
  /** True when the question can run; by default, when nothing is missing. */
  readonly isAsked?: (question: ParameterQuestion<Name>) => boolean;
}

type Limits = Pick<ParameterDocs, 'find'>;

/** The choice of a form that has several operations. */
export function choiceOf<Name extends string>({ variants }: ExplorerForm<Name>): VariantChoice<Name> | undefined {
  return 'param' in variants ? variants : undefined;
}

/** The operation that a question is for, with its fields. */
export function variantOf<Name extends string>(
  form: ExplorerForm<Name>,
  question: Readonly<Partial<Record<Name, string | null>>>,
): FormVariant<Name> {
  const { variants } = form;
  if (!('param' in variants)) return variants;
  const chosen = ownValue(variants.variants, question[variants.param] ?? '') ?? Object.values(variants.variants)[0];
  if (!chosen) throw new Error(`The form “${form.label}” has no fields.`);
  return chosen;
}

/** Every name that is in the URL of a form. */
export function formNames<Name extends string>({ variants }: ExplorerForm<Name>): readonly Name[] {
  if (!('param' in variants)) return variants.fields.map(({ name }) => name);
  const names = Object.values(variants.variants).flatMap(({ fields }) => fields.map(({ name }) => name));
  return [...new Set([variants.param, ...names])];
}

/** Reads the question of a form from the URL. Never throws: an unknown choice degrades to the default. */
export function readForm<Name extends string>(
  form: ExplorerForm<Name>,
  params: Readonly<Partial<Record<string, string | null>>>,
  limits: Limits,
): ParameterQuestion<Name> {
  const choice = choiceOf(form);
  const chosen = params as Readonly<Partial<Record<Name, string | null>>>;
  const variant = variantOf(form, chosen);
  const own = readQuestion(variant.fields, params, (name) => limits.find(variant.operationId, name));
  if (!choice) return own;
  // the texts of the other variants, in case one of them is chosen later
  const others = Object.values(choice.variants).flatMap(({ fields }) => fields);
  const id = Object.entries(choice.variants).find(([, each]) => each === variant)?.[0] ?? '';
  return { ...readQuestion(others, params), ...own, [choice.param]: id };
}

/** The question for the URL. */
export function formParams<Name extends string>(
  form: ExplorerForm<Name>,
  question: ParameterQuestion<Name>,
): Record<string, string> {
  const param = choiceOf(form)?.param;
  const { fields, inUrl = fields } = variantOf(form, question);
  const params = questionParams(inUrl, question);
  return param === undefined ? params : { [param]: question[param], ...params };
}

/** The period that the service uses because the question gives none. */
export function impliedPeriod<Name extends string>(form: ExplorerForm<Name>, question: ParameterQuestion<Name>) {
  const params = formParams(form, question);
  const { fields } = variantOf(form, question);
  const field = fields.find(({ name, unset }) => params[name] === undefined && unset?.(question) !== undefined);
  return field && { parameter: field.name, value: field.unset?.(question) };
}

/** The end of the time that a question without one covers: now. A shared link names it. A form has one upper bound at most. */
export function impliedEnd<Name extends string>(form: ExplorerForm<Name>, question: ParameterQuestion<Name>) {
  const params = formParams(form, question);
  const { fields } = variantOf(form, question);
  const field = fields.find(({ name }) => upperBounds.includes(name) && params[name] === undefined);
  return field && params['as_of'] === undefined ? { parameter: field.name, value: '-1' } : undefined;
}

/** What the service would reject, by field. */
export function formProblems<Name extends string>(
  form: ExplorerForm<Name>,
  question: ParameterQuestion<Name>,
  limits: Limits,
): FieldProblems {
  const { fields, operationId } = variantOf(form, question);
  return questionProblems(fields, question, (name) => limits.find(operationId, name));
}

/** True when the question can run. */
export function isAsked<Name extends string>(form: ExplorerForm<Name>, question: ParameterQuestion<Name>): boolean {
  return form.isAsked?.(question) ?? Object.keys(form.missingOf(question)).length === 0;
}

/** The fields for waiting time, background run and metadata of a search that may become a job. */
export function waitFields(group: string, records: string) {
  return [
    // short, so that a long search soon becomes a background job; the interface waits 25 s by default
    { name: 'max_wait', label: 'Maximum wait (seconds)', kind: 'number', example: '25', defaultValue: '2', group },
    {
      name: 'prefer',
      label: 'Answer with',
      kind: 'choice',
      choices: [
        { value: '', label: `The ${records}, if ready in time` },
        { value: 'job_id', label: 'Run in the background immediately' },
      ],
      group,
    },
    {
      name: 'with_metadata',
      label: 'Metadata',
      kind: 'choice',
      defaultValue: '1',
      choices: [
        { value: '1', label: 'With the total' },
        { value: '0', label: 'Without' },
      ],
      group,
    },
  ] as const satisfies readonly ParameterField[];
}
