import { takedownReputationHistoryOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationHistoryPanel } from './ReputationHistoryPanel.tsx';
import { useHistoryDays } from './use-history-days.ts';

/** D3 */
export function TakedownReputationHistory({ asn }: { readonly asn: number }) {
  const kind = REPUTATION_KINDS.takedown;
  const [limit] = useHistoryDays();
  const call = { operationId: 'takedownReputationHistory', path: { asn }, query: { explain: 1, limit } } as const;
  const answer = useAnswer(takedownReputationHistoryOptions(call), { title: `${kind.historyTitle} ${formatAsn(asn)}` });
  return (
    <ReputationHistoryPanel
      kind={kind}
      subject={formatAsn(asn)}
      call={call}
      answer={answer}
      pick={(response) => response.takedown_reputation_history}
    />
  );
}
