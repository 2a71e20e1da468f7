import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import { PanelStack } from '#web/components/evidence/PanelStack.tsx';
import { SubjectTabs } from '#web/components/subject/SubjectTabs.tsx';
import { AddressHistory } from '#web/features/address-history/AddressHistory.tsx';
import { CompareDays } from '#web/features/address-history/CompareDays.tsx';
import { ReputationHistoryPanel } from '#web/features/reputation/ReputationHistoryPanel.tsx';
import { AddressHeader } from './AddressHeader.tsx';
import { AddressNames } from './AddressNames.tsx';
import { AddressOverview } from './AddressOverview.tsx';
import { AddressScans } from './AddressScans.tsx';
import { AddressWhoElse } from './AddressWhoElse.tsx';
import { Neighbours } from './Neighbours.tsx';

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'names', label: 'Names' },
  { id: 'scans', label: 'Scan data' },
  { id: 'shared', label: 'Who else' },
  { id: 'reputation', label: 'Reputation history' },
  { id: 'announcements', label: 'AS and subnet history' },
  { id: 'neighbours', label: 'Neighbours' },
] as const;

/** Everything about an IPv4 address. The header and the overview share one question. */
export function Ipv4View({ ip }: { readonly ip: string }) {
  const question = { operationId: 'enrichIpv4', path: { ipv4: ip }, query: { explain: 1, scan_data: 1 } } as const;
  const answer = useAnswer(question, { title: `Facts about ${ip}` });
  const shared = ofHeader(answer);
  return (
    <>
      <AddressHeader ip={ip} version={4} answer={answer} />
      <SubjectTabs label={`Evidence about ${ip}`} tabs={tabs}>
        {(tab) => (
          <PanelStack>
            {tab === 'overview' && <AddressOverview ip={ip} version={4} answer={shared} />}
            {tab === 'names' && <AddressNames ip={ip} version={4} />}
            {tab === 'scans' && <AddressScans ip={ip} version={4} answer={shared} />}
            {tab === 'shared' && <AddressWhoElse ip={ip} version={4} answer={shared} />}
            {tab === 'reputation' && <ReputationHistoryPanel of="ipv4" value={ip} />}
            {tab === 'announcements' && (
              <>
                <AddressHistory ip={ip} />
                <CompareDays ip={ip} />
              </>
            )}
            {tab === 'neighbours' && <Neighbours ip={ip} />}
          </PanelStack>
        )}
      </SubjectTabs>
    </>
  );
}
