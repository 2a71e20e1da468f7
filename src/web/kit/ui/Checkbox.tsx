import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Some but not all of the items are checked. */
  isPartial?: boolean;
  /** The visible label. Without one, `label` names it (a row of a table). */
  children?: ReactNode;
  label?: string;
  isDisabled?: boolean;
  /** False where arrow keys, not Tab, reach the checkbox. */
  isTabStop?: boolean;
  className?: string;
}

/** The native checkbox, in a label of at least 24 px. */
export function Checkbox({
  isChecked,
  onChange,
  isPartial = false,
  children,
  label,
  isDisabled = false,
  isTabStop = true,
  className,
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // "indeterminate" exists only as a property, not as an attribute
    if (ref.current) ref.current.indeterminate = isPartial;
  }, [isPartial]);
  return (
    <label
      className={classNames(
        'inline-flex min-h-6 min-w-6 items-center justify-center gap-2',
        isDisabled && 'opacity-60',
        className,
      )}
    >
      <input
        ref={ref}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-label={label}
        tabIndex={isTabStop ? undefined : -1}
        onChange={(event) => onChange(event.target.checked)}
        className="size-3.5 shrink-0"
      />
      {children}
    </label>
  );
}

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
  hint?: string;
  className?: string;
}

/** A switch that takes effect immediately (a Checkbox waits for its form). A native checkbox with the switch role. */
export function Switch({ isOn, onChange, children, hint, className }: SwitchProps) {
  return (
    <label className={classNames('flex min-h-6 items-start gap-2', className)}>
      <span className="relative mt-0.5 flex h-4 w-7 shrink-0">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-full appearance-none rounded-full border border-control bg-sunken checked:border-accent checked:bg-accent"
        />
        <span className="pointer-events-none absolute top-0.75 left-0.75 size-2.5 rounded-full bg-muted transition-transform peer-checked:translate-x-3 peer-checked:bg-on-accent" />
      </span>
      <span className="min-w-0">
        {children}
        {hint && <span className="block text-sm text-faint">{hint}</span>}
      </span>
    </label>
  );
}
