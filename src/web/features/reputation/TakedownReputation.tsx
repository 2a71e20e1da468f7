import { takedownReputationOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { AsnLink } from '#web/components/AsnLink.tsx';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { ReputationPanel } from './ReputationPanel.tsx';

/** D2 */
export function TakedownReputation({ asn }: { readonly asn: number }) {
  const kind = REPUTATION_KINDS.takedown;
  const call = { operationId: 'takedownReputation', path: { asn }, query: { explain: 1 } } as const;
  const answer = useAnswer(takedownReputationOptions(call), { title: `${kind.title} ${asn}` });
  return (
    <ReputationPanel
      kind={kind}
      call={call}
      answer={answer}
      pick={(response) => response.takedown_reputation}
      subject={<AsnLink asn={asn} />}
    />
  );
}
