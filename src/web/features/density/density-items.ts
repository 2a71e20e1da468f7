import type { DensityRecord } from '#contract/generated/types.gen.ts';
import { addressCount, parseCidr } from '#model/cidr.ts';
import { formatIpv4, parseIpv4 } from '#model/ip-address.ts';
import type { DensityItem } from '#web/charts/density-buckets.ts';

/** Up to here every address of a subnet has its place in the picture, used or not: gaps are worth seeing. */
const drawnAtMost = 4096n;

/**
 * The addresses of a subnet in their order, with their densities. Those that no name points to are drawn as gaps while the
 * subnet is small enough; of a larger one, or when it is not known, only those in use.
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
