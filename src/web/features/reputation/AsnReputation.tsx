import { asnReputationOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { onlyRecord } from '#web/api/only-record.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { AsnLink } from '#web/components/AsnLink.tsx';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationPanel } from './ReputationPanel.tsx';

/** D9 */
export function AsnReputation({ asn }: { readonly asn: number }) {
  const kind = REPUTATION_KINDS.asn;
  const call = { operationId: 'asnReputation', path: { asn }, query: { explain: 1 } } as const;
  const answer = useAnswer(asnReputationOptions(call), { title: `${kind.title} ${asn}` });
  return (
    <ReputationPanel
      kind={kind}
      call={call}
      answer={answer}
      pick={(response) => onlyRecord(response.asn_reputation)}
      subject={<AsnLink asn={asn} />}
    />
  );
}
