import { useContext } from 'react';
import type { IndicatorScore } from '#web/api/indicator-score.ts';
import { AsOfContext } from '#web/url/as-of.ts';
import { ScoreBadge } from './ScoreBadge.tsx';
import { VerdictBadge } from './VerdictBadge.tsx';

interface LateScoreProps {
  /** undefined: not answered. */
  readonly seen: IndicatorScore | undefined;
  readonly isAsked: boolean;
}

/** The verdict of a row that is asked for after the row itself is there. Beside rows of another day it says that it is today's. */
export function LateScore({ seen, isAsked }: LateScoreProps) {
  const asOf = useContext(AsOfContext);
  if (isAsked) return <span className="text-faint">…</span>;
  if (!seen) return <ScoreBadge score={undefined} />;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <VerdictBadge {...seen} />
      {asOf !== null && <span className="text-sm text-warning">now</span>}
    </span>
  );
}
