import { formatCidr, type Cidr } from '#model/cidr.ts';
import { formatIp } from '#model/ip-address.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { onlyRecord } from '#web/api/only-record.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { PanelGrid } from '#web/components/evidence/PanelGrid.tsx';
import { PanelStack } from '#web/components/evidence/PanelStack.tsx';
import { subnetVerdict } from '#web/components/score/reputation-verdict.ts';
import { SubjectHeader } from '#web/components/subject/SubjectHeader.tsx';
import { SubjectTabs } from '#web/components/subject/SubjectTabs.tsx';
import { unknownVerdict } from '#web/components/score/verdict.ts';
import { AnnouncementPanel } from '#web/features/address-facts/AnnouncementPanel.tsx';
import { SubnetAddresses } from '#web/features/density/SubnetAddresses.tsx';
import { SubnetDensity } from '#web/features/density/SubnetDensity.tsx';
import { SubnetPicture } from '#web/features/density/SubnetPicture.tsx';
import { ReputationHistoryPanel } from '#web/features/reputation/ReputationHistoryPanel.tsx';
import { ReputationPanel } from '#web/features/reputation/ReputationPanel.tsx';
import { subnetKeyFacts } from './subnet-key-facts.tsx';
import { SubnetNames } from './SubnetNames.tsx';
import { SubnetScans } from './SubnetScans.tsx';

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'history', label: 'Reputation history' },
  { id: 'addresses', label: 'Addresses' },
  { id: 'names', label: 'Names' },
  { id: 'scans', label: 'Scan data' },
] as const;

/** Everything about an IPv4 subnet. The header and the first panel share one question. */
export function Ipv4SubnetView({ cidr }: { readonly cidr: Cidr }) {
  const subnet = formatCidr(cidr);
  const address = formatIp(cidr.network);
  const answer = useAnswer(headerQuestion.ipv4Subnet(cidr), { title: `Reputation of ${subnet}` });
  const record = answer.response && (onlyRecord(answer.response.subnet_reputation) ?? null);
  const info = useAnswer({ operationId: 'ipv4Info', path: { ipv4: address } }, { title: `Announcement of ${subnet}` });
  return (
    <>
      <SubjectHeader
        kind="subnet"
        value={subnet}
        answer={answer}
        scoreName="Reputation"
        verdict={record === undefined ? undefined : subnetVerdict(record ?? undefined)}
        facts={subnetKeyFacts(cidr, {
          reputation: record,
          first: info.response && (info.response.ip2asn?.[0] ?? null),
        })}
      />
      <SubjectTabs label={`Evidence about ${subnet}`} tabs={tabs}>
        {(tab) => (
          <PanelStack>
            {tab === 'overview' && (
              <PanelGrid>
                <ReputationPanel of="subnet" value={subnet} />
                <SubnetDensity ip={address} />
                <AnnouncementPanel answer={info} />
              </PanelGrid>
            )}
            {tab === 'history' && <ReputationHistoryPanel of="subnet" value={subnet} />}
            {tab === 'addresses' && (
              <>
                <SubnetPicture ip={address} />
                <SubnetAddresses ip={address} />
              </>
            )}
            {tab === 'names' && <SubnetNames cidr={cidr} />}
            {tab === 'scans' && <SubnetScans cidr={cidr} />}
          </PanelStack>
        )}
      </SubjectTabs>
    </>
  );
}

/** An IPv6 subnet: the interface has no reputation and no density of it, so who announces its first address stands above. */
export function Ipv6SubnetView({ cidr }: { readonly cidr: Cidr }) {
  const subnet = formatCidr(cidr);
  const answer = useAnswer(headerQuestion.ipv6Subnet(cidr), { title: `Announcement of ${subnet}` });
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
