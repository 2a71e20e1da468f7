import type { ReactNode } from 'react';
import { dayIntToIsoDate } from '#model/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { explainWord } from './score-words.ts';
import { ScoreBadge } from './ScoreBadge.tsx';
import { daysAgo } from './verdict.ts';

interface ExplainListProps {
  /** An `*_explain` object; may be empty. */
  readonly explain: object | null | undefined;
}

/** The inputs of a score, as the service gives them. */
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
  const count = value.toLocaleString('en');
  return unit === 'days' ? `${count} ${value === 1 ? 'day' : 'days'}` : count;
}

/** One input of an overall risk score. */
export interface ScoreLine {
  /** Field name of the interface. */
  readonly field: string;
  readonly label: string;
  readonly score: number;
  readonly isDecider: boolean;
  /** What it was made of; nothing when the service does not say. */
  readonly from: ReactNode;
}

/** The inputs of an overall risk score, the one that decided, and what each was made of. */
export function ScoreTable({ scores }: { scores: readonly ScoreLine[] }) {
  if (scores.length === 0) return <p className="text-muted">The service gives no inputs of this score.</p>;
  return (
    <table className="w-full">
      <thead className="sr-only">
        <tr>
          <th scope="col">Factor</th>
          <th scope="col">Score</th>
          <th scope="col">Evidence</th>
        </tr>
      </thead>
      <tbody>
        {scores.map(({ field, label, score, isDecider, from }) => (
          <tr key={field} className="border-b border-border align-baseline last:border-b-0">
            <th scope="row" className="py-1 pr-4 text-left font-normal text-muted sm:whitespace-nowrap">
              {label}
            </th>
            <td className="py-1 pr-4">
              <ScoreBadge score={score} />
            </td>
            <td className="w-full py-1 text-sm text-muted">
              {isDecider && (
                <span className="mr-1.5">
                  <Badge tone="accent">Deciding factor</Badge>
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
