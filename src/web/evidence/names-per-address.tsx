import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { DensityRecord } from '#contract/generated/types.gen.ts';
import { addressCount, parseCidr } from '#model/cidr.ts';
import { formatIpv4, parseIpv4 } from '#model/ip-address.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { DensityItem } from '#web/charts/DensityBars.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { paths } from '#web/url/paths.ts';
import { addressOf, densityQuestion } from './density.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// loaded late: most visitors of an address or subnet page never scroll to the bars
const DensityBars = lazyPart(async () => (await import('#web/charts/DensityBars.tsx')).DensityBars);

const barsHeightPx = 140;
// the switch above the bars, and the two lines below them
const heightPx = barsHeightPx + 84;

/** E6, scope subnet_ips, as bars in address order: shows crowded addresses and gaps. */
export const NamesPerAddress = defineCard(
  asked(({ value }: Pick<Entity, 'value'>) => densityQuestion('ipv4', addressOf(value), 'subnet_ips')),
  {
    title: 'Names per address',
    caption: ({ value }) => `Density of ${addressOf(value)}`,
    read: ({ records }) => rowsOrEmpty(records, 'No name points to any address of the announced prefix.'),
    show: (records, { value }) => <Bars records={records} ip={addressOf(value)} />,
    heightPx,
  },
);

interface BarsProps {
  readonly records: readonly DensityRecord[];
  /** The picture covers the announced prefix that contains this address. */
  readonly ip: string;
}

function Bars({ records, ip }: BarsProps) {
  const navigate = useNavigate();
  const prefix = useAnswer(densityQuestion('ipv4', ip, 'subnet'), { title: `Density of ${ip}` });
  const subnet = prefix.response?.records?.[0]?.subnet;
  const items = useMemo(() => densityItems(records, subnet), [records, subnet]);
  return (
    <DensityBars
      fallback={<Skeleton shape="block" heightPx={heightPx} />}
      label={`Density of ${subnet ?? ip}`}
      items={items}
      highlightedKey={ip}
      onOpen={(address) => void navigate(paths.ip(address))}
      heightPx={barsHeightPx}
    />
  );
}

/** Up to this size the picture draws every address of a subnet, used or not, so that gaps show. */
const drawnAtMost = 4096n;

/**
 * The addresses of a subnet in order, with their densities. Addresses without a name are drawn as gaps while the
 * subnet is small enough; a larger or unknown subnet shows only the addresses in use.
 */
export function densityItems(records: readonly DensityRecord[], subnet: string | undefined): readonly DensityItem[] {
  const used = new Map(
    records.flatMap(({ ipv4, density }) => {
      const value = parseIpv4(ipv4 ?? '');
      return value === null ? [] : [[value, density ?? 0] as const];
    }),
  );
  return addressesOf(used, subnet).map((address) => {
    const label = formatIpv4(address);
    return { key: label, label, value: used.get(address) ?? 0 };
  });
}

function addressesOf(used: ReadonlyMap<number, number>, subnet: string | undefined): readonly number[] {
  const cidr = subnet === undefined ? null : parseCidr(subnet);
  if (cidr?.network.version !== 4 || addressCount(cidr) > drawnAtMost) return [...used.keys()].sort((a, b) => a - b);
  const { value: first } = cidr.network;
  return Array.from({ length: Number(addressCount(cidr)) }, (_, offset) => first + offset);
}
