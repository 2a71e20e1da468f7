import { operations } from '#contract/generated/operations.gen.ts';
import { choiceOf, type ExplorerForm, formParams, formProblems, isAsked, variantOf } from './explorer-form.ts';
import type { ParameterDocs } from './parameter-docs.ts';
import type { ParameterField, ParameterQuestion } from './parameter-question.ts';

/** One field of a question that was queried, with its value. */
export interface QueryChip<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly value: string;
  /** The question with the field back at its default; undefined where the question needs the field. */
  readonly without: ParameterQuestion<Name> | undefined;
}

/**
 * A question as chips, in the order of its form: the choice of the operation and every field that differs from its default.
 * @param asOf the day of the session
 */
export function queryChips<Name extends string>(
  form: ExplorerForm<Name>,
  question: ParameterQuestion<Name>,
  docs: Pick<ParameterDocs, 'find'>,
  asOf: string | null,
): readonly QueryChip<Name>[] {
  const choice = choiceOf(form);
  const params = formParams(form, question);
  const { fields, operationId } = variantOf(form, question);
  const { dayParameter } = operations[operationId];
  const dated = {
    ...question,
    ...(asOf !== null && dayParameter !== null && params[dayParameter] === undefined && { [dayParameter]: asOf }),
  };
  const chosen = choice && choice.variants[question[choice.param]];
  return [
    ...(choice && chosen ? [{ name: choice.param, label: choice.label, value: chosen.label, without: undefined }] : []),
    ...fields.flatMap((field) => {
      const { name, cleared, unset } = field;
      const label = field.shortLabel ?? field.words?.(question).label ?? field.label;
      const text = params[name];
      if (text !== undefined)
        return [{ name, label, value: valueWords(field, text), without: withoutField(form, question, field, docs) }];
      const words = unset?.(dated);
      if (words === undefined) return [];
      const without = cleared === undefined ? undefined : { ...question, [name]: cleared };
      return [{ name, label, value: `${words} (default)`, without }];
    }),
  ];
}

function valueWords({ cleared, choices, choiceLabel }: ParameterField, text: string): string {
  if (text === '') return 'not set';
  if (text === cleared) return 'any time';
  return choices?.find(({ value }) => value === text)?.label ?? choiceLabel?.(text) ?? text;
}

function withoutField<Name extends string>(
  form: ExplorerForm<Name>,
  question: ParameterQuestion<Name>,
  { name, defaultValue = '', isAlwaysWritten }: ParameterField<Name>,
  docs: Pick<ParameterDocs, 'find'>,
): ParameterQuestion<Name> | undefined {
  if (isAlwaysWritten) return undefined;
  const without = { ...question, [name]: defaultValue };
  const problems = { ...form.missingOf(without), ...formProblems(form, without, docs) };
  return isAsked(form, without) && Object.keys(problems).length === 0 ? without : undefined;
}
