import { ipv4ReputationHistoryOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationHistoryPanel } from './ReputationHistoryPanel.tsx';
import { useHistoryDays } from './use-history-days.ts';

/** D15 */
export function Ipv4ReputationHistory({ ip }: { readonly ip: string }) {
  const kind = REPUTATION_KINDS.ipv4;
  const [limit] = useHistoryDays();
  const call = { operationId: 'ipv4ReputationHistory', path: { ipv4: ip }, query: { explain: 1, limit } } as const;
  const answer = useAnswer(ipv4ReputationHistoryOptions(call), { title: `${kind.historyTitle} ${ip}` });
  return (
    <ReputationHistoryPanel
      kind={kind}
      subject={ip}
      call={call}
      answer={answer}
      pick={(response) => response.ip_reputation_history}
    />
  );
}
