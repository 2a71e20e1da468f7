import { PanelGrid } from '#web/components/evidence/PanelGrid.tsx';
import { DomainListings } from '#web/features/domain-facts/DomainListings.tsx';
import { DomainScores } from '#web/features/domain-facts/DomainScores.tsx';
import { KnownFacts } from '#web/features/domain-facts/KnownFacts.tsx';
import { NameFrequency } from '#web/features/domain-facts/NameFrequency.tsx';
import { NameServerStanding } from '#web/features/domain-facts/NameServerStanding.tsx';
import { Registration } from '#web/features/domain-facts/Registration.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import type { DomainViewProps } from './domain-view.ts';

/** The score with its inputs, and the facts. All but the registration stand on the question of the header. */
export function DomainOverview({ domain, ...source }: DomainViewProps) {
  const [asOf] = useAsOf();
  return (
    <PanelGrid>
      {/* D7: as little as the verdict itself can its reasons be told for another day */}
      {asOf === null && <DomainScores {...source} />}
      <DomainListings {...source} />
      <Registration domain={domain} />
      <NameServerStanding {...source} />
      <KnownFacts {...source} />
      <NameFrequency {...source} />
    </PanelGrid>
  );
}
