import { noteOf } from '#web/components/ask/field-note.ts';
import { SelectField, type Choice } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { FieldsProps } from './form-fields.ts';
import type { QuestionField } from './padns-question.ts';
import { usesOf } from './question-shape.ts';

interface DraftFieldProps {
  /** What the group of fields was given. */
  readonly form: FieldsProps;
  readonly name: QuestionField;
  readonly label: string;
}

const notUsed = 'Not for this record type.';

/** A parameter as a line of text. One that the record type does not know stays in sight, so that it is known to exist. */
export function DraftText({ form, name, label, example }: DraftFieldProps & { readonly example: string }) {
  const { draft, onChange, problems, hintOf } = form;
  const isUsed = usesOf(draft)(name);
  return (
    <TextField
      label={label}
      name={name}
      isIndicator
      value={isUsed ? draft[name] : ''}
      placeholder={example}
      disabled={!isUsed}
      onChange={(text) => onChange({ [name]: text })}
      {...noteOf(problems[name], isUsed ? hintOf(name) : notUsed)}
    />
  );
}

/** A parameter as one of a few. */
export function DraftChoice({
  form,
  name,
  label,
  choices,
}: DraftFieldProps & { readonly choices: readonly Choice<string>[] }) {
  const { draft, onChange, hintOf } = form;
  const isUsed = usesOf(draft)(name);
  return (
    <SelectField
      label={label}
      name={name}
      value={isUsed ? draft[name] : ''}
      choices={choices}
      disabled={!isUsed}
      onChange={(value) => onChange({ [name]: value })}
      hint={isUsed ? hintOf(name) : notUsed}
    />
  );
}
