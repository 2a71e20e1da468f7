import { ipv4ReputationOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { onlyRecord } from '#web/api/only-record.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationPanel } from './ReputationPanel.tsx';

/** D14 */
export function Ipv4Reputation({ ip }: { readonly ip: string }) {
  const kind = REPUTATION_KINDS.ipv4;
  const call = { operationId: 'ipv4Reputation', path: { ipv4: ip }, query: { explain: 1 } } as const;
  const answer = useAnswer(ipv4ReputationOptions(call), { title: `${kind.title} ${ip}` });
  return (
    <ReputationPanel kind={kind} call={call} answer={answer} pick={(response) => onlyRecord(response.ip_reputation)} />
  );
}
