import { nsReputationHistoryOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationHistoryPanel } from './ReputationHistoryPanel.tsx';
import { useHistoryDays } from './use-history-days.ts';

/** D6 */
export function NameServerReputationHistory({ server }: { readonly server: string }) {
  const kind = REPUTATION_KINDS.nameServer;
  const [limit] = useHistoryDays();
  const call = {
    operationId: 'nsReputationHistory',
    path: { nameserver: server },
    query: { explain: 1, limit },
  } as const;
  const answer = useAnswer(nsReputationHistoryOptions(call), { title: `${kind.historyTitle} ${server}` });
  return (
    <ReputationHistoryPanel
      kind={kind}
      subject={server}
      call={call}
      answer={answer}
      pick={(response) => response.ns_server_reputation_history}
    />
  );
}
