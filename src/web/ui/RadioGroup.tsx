import { useId } from 'react';
import type { Choice } from './SelectField.tsx';

interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (Choice<Value> & { hint?: string })[];
  onChange: (value: Value) => void;
}

/** One of a few, each with room for an explanation. Native radio buttons: arrow keys move, Tab leaves. */
export function RadioGroup<Value extends string>({ label, value, choices, onChange }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium text-muted">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="flex min-h-6 items-start gap-2">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="mt-0.75 size-3.5 shrink-0"
          />
          <span className="min-w-0">
            {choice.label}
            {choice.hint && <span className="block text-sm text-faint">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
