import { PanelGrid } from '#web/components/PanelGrid.tsx';
import { addressState } from '#web/features/address-facts/address-record.ts';
import { AnnouncementPanel } from '#web/features/address-facts/AnnouncementPanel.tsx';
import { FlagPanel } from '#web/features/address-facts/FlagPanel.tsx';
import { ListingPanel } from '#web/features/address-facts/ListingPanel.tsx';
import { ScoreBreakdown } from '#web/features/address-facts/ScoreBreakdown.tsx';
import { AsnReputation } from '#web/features/reputation/AsnReputation.tsx';
import { Ipv4Reputation } from '#web/features/reputation/Ipv4Reputation.tsx';
import { SubnetReputation } from '#web/features/reputation/SubnetReputation.tsx';
import { TakedownReputation } from '#web/features/reputation/TakedownReputation.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import type { AddressViewProps } from './address-view.ts';

/** Why the score is what it is, and the standing of the address, its subnet and its AS. */
export function AddressOverview({ ip, version, call, answer }: AddressViewProps) {
  const [asOf] = useAsOf();
  const { subnet, asn } = answer.response?.ip2asn?.[0] ?? {};
  // one panel says that nothing is known; three more need not repeat it
  const isUnknown = answer.response !== undefined && addressState(answer.response).is === 'unknown';
  return (
    <PanelGrid>
      {/* D7: as little as the verdict itself can its reasons be told for another day */}
      {asOf === null && <ScoreBreakdown call={call} answer={answer} />}
      {!isUnknown && (
        <>
          {version === 4 && <ListingPanel call={call} answer={answer} />}
          <AnnouncementPanel call={call} answer={answer} />
          <FlagPanel call={call} answer={answer} />
        </>
      )}
      {version === 4 && <Ipv4Reputation ip={ip} />}
      {version === 4 && subnet && <SubnetReputation subnet={subnet} />}
      {asn ? (
        <>
          <AsnReputation asn={asn} />
          <TakedownReputation asn={asn} />
        </>
      ) : null}
    </PanelGrid>
  );
}
