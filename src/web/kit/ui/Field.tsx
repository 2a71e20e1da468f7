import { type ComponentProps, type ReactNode, useId } from 'react';
import { unseenText, visibleText } from '#model/visible-text.ts';
import { classNames } from './class-names.ts';
import { DownIcon } from './icons.ts';

export interface FieldChrome {
  label: string;
  /** Shows the label to screen readers only, where the surroundings make it obvious. */
  isLabelHidden?: boolean;
  hint?: string | undefined;
  /** The problem with the value; also marks the control invalid. */
  error?: string | undefined;
}

interface FieldProps extends FieldChrome {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The frame of every input: label above, hint and error below. The control needs `describedBy(id, chrome)`. */
function Field({ id, label, isLabelHidden = false, hint, error, className, children }: FieldProps) {
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium text-muted'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** The ARIA attributes that tie a control to its hint and error. */
function describedBy(id: string, { hint, error }: Pick<FieldChrome, 'hint' | 'error'>) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined };
}

/** The look of a single-line control: 28 px high, 36 px on touch screens. On focus it scrolls clear of the top bar. */
export const controlClass =
  'scroll-my-20 h-7 w-full min-w-0 overflow-hidden text-ellipsis rounded-md border border-control bg-surface px-2 text-base text-text hover:border-muted ' +
  'aria-invalid:border-danger disabled:opacity-60 pointer-coarse:h-9';

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

/** A choice from a list. Uses the native control, which works best on phones and with screen readers. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, isLabelHidden, hint, error, className, value, choices, onChange, ...rest } = props;
  const id = useId();
  return (
    <Field id={id} label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} className={className}>
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

type TextFieldProps = FieldChrome &
  Omit<ComponentProps<'input'>, 'id' | 'onChange'> & {
    onChange: (value: string) => void;
    /** Monospace, no spelling, no capitals: for addresses, domains, hashes and patterns. */
    isIndicator?: boolean;
    /** Shown inside, at the start. */
    icon?: ReactNode;
  };

/** One line of text. An indicator with characters that hide or reorder text shows their code points. */
export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  className,
  onChange,
  isIndicator = false,
  icon,
  value,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const indicatorProps = isIndicator
    ? ({ spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off', autoComplete: 'off' } as const)
    : {};
  return (
    <Field id={id} label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} className={className}>
      <span className="relative flex min-w-0 items-center">
        {icon && <span className="pointer-events-none absolute left-2 flex text-faint">{icon}</span>}
        <input
          {...indicatorProps}
          {...rest}
          {...describedBy(id, { hint, error })}
          id={id}
          value={isIndicator && typeof value === 'string' ? visibleText(value) : value}
          onChange={({ target }) => onChange(isIndicator ? unseenText(target.value) : target.value)}
          className={classNames(controlClass, icon ? 'pl-7' : false, isIndicator && 'font-mono')}
        />
      </span>
    </Field>
  );
}

type TextAreaProps = FieldChrome &
  Omit<ComponentProps<'textarea'>, 'id' | 'onChange'> & { onChange: (value: string) => void };

/** Several lines of indicators: monospace, nothing corrected. */
export function TextArea({ label, isLabelHidden, hint, error, className, onChange, rows = 6, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Field id={id} label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} className={className}>
      <textarea
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        {...rest}
        {...describedBy(id, { hint, error })}
        id={id}
        rows={rows}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(controlClass, 'h-auto resize-y py-1.5 font-mono pointer-coarse:h-auto')}
      />
    </Field>
  );
}
