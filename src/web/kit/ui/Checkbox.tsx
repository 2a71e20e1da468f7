import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Some but not all of what it represents. */
  isPartial?: boolean;
  /** The visible label. Without one, `label` names it (a row of a table). */
  children?: ReactNode;
  label?: string;
  isDisabled?: boolean;
  /** False where arrow keys lead to it instead of Tab. */
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
    // "indeterminate" exists as a property only, never as an attribute.
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
