import { PanelGrid } from '#web/components/evidence/PanelGrid.tsx';
import { AsnDensity } from '#web/features/density/AsnDensity.tsx';
import { SubnetAddresses } from '#web/features/density/SubnetAddresses.tsx';
import { SubnetDensity } from '#web/features/density/SubnetDensity.tsx';
import { SubnetPicture } from '#web/features/density/SubnetPicture.tsx';

/** The announced prefix and the AS around the address: how densely they are used, and by which addresses. */
export function Neighbours({ ip }: { readonly ip: string }) {
  return (
    <>
      <PanelGrid>
        <SubnetDensity ip={ip} />
        <AsnDensity qtype="ipv4" query={ip} />
      </PanelGrid>
      <SubnetPicture ip={ip} />
      <SubnetAddresses ip={ip} />
    </>
  );
}
