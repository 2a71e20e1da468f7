import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { DensityBars } from '#web/charts/DensityBars.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { paths } from '#web/url/paths.ts';
import { densityItems } from './density-items.ts';
import { densityRows, useDensity } from './use-density.ts';

interface SubnetPictureProps {
  /** An IPv4 address; the announced prefix around it is drawn. */
  readonly ip: string;
}

const barsHeightPx = 140;

/** E6, scope subnet_ips, as bars in the order of the addresses: crowded ones and gaps at a glance. */
export function SubnetPicture({ ip }: SubnetPictureProps) {
  const navigate = useNavigate();
  const answer = useDensity('ipv4', ip, 'subnet_ips');
  const subnet = useDensity('ipv4', ip, 'subnet').response?.records?.[0]?.subnet;
  const items = useMemo(() => densityItems(answer.response?.records ?? [], subnet), [answer.response, subnet]);
  return (
    <Panel
      title="Names per address"
      answer={answer}
      read={(response) => densityRows(response, 'No name points to any address of the announced prefix.')}
      // the switch above the bars, and the two lines below them
      skeleton={{ shape: 'block', heightPx: barsHeightPx + 84 }}
    >
      {() => (
        <DensityBars
          label={`Density of ${subnet ?? ip}`}
          items={items}
          highlightedKey={ip}
          onOpen={(address) => void navigate(paths.ip(address))}
          heightPx={barsHeightPx}
        />
      )}
    </Panel>
  );
}
