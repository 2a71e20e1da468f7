import { useState, type ReactNode } from 'react';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { apiRequest } from '#web/api/api-request.ts';
import type { AnyQuestion } from '#web/api/question.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { noteOf, type FieldProblems } from './field-note.ts';
import { FieldGroup } from './FieldGroup.tsx';
import type { ParameterBook } from './parameter-book.ts';
import {
  questionParams,
  questionProblems,
  readQuestion,
  type ParameterField,
  type ParameterQuestion,
} from './parameter-question.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { checkRegex } from './regex-check.ts';
import { useDraft } from './use-draft.ts';
import { wildcardReading } from './wildcard-reading.ts';

interface ParameterFormProps<Name extends string> {
  /** The name of the form, for screen readers. */
  readonly label: string;
  readonly fields: readonly ParameterField<Name>[];
  readonly operationId: OperationId;
  readonly book: ParameterBook;
  /** The question that was asked last: the one in the URL. */
  readonly question: ParameterQuestion<Name>;
  readonly callOf: (question: ParameterQuestion<Name>) => AnyQuestion;
  /** What is still to be given before there is anything to ask, by field. */
  readonly missingOf: (question: ParameterQuestion<Name>) => FieldProblems;
  /** What stands above the fields. */
  readonly head?: (draft: ParameterQuestion<Name>) => ReactNode;
  /** Enter or Search; only with a question that can be asked. */
  readonly onAsk: (question: ParameterQuestion<Name>) => void;
}

/** Every parameter of an operation as a form: those with a group among "More parameters", the others in sight. */
export function ParameterForm<Name extends string>(props: ParameterFormProps<Name>) {
  const { label, fields, operationId, book, question, callOf, missingOf, head, onAsk } = props;
  const paramsOf = (each: ParameterQuestion<Name>) => questionParams(fields, each);
  const [draft, setDraft] = useDraft(question, (a, b) => isSame(paramsOf(a), paramsOf(b)));
  const [hasTried, setHasTried] = useState(false);
  const missing = missingOf(draft);
  const lacks = Object.values(missing)[0];
  const problems = {
    ...(hasTried && missing),
    ...questionProblems(fields, draft, (name) => book.find(operationId, name)),
  };
  const draw = (field: ParameterField<Name>) => (
    <ParameterInput
      key={field.name}
      field={field}
      value={draft[field.name]}
      problem={problems[field.name]}
      hint={readingOf(field, draft) ?? field.hint ?? book.hintOf(operationId, field.name)}
      onChange={(text) => setDraft({ ...draft, [field.name]: text })}
    />
  );
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))];
  const aside = fields.filter(({ group }) => group !== undefined);
  return (
    <QuestionForm
      label={label}
      wrong={[...Object.keys(missing), ...Object.keys(problems)]}
      onAsk={() => {
        setHasTried(false);
        onAsk(draft);
      }}
      onRefused={() => setHasTried(true)}
      onClear={() => setDraft(readQuestion(fields, {}))}
      isChanged={Object.keys(missingOf(question)).length === 0 && !isSame(paramsOf(draft), paramsOf(question))}
      request={lacks === undefined ? `GET ${apiRequest(callOf(draft)).url}` : ''}
      lacks={lacks}
      more={
        groups.length > 0 && {
          set: questionParams(aside, draft),
          hasProblem: aside.some(({ name }) => problems[name] !== undefined),
          fields: groups.map((legend) => (
            <FieldGroup key={legend} legend={legend}>
              {fields.filter(({ group }) => group === legend).map(draw)}
            </FieldGroup>
          )),
        }
      }
    >
      {head?.(draft)}
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {fields.filter(({ group }) => group === undefined).map(draw)}
      </div>
    </QuestionForm>
  );
}

/** What the text means, where that says more than the description of its parameter. */
function readingOf<Name extends string>(field: ParameterField<Name>, draft: ParameterQuestion<Name>) {
  return field.reading?.(draft) ?? (field.kind === 'name' ? wildcardReading(draft[field.name]) : undefined);
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface ParameterInputProps {
  readonly field: ParameterField;
  readonly value: string;
  readonly problem: string | undefined;
  readonly hint: string;
  readonly onChange: (text: string) => void;
}

function ParameterInput({ field, value, problem, hint, onChange }: ParameterInputProps) {
  const { name, label, kind, example, choices } = field;
  if (kind === 'choice') return <SelectField {...{ label, name, value, hint, onChange }} choices={choices ?? []} />;
  const advice = kind === 'regex' ? checkRegex(value).advice : undefined;
  return (
    <TextField
      {...{ label, name, value, onChange }}
      {...(example !== undefined && { placeholder: example })}
      isIndicator={kind !== 'text' && kind !== 'number'}
      {...(kind === 'number' && { inputMode: 'numeric' })}
      {...noteOf(problem, advice ?? hint)}
    />
  );
}
