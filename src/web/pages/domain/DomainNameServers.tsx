import { PanelGrid } from '#web/components/PanelGrid.tsx';
import { NameServerStanding } from '#web/features/domain-facts/NameServerStanding.tsx';
import { NsChangesPanel } from '#web/features/ns-changes/NsChangesPanel.tsx';
import { NsChangesSummaryPanels } from '#web/features/ns-changes/NsChangesSummaryPanels.tsx';
import type { DomainViewProps } from './domain-view.ts';

/** The name servers of the domain: those of now, and every change. */
export function DomainNameServers({ domain, ...source }: DomainViewProps) {
  return (
    <>
      <NsChangesPanel domain={domain} />
      <PanelGrid>
        <NsChangesSummaryPanels domain={domain} />
        <NameServerStanding {...source} />
      </PanelGrid>
    </>
  );
}
