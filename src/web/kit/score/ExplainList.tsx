import type { ReactNode } from 'react';
import { dayIntToIsoDate } from '#model/dates.ts';
import { formatCount, formatNumber, plural } from '#model/format.ts';
import { scoreBand, type ScoreBandName } from '#model/score-band.ts';
import { daysAgo } from '#model/shown-time.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { explainWord } from './score-words.ts';
import { ScoreBadge } from './VerdictBadge.tsx';
import { accordingTo } from './verdict.ts';

interface ExplainListProps {
  /** An `*_explain` object; may be empty. */
  readonly explain: object | null | undefined;
}

/** The inputs of a score from the service. */
export function ExplainList({ explain }: ExplainListProps) {
  const items = Object.entries(explain ?? {}).map(([field, value]) => ({
    key: field,
    label: <span title={field}>{explainWord(field).label}</span>,
    value: (
      <span className="tabular-nums">
        <VisibleText text={explainValue(field, value)} />
      </span>
    ),
  }));
  if (items.length === 0) return <p className="text-muted">The service gives no inputs of this score.</p>;
  return <KeyValueList items={items} />;
}

/** A member of an `*_explain` object as text: counts with thousands, days as dates or with their unit. */
function explainValue(field: string, value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const { unit } = explainWord(field);
  if (unit === 'day') return dayIntToIsoDate(value) ?? String(value);
  if (unit === 'ago') return daysAgo(value);
  const count = formatNumber(value);
  return unit === 'days' ? `${count} ${plural(value, 'day')}` : count;
}

/** A factor of an overall risk score. */
export interface ScoreLine {
  /** The field name in the interface. */
  readonly field: string;
  readonly label: string;
  readonly score: number;
  readonly isDecider: boolean;
  /** False when the score is 0 because nothing is known. */
  readonly isKnown: boolean;
  /** The evidence for the score; empty when the service gives none. */
  readonly from: ReactNode;
}

interface ScoreTableProps {
  readonly scores: readonly ScoreLine[];
  /** The name of the provider, if the scores are not from this service. */
  readonly provider?: string | undefined;
}

/** The factors of a risk score as bars: the deciding one first, factors at 0 folded if there are others. */
export function ScoreTable({ scores, provider }: ScoreTableProps) {
  if (scores.length === 0) return <p className="text-muted">The service gives no inputs of this score.</p>;
  const order = scores.toSorted((a, b) => Number(b.isDecider) - Number(a.isDecider) || b.score - a.score);
  const telling = order.filter(isTelling);
  const silent = order.filter((line) => !isTelling(line) && line.isKnown);
  const missing = order.filter((line) => !isTelling(line) && !line.isKnown);
  return (
    <>
      {telling.length > 0 && <FactorTable scores={telling} provider={provider} />}
      <Folded lines={silent} what="0" isOpen={telling.length === 0} />
      <Folded lines={missing} what="not known" isOpen={telling.length === 0} />
    </>
  );
}

interface FoldedProps {
  readonly lines: readonly ScoreLine[];
  /** "0", or "not known". */
  readonly what: string;
  readonly isOpen: boolean;
}

function Folded({ lines, what, isOpen }: FoldedProps) {
  if (lines.length === 0) return null;
  return (
    <details className="not-first:mt-2" open={isOpen}>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">
        {formatCount(lines.length, 'factor is', 'factors are')} {what}
      </summary>
      <FactorTable scores={lines} />
    </details>
  );
}

function isTelling({ score, isDecider }: ScoreLine): boolean {
  return isDecider || score !== 0;
}

function FactorTable({ scores, provider }: ScoreTableProps) {
  return (
    <table aria-label="Factors of the score" className="w-full">
      <thead className="sr-only">
        <tr>
          <th scope="col">Factor</th>
          <th scope="col">Score</th>
          <th scope="col">Evidence</th>
        </tr>
      </thead>
      <tbody className="@container block">
        {scores.map(({ field, label, score, isKnown, isDecider, from }) => (
          <tr
            key={field}
            className="grid grid-cols-[minmax(7rem,10.5rem)_minmax(0,1fr)] items-center @max-[14rem]:grid-cols-1 gap-x-3 border-b border-border py-1 last:border-b-0"
          >
            <th scope="row" className="text-left font-normal">
              {label}
            </th>
            <td className="flex flex-wrap items-center gap-x-3">
              {isKnown && <ScoreBar score={score} />}
              <span className="w-24 shrink-0">
                {isKnown ? <ScoreBadge score={score} /> : <span className="text-muted">Not known</span>}
              </span>
            </td>
            <td className="col-span-full text-sm text-muted">
              {isDecider && (
                <span className="mr-1.5">
                  <Badge tone="accent">{accordingTo('Deciding factor', provider)}</Badge>
                </span>
              )}
              {from}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const bars: Readonly<Record<ScoreBandName, string>> = {
  none: 'bg-band-none',
  low: 'bg-band-low',
  medium: 'bg-band-medium',
  high: 'bg-band-high',
  critical: 'bg-band-critical',
};

/** A bar as long as the score beside it. */
function ScoreBar({ score }: { score: number }) {
  const band = scoreBand(score);
  return (
    <span aria-hidden="true" className="h-1.5 min-w-0 flex-1 rounded-full bg-hover max-[24rem]:hidden">
      {band && <span className={`block h-full rounded-full ${bars[band.name]}`} style={{ width: `${score}%` }} />}
    </span>
  );
}
