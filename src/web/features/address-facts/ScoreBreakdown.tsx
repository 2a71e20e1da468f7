import type { Answer } from '#web/api/use-answer.ts';
import { addressState as verdictStateOf } from '#web/components/score/address-verdict.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { scoreRule } from '#web/components/score/score-words.ts';
import { ScoreTable } from '#web/components/score/ScoreTable.tsx';
import { addressState } from './address-record.ts';
import { addressScores } from './address-scores.ts';

interface ScoreBreakdownProps {
  readonly answer: Answer<Parameters<typeof addressState>[0]>;
}

/** Every factor of the overall score, the one that decided, and what each was made of. */
export function ScoreBreakdown({ answer }: ScoreBreakdownProps) {
  const shown = answer.response && addressState(answer.response);
  const state = shown?.is === 'data' ? verdictStateOf(shown.data) : undefined;
  return (
    <Panel
      title="Why this score"
      answer={answer}
      read={addressState}
      skeleton={{ shape: 'rows', count: 9 }}
      footer={state ? scoreRule(state) : undefined}
    >
      {(record) => <ScoreTable scores={addressScores(record)} />}
    </Panel>
  );
}
