import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'accent' | 'ok' | 'warning' | 'danger' | 'sinkholed';

/** Text and border in the tone, without its own background: the contrast is that of the tone on the page. */
const tones: Record<Tone, string> = {
  neutral: 'border-border-strong text-muted',
  accent: 'border-accent/50 text-accent',
  ok: 'border-ok/50 text-ok',
  warning: 'border-warning/50 text-warning',
  danger: 'border-danger/50 text-danger',
  sinkholed: 'border-state-sinkholed/50 text-state-sinkholed',
};

interface BadgeProps {
  tone?: Tone;
  /** An icon before the word, so that the colour is never the only sign. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A short fact about the text beside it: "sample", "expired", "Tor exit". */
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
