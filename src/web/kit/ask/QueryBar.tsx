import { useRef } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { CloseIcon, RenameIcon } from '#web/kit/ui/icons.ts';
import type { ParameterField, ParameterQuestion } from './parameter-question.ts';
import { RequestPreview } from './QuestionForm.tsx';
import { operations } from '#contract/generated/operations.gen.ts';
import { choiceOf, type ExplorerForm, formParams, formProblems, isAsked, variantOf } from './explorer-form.ts';
import type { ParameterDocs } from './parameter-docs.ts';

interface QueryBarProps<Name extends string> {
  readonly chips: readonly QueryChip<Name>[];
  /** The request of the query. */
  readonly request: string;
  /** A run folded the form: the focus moves from the form to "Edit". */
  readonly isFocused: boolean;
  /** Opens the form, at the given field if any. */
  readonly onOpen: (name?: Name) => void;
  readonly onAsk: (question: ParameterQuestion<Name>) => void;
}

/** A form after its run, as one line of chips. A click on a chip opens the form at its field. */
export function QueryBar<Name extends string>({ chips, request, isFocused, onOpen, onAsk }: QueryBarProps<Name>) {
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex items-start gap-2 rounded-lg border border-border bg-surface p-2">
      <ul aria-label="Query" className="flex min-w-0 flex-1 flex-wrap gap-1.5">
        {chips.map(({ name, label, value, without }) => (
          <li
            key={name}
            className="inline-flex h-7 max-w-full min-w-0 items-center rounded-md border border-border-strong bg-raised pointer-coarse:h-9"
          >
            <button
              type="button"
              onClick={() => onOpen(name)}
              className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2 text-sm hover:bg-hover"
            >
              <span className="shrink-0 text-muted">{label}</span>
              <span className="max-w-80 truncate font-mono">{value}</span>
            </button>
            {without && (
              <Button
                size="sm"
                variant="quiet"
                isIconOnly
                aria-label={`Remove ${label}`}
                onClick={() => {
                  edit.current?.focus();
                  onAsk(without);
                }}
              >
                <CloseIcon />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button ref={edit} autoFocus={isFocused} onClick={() => onOpen()}>
        <RenameIcon />
        Edit
      </Button>
      <RequestPreview request={request} />
    </div>
  );
}

/** A field of the query, with its value. */
interface QueryChip<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly value: string;
  /** The question with the field reset to its default; undefined for a required field. */
  readonly without: ParameterQuestion<Name> | undefined;
}

/**
 * A question as chips, in the order of its form: the operation and every field that differs from its default.
 * @param asOf the “as of” day
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
