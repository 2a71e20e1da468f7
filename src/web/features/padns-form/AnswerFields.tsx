import { noteOf } from '#web/components/ask/field-note.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { FieldsProps } from './form-fields.ts';

const formatChoices = [
  { value: '', label: 'Sightline JSON (padns)' },
  { value: 'cof', label: 'Common output format (cof)' },
] as const;
const preferChoices = [
  { value: '', label: 'The records, if they are quick' },
  { value: 'job_id', label: 'Run in the background at once' },
] as const;
const metadataChoices = [
  { value: '1', label: 'With the total' },
  { value: '0', label: 'Without' },
] as const;

/** How much is answered, when and in which form. */
export function AnswerFields({ draft, onChange, problems, hintOf }: FieldsProps) {
  const number = (name: 'limit' | 'skip' | 'max_wait', label: string, example: string) => (
    <TextField
      label={label}
      name={name}
      inputMode="numeric"
      value={draft[name]}
      placeholder={example}
      onChange={(next) => onChange({ [name]: next })}
      {...noteOf(problems[name], hintOf(name))}
    />
  );
  return (
    <>
      {number('limit', 'Records a page', '100')}
      {number('skip', 'Skip', '0')}
      {number('max_wait', 'Wait at most (seconds)', '25')}
      <SelectField
        label="Answer with"
        name="prefer"
        value={draft.prefer}
        choices={preferChoices}
        onChange={(prefer) => onChange({ prefer })}
        hint={hintOf('prefer')}
      />
      <SelectField
        label="Output"
        name="output_format"
        value={draft.output_format}
        choices={formatChoices}
        onChange={(output_format) => onChange({ output_format })}
        hint={hintOf('output_format')}
      />
      <SelectField
        label="Metadata"
        name="with_metadata"
        value={draft.with_metadata}
        choices={metadataChoices}
        onChange={(with_metadata) => onChange({ with_metadata })}
        hint={hintOf('with_metadata')}
      />
    </>
  );
}
