import { ScoreBadge } from './ScoreBadge.tsx';

interface LateScoreProps {
  /** null: the collection knows nothing about it; undefined: not answered. */
  readonly score: number | null | undefined;
  readonly isAsked: boolean;
}

/** The score of a row that is asked for after the row itself is there. */
export function LateScore({ score, isAsked }: LateScoreProps) {
  if (isAsked) return <span className="text-faint">…</span>;
  return score === null ? <span className="text-warning">unknown</span> : <ScoreBadge score={score} />;
}
