import { formatCidr, type Cidr } from '#model/cidr.ts';
import { formatIp } from '#model/ip-address.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { PanelStack } from '#web/components/evidence/PanelStack.tsx';
import { SubjectHeader } from '#web/components/subject/SubjectHeader.tsx';
import { unknownVerdict } from '#web/components/score/verdict.ts';
import { subnetKeyFacts } from './subnet-key-facts.tsx';
import { SubnetNames } from './SubnetNames.tsx';

/** An IPv6 subnet: the interface has no reputation and no density of it, so who announces its first address stands above. */
export function Ipv6SubnetView({ cidr }: { readonly cidr: Cidr }) {
  const subnet = formatCidr(cidr);
  const question = { operationId: 'ipv6Info', path: { ipv6: formatIp(cidr.network) } } as const;
  const answer = useAnswer(question, { title: `Announcement of ${subnet}` });
  const [first] = answer.response?.ip2asn ?? [];
  const record = answer.response && (first && first.error === undefined ? first : null);
  return (
    <>
      <SubjectHeader
        kind="subnet"
        value={subnet}
        answer={answer}
        scoreName="Reputation"
        verdict={unknownVerdict('the interface keeps reputations of IPv4 subnets only.')}
        facts={subnetKeyFacts(cidr, { first: record })}
      />
      <PanelStack>
        <SubnetNames cidr={cidr} />
      </PanelStack>
    </>
  );
}
