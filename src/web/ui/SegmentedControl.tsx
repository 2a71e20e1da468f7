import { useId } from 'react';
import type { ComponentType } from 'react';
import type { Choice } from './SelectField.tsx';

interface SegmentedControlProps<Value extends string> {
  /** The name of the group, for screen readers. */
  label: string;
  value: Value;
  choices: readonly (Choice<Value> & { icon?: ComponentType })[];
  onChange: (value: Value) => void;
}

/** One of two to five short choices in a row (Table | Timeline). Native radio buttons underneath. */
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
