import { useId } from 'react';

interface ProgressProps {
  label: string;
  value: number;
  max: number;
  /** "3,200 of 50,000 lines". */
  valueText: string;
}

/** The progress of countable work. For work that cannot be counted, use EmptyState "running" with the elapsed time. */
export function Progress({ label, value, max, valueText }: ProgressProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span id={id}>{label}</span>
        <span className="text-muted" aria-hidden>
          {valueText}
        </span>
      </div>
      <progress
        aria-labelledby={id}
        aria-valuetext={valueText}
        value={value}
        max={max}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full border border-control bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
