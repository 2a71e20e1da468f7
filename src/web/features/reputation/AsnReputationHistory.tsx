import { asnReputationHistoryOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationHistoryPanel } from './ReputationHistoryPanel.tsx';
import { useHistoryDays } from './use-history-days.ts';

/** D10 */
export function AsnReputationHistory({ asn }: { readonly asn: number }) {
  const kind = REPUTATION_KINDS.asn;
  const [limit] = useHistoryDays();
  const call = { operationId: 'asnReputationHistory', path: { asn }, query: { explain: 1, limit } } as const;
  const answer = useAnswer(asnReputationHistoryOptions(call), { title: `${kind.historyTitle} ${formatAsn(asn)}` });
  return (
    <ReputationHistoryPanel
      kind={kind}
      subject={formatAsn(asn)}
      call={call}
      answer={answer}
      pick={(response) => response.asn_reputation_history}
    />
  );
}
