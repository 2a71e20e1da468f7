import { Panel } from '#web/components/Panel.tsx';
import { ScoreTable } from '#web/components/ScoreTable.tsx';
import { domainState, type DomainPanelProps } from './domain-record.ts';
import { domainScores } from './domain-scores.ts';

const acquittals: Readonly<Record<string, string>> = {
  is_expired: 'Expired: the overall score is 0 by rule, whatever the inputs say.',
  is_parked: 'Parked: the overall score is 0 by rule, whatever the inputs say.',
  is_sinkholed: 'Sinkholed: the overall score is 0 by rule, whatever the inputs say.',
};

/** G1 (and C2): every input of the overall score, the one that decided, and what each was made of. */
export function DomainScores({ call, answer }: DomainPanelProps) {
  const decider = answer.response?.sp_risk_score_explain?.sp_risk_score_decider ?? '';
  return (
    <Panel
      title="Why this score"
      call={call}
      answer={answer}
      read={domainState}
      skeleton={{ shape: 'rows', count: 5 }}
      footer={acquittals[decider] ?? 'The highest input decides.'}
    >
      {(record) => <ScoreTable scores={domainScores(record)} />}
    </Panel>
  );
}
