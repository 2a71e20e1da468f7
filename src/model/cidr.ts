import { formatIp, parseIp, parseIpv4, type IpAddress } from './ip-address.ts';

/** A subnet: the network's first address (host bits zero) and the prefix length. */
export interface Cidr {
  readonly network: IpAddress;
  readonly length: number;
}

/** Bits of an address of that version: the longest prefix length. */
export function maxPrefixLength(version: 4 | 6): 32 | 128 {
  return version === 4 ? 32 : 128;
}

/** The subnet of that length around an address; its host bits are masked off. Null when the length is out of range. */
export function subnetOf(address: IpAddress, length: number): Cidr | null {
  const bits = maxPrefixLength(address.version);
  if (!Number.isInteger(length) || length < 0 || length > bits) return null;
  if (address.version === 4) {
    const hostCount = 2 ** (32 - length);
    return { network: { version: 4, value: Math.floor(address.value / hostCount) * hostCount }, length };
  }
  const hostBits = BigInt(128 - length);
  return { network: { version: 6, value: (address.value >> hostBits) << hostBits }, length };
}

/**
 * 'address/length' to a subnet; host bits are masked off, as the interface's clients expect (20.207.73.82/10 is
 * 20.192.0.0/10). Null when the text is anything else.
 */
export function parseCidr(text: string): Cidr | null {
  const slash = text.indexOf('/');
  if (slash < 0 || !/^(?:0|[1-9]\d{0,2})$/.test(text.slice(slash + 1))) return null;
  const address = parseIp(text.slice(0, slash));
  return address && subnetOf(address, Number(text.slice(slash + 1)));
}

export function formatCidr(cidr: Cidr): string {
  return `${formatIp(cidr.network)}/${cidr.length}`;
}

/** The highest address of the subnet (the lowest is `network`). */
export function lastAddress({ network, length }: Cidr): IpAddress {
  if (network.version === 4) return { version: 4, value: network.value + 2 ** (32 - length) - 1 };
  return { version: 6, value: network.value + (1n << BigInt(128 - length)) - 1n };
}

/** How many addresses the subnet has. */
export function addressCount({ network, length }: Cidr): bigint {
  return 1n << BigInt(maxPrefixLength(network.version) - length);
}

/** True when the address lies in the subnet; versions never mix (compare `unmapIpv4` of an IPv4-mapped address). */
export function containsAddress(cidr: Cidr, address: IpAddress): boolean {
  if (cidr.network.version !== address.version) return false;
  return subnetOf(address, cidr.length)?.network.value === cidr.network.value;
}

/** True when every address of `inner` lies in `outer`. */
export function containsCidr(outer: Cidr, inner: Cidr): boolean {
  return inner.length >= outer.length && containsAddress(outer, inner.network);
}

/** True when the prefix with the first address of a subnet does not hold all of the subnet; false without a prefix. */
export function isAnnouncedInParts(subnet: string, prefix: string | undefined): boolean {
  const [outer, inner] = [parseCidr(prefix ?? ''), parseCidr(subnet)];
  return outer !== null && inner !== null && !containsCidr(outer, inner);
}

/** The fewest subnets that cover the IPv4 addresses `first` to `last`, in order. Built for a million ranges at a time. */
export function ipv4RangeToCidrs(first: number, last: number): Cidr[] {
  const cidrs: Cidr[] = [];
  let start = first;
  while (start <= last) {
    // The largest block that begins here, limited by the alignment of its start and by the remaining addresses.
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

/** The length of a netmask as firewalls write it: 24 of 255.255.255.0. */
export function maskLength(mask: string): number | null {
  const value = parseIpv4(mask);
  const length = value === null ? NaN : 32 - Math.log2(2 ** 32 - value);
  return Number.isInteger(length) ? length : null;
}
