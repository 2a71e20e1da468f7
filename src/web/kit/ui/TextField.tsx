import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, describedBy, Field, type FieldChrome } from './Field.tsx';

type TextFieldProps = FieldChrome &
  Omit<ComponentProps<'input'>, 'id' | 'onChange'> & {
    onChange?: (value: string) => void;
    /** Monospace, no spelling, no capitals: for addresses, domains, hashes and patterns. */
    isIndicator?: boolean;
    /** Drawn inside, at the start. */
    icon?: ReactNode;
  };

/** One line of text. */
export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  className,
  onChange,
  isIndicator = false,
  icon,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const indicatorProps = isIndicator
    ? ({ spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off', autoComplete: 'off' } as const)
    : {};
  return (
    <Field {...{ id, label, isLabelHidden, hint, error, className }}>
      <span className="relative flex min-w-0 items-center">
        {icon && <span className="pointer-events-none absolute left-2 flex text-faint">{icon}</span>}
        <input
          {...indicatorProps}
          {...rest}
          {...describedBy(id, { hint, error })}
          id={id}
          onChange={(event) => onChange?.(event.target.value)}
          className={classNames(controlClass, icon ? 'pl-7' : false, isIndicator && 'font-mono')}
        />
      </span>
    </Field>
  );
}

type TextAreaProps = FieldChrome &
  Omit<ComponentProps<'textarea'>, 'id' | 'onChange'> & { onChange?: (value: string) => void };

/** Several lines of indicators: monospace, nothing corrected. */
export function TextArea({ label, isLabelHidden, hint, error, className, onChange, rows = 6, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Field {...{ id, label, isLabelHidden, hint, error, className }}>
      <textarea
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        {...rest}
        {...describedBy(id, { hint, error })}
        id={id}
        rows={rows}
        onChange={(event) => onChange?.(event.target.value)}
        className={classNames(controlClass, 'h-auto resize-y py-1.5 font-mono pointer-coarse:h-auto')}
      />
    </Field>
  );
}
