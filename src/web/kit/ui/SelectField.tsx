import { useId } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, describedBy, Field } from './Field.tsx';
import type { FieldChrome } from './Field.tsx';
import { DownIcon } from './icons.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
}

type SelectFieldProps<Value extends string> = FieldChrome &
  Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange' | 'children'> & {
    value: Value;
    choices: readonly Choice<Value>[];
    onChange: (value: Value) => void;
  };

/** One of a list. The native control: the platform's own list is the best one on a phone and for a screen reader. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, isLabelHidden, hint, error, className, value, choices, onChange, ...rest } = props;
  const id = useId();
  return (
    <Field {...{ id, label, isLabelHidden, hint, error, className }}>
      <span className="relative flex min-w-0 items-center">
        <select
          {...rest}
          {...describedBy(id, { hint, error })}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className={classNames(controlClass, 'appearance-none pr-7')}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} className="bg-surface text-text">
              {choice.label}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute right-2 flex text-muted">
          <DownIcon />
        </span>
      </span>
    </Field>
  );
}
