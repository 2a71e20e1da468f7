import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import { PanelStack } from '#web/components/evidence/PanelStack.tsx';
import { SubjectTabs } from '#web/components/subject/SubjectTabs.tsx';
import { AddressHeader } from './AddressHeader.tsx';
import { AddressNames } from './AddressNames.tsx';
import { AddressOverview } from './AddressOverview.tsx';
import { AddressScans } from './AddressScans.tsx';

// The interface has reputation, its history, assignment history and neighbourhood for IPv4 only.
const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'names', label: 'Names' },
  { id: 'scans', label: 'Scan data' },
] as const;

/** Everything about an IPv6 address. The header and the overview share one question. */
export function Ipv6View({ ip }: { readonly ip: string }) {
  const question = { operationId: 'enrichIpv6', path: { ipv6: ip }, query: { explain: 1, scan_data: 1 } } as const;
  const answer = useAnswer(question, { title: `Facts about ${ip}` });
  const shared = ofHeader(answer);
  return (
    <>
      <AddressHeader ip={ip} version={6} answer={answer} />
      <SubjectTabs label={`Evidence about ${ip}`} tabs={tabs}>
        {(tab) => (
          <PanelStack>
            {tab === 'overview' && <AddressOverview ip={ip} version={6} answer={shared} />}
            {tab === 'names' && <AddressNames ip={ip} version={6} />}
            {tab === 'scans' && <AddressScans ip={ip} version={6} answer={shared} />}
          </PanelStack>
        )}
      </SubjectTabs>
    </>
  );
}
