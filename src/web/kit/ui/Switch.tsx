import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
  hint?: string;
  className?: string;
}

/** On or off, at once (a Checkbox waits for its form). A native checkbox with the switch role, so it works and reads as one. */
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
        <span
          data-fill=""
          className="pointer-events-none absolute top-0.75 left-0.75 size-2.5 rounded-full bg-muted transition-transform peer-checked:translate-x-3 peer-checked:bg-on-accent"
        />
      </span>
      <span className="min-w-0">
        {children}
        {hint && <span className="block text-sm text-faint">{hint}</span>}
      </span>
    </label>
  );
}
