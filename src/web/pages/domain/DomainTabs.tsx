import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { PanelGrid } from '#web/components/evidence/PanelGrid.tsx';
import { PanelStack } from '#web/components/evidence/PanelStack.tsx';
import { domainState, partOf, type DomainPanelProps } from '#web/features/domain-facts/domain-record.ts';
import { DomainScores, KnownFacts } from '#web/features/domain-facts/DomainFacts.tsx';
import { ListingsPanel, type ListedRecord } from '#web/features/evidence/ListingsPanel.tsx';
import { NameFrequency } from '#web/features/domain-facts/NameFrequency.tsx';
import { NameServerReputation } from '#web/features/domain-facts/NameServerReputation.tsx';
import { Registration } from '#web/features/domain-facts/Registration.tsx';
import { NsChangesPanel } from '#web/features/ns-changes/NsChangesPanel.tsx';
import { NsChangesSummaryPanels } from '#web/features/ns-changes/NsChangesSummaryPanels.tsx';
import { SameMoves } from '#web/features/ns-transfers/SameMoves.tsx';
import {
  Certificates,
  Favicons,
  HtmlPages,
  HttpHeaders,
  JarmFingerprints,
} from '#web/features/scan-data/ScanPanels.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useAsOf } from '#web/url/as-of.ts';

/** The score with its inputs, and the facts. All but the registration stand on the question of the header. */
export function DomainOverview({ domain, ...source }: DomainViewProps) {
  const [asOf] = useAsOf();
  return (
    <PanelGrid>
      {/* D7: as little as the verdict itself can its reasons be told for another day */}
      {asOf === null && <DomainScores {...source} />}
      <Registration domain={domain} />
      <NameServerReputation {...source} />
      <ListingsPanel {...source} read={listedRecord} what="domain" subject={domain} />
      <KnownFacts {...source} domain={domain} />
      <NameFrequency {...source} />
    </PanelGrid>
  );
}

/** The domain record has the listings, the answer around it the score. */
function listedRecord(answer: EnrichDomainAnswer): PanelState<ListedRecord> {
  const state = domainState(answer);
  if (state.is !== 'data') return state;
  const { domaininfo, listing_score, listing_score_explain } = state.data;
  return { is: 'data', data: { ...domaininfo, listing_score, listing_score_explain } };
}

/** The name servers of the domain: every change and who moved alike, how often, and those of now. */
export function DomainNameServers({ domain, ...source }: DomainViewProps) {
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <PanelStack>
        <NsChangesPanel domain={domain} />
        <SameMoves domain={domain} />
      </PanelStack>
      <PanelStack>
        <NameServerReputation {...source} />
        <NsChangesSummaryPanels domain={domain} />
      </PanelStack>
    </div>
  );
}

/** What scans saw under the names of the domain, from the question of the header; what it says is foreign text. */
export function DomainScans({ domain, ...source }: DomainViewProps) {
  // one question for five panels of unknown heights: one room for all, so that none pushes another
  if (source.answer.status === 'pending') return <Skeleton shape="block" heightPx={640} />;
  const scans = { ...source, read: scanDataOf, subject: domain };
  return (
    <>
      <Certificates source={scans} />
      <HttpHeaders source={scans} />
      <HtmlPages source={scans} />
      <Favicons source={scans} />
      <JarmFingerprints source={scans} />
    </>
  );
}

function scanDataOf(response: EnrichDomainAnswer) {
  return partOf(response, ({ scan_data }) => ({ is: 'data', data: scan_data }));
}

/** What every part of the page needs that stands on the enrichment of the domain (G1). */
interface DomainViewProps extends DomainPanelProps {
  readonly domain: string;
}
