import { useContext } from 'react';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState } from '#model/verdict.ts';
import type { IndicatorScore } from '#web/api/indicator-score.ts';
import { gapWords } from '#web/api/score-origin.ts';
import { AsOfContext } from '#web/url/as-of.ts';
import { ScoreBadge } from './ScoreBadge.tsx';

interface VerdictBadgeProps {
  /** undefined: the service gives a score of 0 and does not say what it means. */
  readonly state: VerdictState | undefined;
  /** Shown for `scored` only. */
  readonly score: number | null | undefined;
  /** For an address that was never observed: the score of its network. */
  readonly networkScore?: number | undefined;
  readonly size?: 'sm' | 'lg';
  /** Leaves the word to the place around it. */
  readonly isWordHidden?: boolean;
}

const tones: Readonly<Record<Exclude<VerdictState, 'scored'>, string>> = {
  sinkholed: 'text-state-sinkholed',
  expired: 'text-state-idle',
  parked: 'text-state-idle',
  known_benign: 'text-state-benign',
  unknown: 'text-state-unknown',
};

/** The verdict of a subject: a score with its band, or a state without a number, each with its own shape and word. */
export function VerdictBadge({ state, score, networkScore, size = 'sm', isWordHidden = false }: VerdictBadgeProps) {
  if (state === undefined || state === 'scored')
    return (
      <ScoreBadge
        score={score}
        size={size}
        isWordHidden={isWordHidden}
        {...(score === 0 && { word: state ? NO_DETECTIONS : 'not explained' })}
      />
    );
  const { word, symbol, meaning } = VERDICT_LOOKS[state];
  return (
    <span
      title={meaning}
      className={`inline-flex items-baseline gap-1 whitespace-nowrap ${tones[state]} ${size === 'lg' ? 'text-2xl font-semibold' : 'font-medium'}`}
    >
      <span aria-hidden="true">{symbol}</span>
      <span className={isWordHidden ? 'sr-only' : size === 'lg' ? 'text-lg font-semibold' : 'text-sm'}>{word}</span>
      {networkScore !== undefined && size === 'sm' && (
        <span className="text-sm font-normal text-muted tabular-nums">(network {networkScore})</span>
      )}
    </span>
  );
}

/** Shown in place of data that is requested after the row. */
export function LatePending() {
  return (
    <span className="text-faint" aria-busy="true">
      …
    </span>
  );
}

interface LateScoreProps {
  /** undefined: not answered. */
  readonly seen: IndicatorScore | undefined;
  readonly isAsked: boolean;
}

/** The verdict of a row, requested after the row. Next to rows of another day it is marked as current. */
export function LateScore({ seen, isAsked }: LateScoreProps) {
  const asOf = useContext(AsOfContext);
  if (isAsked) return <LatePending />;
  if (!seen) return <ScoreBadge score={undefined} />;
  if (seen.gap) return <span className="text-muted">{gapWords[seen.gap]}</span>;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <VerdictBadge {...seen} />
      {asOf !== null && <span className="text-sm text-warning">now</span>}
    </span>
  );
}
