import { domainVerdict } from '#web/components/score/domain-verdict.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { scoreRule } from '#web/components/score/score-words.ts';
import { ScoreTable } from '#web/components/score/ScoreTable.tsx';
import { domainState, type DomainPanelProps } from './domain-record.ts';
import { domainScores } from './domain-scores.ts';

/** G1 (and C2): every input of the overall score, the one that decided, and what each was made of. */
export function DomainScores({ answer }: DomainPanelProps) {
  const state = answer.response && domainVerdict(answer.response).state;
  return (
    <Panel
      title="Why this score"
      answer={answer}
      read={domainState}
      skeleton={{ shape: 'rows', count: 5 }}
      footer={state && scoreRule(state)}
    >
      {(record) => <ScoreTable scores={domainScores(record)} />}
    </Panel>
  );
}
