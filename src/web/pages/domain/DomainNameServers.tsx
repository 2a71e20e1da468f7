import { PanelStack } from '#web/components/evidence/PanelStack.tsx';
import { NameServerStanding } from '#web/features/domain-facts/NameServerStanding.tsx';
import { NsChangesPanel } from '#web/features/ns-changes/NsChangesPanel.tsx';
import { NsChangesSummaryPanels } from '#web/features/ns-changes/NsChangesSummaryPanels.tsx';
import { SameMoves } from '#web/features/ns-transfers/SameMoves.tsx';
import type { DomainViewProps } from './domain-view.ts';

/** The name servers of the domain: every change and who moved alike, how often, and those of now. */
export function DomainNameServers({ domain, ...source }: DomainViewProps) {
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <PanelStack>
        <NsChangesPanel domain={domain} />
        <SameMoves domain={domain} />
      </PanelStack>
      <PanelStack>
        <NameServerStanding {...source} />
        <NsChangesSummaryPanels domain={domain} />
      </PanelStack>
    </div>
  );
}
