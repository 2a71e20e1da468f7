import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone =
  'neutral' | 'accent' | 'ok' | 'warning' | 'danger' | 'band-0' | 'band-1' | 'band-2' | 'band-3' | 'band-4';

/** Text and hairline in the tone, over the ground it stands on: the contrast is that of the tone on the ground. */
const tones: Record<Tone, string> = {
  neutral: 'border-border-strong text-muted',
  accent: 'border-accent/50 text-accent',
  ok: 'border-ok/50 text-ok',
  warning: 'border-warning/50 text-warning',
  danger: 'border-danger/50 text-danger',
  'band-0': 'border-band-0/60 text-band-0-text',
  'band-1': 'border-band-1/60 text-band-1-text',
  'band-2': 'border-band-2/60 text-band-2-text',
  'band-3': 'border-band-3/60 text-band-3-text',
  'band-4': 'border-band-4/60 text-band-4-text',
};

interface BadgeProps {
  tone?: Tone;
  /** A mark before the word, so that the colour is never the only sign. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A short fact about the thing beside it: "sample", "expired", "Tor exit". */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-sm border px-1.5 text-sm whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
