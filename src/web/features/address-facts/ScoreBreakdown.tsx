import type { ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/Panel.tsx';
import { ScoreTable } from '#web/components/ScoreTable.tsx';
import { addressState } from './address-record.ts';
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
      skeleton={{ shape: 'rows', count: 9 }}
      footer="The highest input decides."
    >
      {(record) => <ScoreTable scores={addressScores(record)} />}
    </Panel>
  );
}
