import { PanelGrid } from '#web/components/evidence/PanelGrid.tsx';
import { addressState } from '#web/features/address-facts/address-record.ts';
import { AnnouncementPanel } from '#web/features/address-facts/AnnouncementPanel.tsx';
import { FlagPanel } from '#web/features/address-facts/FlagPanel.tsx';
import { ListingPanel } from '#web/features/address-facts/ListingPanel.tsx';
import { ScoreBreakdown } from '#web/features/address-facts/ScoreBreakdown.tsx';
import { ReputationPanel } from '#web/features/reputation/ReputationPanel.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import type { AddressViewProps } from './address-view.ts';

/** Why the score is what it is, and the standing of the address, its subnet and its AS. */
export function AddressOverview({ ip, version, answer }: AddressViewProps) {
  const [asOf] = useAsOf();
  const { subnet, asn } = answer.response?.ip2asn?.[0] ?? {};
  // one panel says that nothing is known; three more need not repeat it
  const isUnknown = answer.response !== undefined && addressState(answer.response).is === 'unknown';
  return (
    <PanelGrid>
      {/* D7: as little as the verdict itself can its reasons be told for another day */}
      {asOf === null && <ScoreBreakdown answer={answer} />}
      {!isUnknown && (
        <>
          {version === 4 && <ListingPanel answer={answer} />}
          <AnnouncementPanel answer={answer} />
          <FlagPanel answer={answer} />
        </>
      )}
      {version === 4 && <ReputationPanel of="ipv4" value={ip} />}
      {version === 4 && subnet && <ReputationPanel of="subnet" value={subnet} />}
      {asn ? (
        <>
          <ReputationPanel of="asn" value={String(asn)} />
          <ReputationPanel of="takedown" value={String(asn)} />
        </>
      ) : null}
    </PanelGrid>
  );
}
