import { nsReputationOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { onlyRecord } from '#web/api/only-record.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationPanel } from './ReputationPanel.tsx';

/** D5 */
export function NameServerReputation({ server }: { readonly server: string }) {
  const kind = REPUTATION_KINDS.nameServer;
  const call = { operationId: 'nsReputation', path: { nameserver: server }, query: { explain: 1 } } as const;
  const answer = useAnswer(nsReputationOptions(call), { title: `${kind.title} ${server}` });
  return (
    <ReputationPanel
      kind={kind}
      call={call}
      answer={answer}
      pick={(response) => onlyRecord(response.ns_server_reputation)}
    />
  );
}
