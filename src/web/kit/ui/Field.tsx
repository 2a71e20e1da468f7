import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface FieldChrome {
  label: string;
  /** Keeps the label for screen readers only, where the place already says it. */
  isLabelHidden?: boolean;
  hint?: string | undefined;
  /** What is wrong with the value; also marks the control invalid. */
  error?: string | undefined;
}

interface FieldProps extends FieldChrome {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Label above, hint and error below: the frame of every input. The control takes `describedBy(id, chrome)`. */
export function Field({ id, label, isLabelHidden = false, hint, error, className, children }: FieldProps) {
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
export function describedBy(id: string, { hint, error }: Pick<FieldChrome, 'hint' | 'error'>) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined };
}

/** The look of a single-line control: 28 px, 36 px under a finger. Focus scrolls it clear of the bar at the top. */
export const controlClass =
  'scroll-my-20 h-7 w-full min-w-0 overflow-hidden text-ellipsis rounded-md border border-control bg-surface px-2 text-base text-text hover:border-muted ' +
  'aria-invalid:border-danger disabled:opacity-60 pointer-coarse:h-9';
