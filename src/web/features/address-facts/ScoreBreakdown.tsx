import type { ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/Panel.tsx';
import { ScoreBadge } from '#web/components/ScoreBadge.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { addressState, type AddressRecord } from './address-record.ts';
import { addressScores } from './address-scores.ts';

interface ScoreBreakdownProps {
  readonly call: ApiCall;
  readonly answer: Answer<Parameters<typeof addressState>[0]>;
}

/** Every input of the overall score, the one that decided, and what each was made of. */
export function ScoreBreakdown({ call, answer }: ScoreBreakdownProps) {
  return (
    <Panel
      title="Why this score"
      call={call}
      answer={answer}
      read={addressState}
      skeleton={{ shape: 'rows', count: 6 }}
      footer="The highest input decides; a neighbourhood hints, it never convicts alone."
    >
      {(record) => <ScoreTable record={record} />}
    </Panel>
  );
}

function ScoreTable({ record }: { record: AddressRecord }) {
  const scores = addressScores(record);
  if (scores.length === 0) return <p className="text-muted">The service gives no inputs of this score.</p>;
  return (
    <table className="w-full table-fixed">
      <thead className="sr-only">
        <tr>
          <th className="w-28">Input</th>
          <th className="w-24">Score</th>
          <th>Made of</th>
        </tr>
      </thead>
      <tbody>
        {scores.map(({ field, label, score, isDecider, from }) => (
          <tr key={field} className="border-b border-border align-baseline last:border-b-0">
            <th scope="row" title={field} className="w-28 py-1 pr-2 text-left font-normal text-muted">
              {label}
            </th>
            <td className="w-24 py-1 pr-2">
              <ScoreBadge score={score} />
            </td>
            <td className="py-1 text-sm text-muted">
              {isDecider && (
                <span className="mr-1.5">
                  <Badge tone="accent">decided</Badge>
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
