import { useAnswer } from '#web/api/use-answer.ts';
import { daySlots } from '#web/charts/day-series.ts';
import { Sparkline } from '#web/charts/Sparkline.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { REPUTATION_KINDS, type ReputationKind } from './reputation-kinds.ts';
import { reputationHistoryState } from './reputation-record.ts';

interface ReputationTrendProps {
  readonly of: keyof typeof REPUTATION_KINDS;
  /** An address, a CIDR, an AS number or a server name. */
  readonly value: string;
  /** Without a caption: the surrounding text describes the line. */
  readonly isAlone?: boolean;
  /** Days of the history that the page asks for, so that both share one answer; 90 by default. */
  readonly askedDays?: number;
}

/** The days of the line. */
export const trendDays = 90;

/** The last 90 days of a reputation as a line without axes. Takes the same room while loading and when empty. */
export function ReputationTrend({ of, value, isAlone = false, askedDays = trendDays }: ReputationTrendProps) {
  const kind: ReputationKind = REPUTATION_KINDS[of];
  const [asOf] = useAsOf();
  const answer = useAnswer(kind.historyOf(value, askedDays), { title: `${kind.historyTitle}, ${askedDays} days` });
  const state = reputationHistoryState(answer.response, kind);
  const days =
    state.is === 'data'
      ? daySlots(state.data)
          .slice(-trendDays)
          .map(({ score }) => score)
      : [];
  // a short history is aligned to the right
  const scores = [...Array.from({ length: Math.max(0, trendDays - days.length) }, () => null), ...days];
  const known = scores.filter((score) => score !== null);
  const title = isAlone ? kind.shortTitle : (kind.trendTitle ?? kind.shortTitle);
  const name = `${title}, last ${trendDays} days`;
  const words =
    known.length === 0
      ? `${name}: none`
      : `${name}: ${Math.min(...known)} to ${Math.max(...known)}, now ${known.at(-1)}`;
  if (asOf !== null) return null;
  const line = answer.status === 'done' && known.length > 0 && <Sparkline label={words} values={scores} />;
  if (isAlone)
    return (
      <span className="inline-block h-6 w-[120px] align-middle">{line || <Missing status={answer.status} />}</span>
    );
  return (
    <span className="flex min-w-30 flex-col gap-1 max-md:hidden">
      <span className="text-sm whitespace-nowrap text-muted">{title}, 90 days</span>
      <span className="h-6">{line || <Missing status={answer.status} />}</span>
    </span>
  );
}

function Missing({ status }: { readonly status: string }) {
  if (status === 'pending') return null;
  return <span className="text-sm text-faint">{status === 'failed' ? 'could not be loaded' : 'no history'}</span>;
}
