import { subnetReputationOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { onlyRecord } from '#web/api/only-record.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { IndicatorLink } from '#web/components/IndicatorLink.tsx';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationPanel } from './ReputationPanel.tsx';

/** D12: IPv4 only. `subnet` is a CIDR. */
export function SubnetReputation({ subnet }: { readonly subnet: string }) {
  const kind = REPUTATION_KINDS.subnet;
  const [address = '', length = ''] = subnet.split('/');
  const call = {
    operationId: 'subnetReputation',
    path: { subnet: address, mask: Number(length) },
    query: { explain: 1 },
  } as const;
  const answer = useAnswer(subnetReputationOptions(call), { title: `${kind.title} ${subnet}` });
  return (
    <ReputationPanel
      kind={kind}
      call={call}
      answer={answer}
      pick={(response) => onlyRecord(response.subnet_reputation)}
      subject={<IndicatorLink kind="subnet" value={subnet} />}
    />
  );
}
