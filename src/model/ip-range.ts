import type { Cidr } from './cidr.ts';

/** The fewest subnets that cover the IPv4 addresses `first` to `last`, in order. Built for a million ranges at a time. */
export function ipv4RangeToCidrs(first: number, last: number): Cidr[] {
  const cidrs: Cidr[] = [];
  let start = first;
  while (start <= last) {
    // The largest block that begins here: bounded by the alignment of its start and by what is left to cover.
    const alignment = start === 0 ? 32 : 31 - Math.clz32(start & -start);
    const remaining = last - start + 1;
    const room = remaining >= 2 ** 32 ? 32 : 31 - Math.clz32(remaining);
    const hostBits = Math.min(alignment, room);
    cidrs.push({ network: { version: 4, value: start }, length: 32 - hostBits });
    start += 2 ** hostBits;
  }
  return cidrs;
}

const IPV6_END = 1n << 128n;

function bitLength(value: bigint): number {
  return value.toString(2).length;
}

/** The fewest subnets that cover the IPv6 addresses `first` to `last`, in order. */
export function ipv6RangeToCidrs(first: bigint, last: bigint): Cidr[] {
  const cidrs: Cidr[] = [];
  let start = first;
  while (start <= last && start < IPV6_END) {
    const alignment = start === 0n ? 128 : bitLength(start & -start) - 1;
    const room = bitLength(last - start + 1n) - 1;
    const hostBits = Math.min(alignment, room);
    cidrs.push({ network: { version: 6, value: start }, length: 128 - hostBits });
    start += 1n << BigInt(hostBits);
  }
  return cidrs;
}
