import { subnetReputationHistoryOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationHistoryPanel } from './ReputationHistoryPanel.tsx';
import { useHistoryDays } from './use-history-days.ts';

/** D13: IPv4 only. `subnet` is a CIDR. */
export function SubnetReputationHistory({ subnet }: { readonly subnet: string }) {
  const kind = REPUTATION_KINDS.subnet;
  const [limit] = useHistoryDays();
  const [address = '', length = ''] = subnet.split('/');
  const call = {
    operationId: 'subnetReputationHistory',
    path: { subnet: address, mask: Number(length) },
    query: { explain: 1, limit },
  } as const;
  const answer = useAnswer(subnetReputationHistoryOptions(call), { title: `${kind.historyTitle} ${subnet}` });
  return (
    <ReputationHistoryPanel
      kind={kind}
      subject={subnet}
      call={call}
      answer={answer}
      pick={(response) => response.subnet_reputation_history}
    />
  );
}
