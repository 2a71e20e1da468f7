import { type ComponentType, useId } from 'react';
import type { Choice } from './Field.tsx';

interface SegmentedControlProps<Value extends string> {
  /** The name of the group, for screen readers. */
  label: string;
  value: Value;
  choices: readonly (Choice<Value> & { icon?: ComponentType })[];
  onChange: (value: Value) => void;
}

/** A choice of two to five short options in a row (Table | Timeline), built on native radio buttons. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap rounded-md border border-border-strong bg-sunken p-px"
    >
      {choices.map(({ value: choice, label: text, icon: Icon }) => (
        <label key={choice} className="relative inline-flex">
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === value}
            onChange={() => onChange(choice)}
            className="peer absolute inset-0 size-full appearance-none rounded-sm"
          />
          <span
            data-segment=""
            className="pointer-events-none relative inline-flex h-6 items-center gap-1.5 rounded-sm px-2 text-sm text-muted peer-checked:bg-selected peer-checked:text-text peer-hover:text-text pointer-coarse:h-8"
          >
            {Icon && <Icon />}
            {text}
          </span>
        </label>
      ))}
    </div>
  );
}

interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (Choice<Value> & { hint?: string })[];
  onChange: (value: Value) => void;
}

/** A choice of a few options with explanations. Native radio buttons: arrow keys move, Tab leaves. */
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
