import type { ReactNode } from 'react';
import { scoreBand } from '#model/score-band.ts';
import { classNames } from '#web/kit/ui/class-names.ts';

interface RankedRowProps {
  /** The verdict: a score with its word, or a state. */
  readonly badge: ReactNode;
  /** The share of the bar, 0 to 100; without one there is no bar. */
  readonly score?: number | undefined;
  /** The link of the subject. */
  readonly children: ReactNode;
  /** Why it is here, in a few words. */
  readonly note: ReactNode;
}

/** A subject in a list of the home page: verdict, name, reason and, where there is room, a bar of the score. */
export function RankedRow({ badge, score, children, note }: RankedRowProps) {
  const hasBar = score !== undefined;
  return (
    <li
      className={classNames(
        'grid min-h-row items-center gap-x-2 py-0.5',
        hasBar
          ? 'grid-cols-[minmax(5.5rem,max-content)_minmax(0,1fr)_auto] sm:grid-cols-[minmax(5.5rem,max-content)_minmax(0,1fr)_auto_3rem]'
          : listedGrid,
      )}
    >
      {badge}
      <span className="min-w-0 truncate">{children}</span>
      <span
        className={classNames('truncate text-sm text-muted', hasBar ? 'max-w-48' : 'max-sm:col-start-2 sm:max-w-52')}
      >
        {note}
      </span>
      {hasBar && <ScoreBar score={score} />}
    </li>
  );
}

/** On a phone, the tags have a line of their own. */
const listedGrid =
  'grid-cols-[minmax(5.5rem,max-content)_minmax(0,1fr)] sm:grid-cols-[minmax(5.5rem,max-content)_minmax(0,1fr)_auto]';

/** A score as a bar of its band. The number stands beside it, so it says nothing to screen readers. */
function ScoreBar({ score }: { readonly score: number }) {
  const band = scoreBand(score);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="h-1 w-12 rounded-full bg-sunken max-sm:hidden"
    >
      <rect width={score} height="4" fill={`var(--band-${band?.name ?? 'none'})`} />
    </svg>
  );
}
