import { parseAsn } from './asn.ts';
import { containsAddress, containsCidr, parseCidr, type Cidr } from './cidr.ts';
import { embeddedIpv4 } from './embedded-ipv4.ts';
import { isHostName, type IndicatorKind } from './indicator-kind.ts';
import { parseIp } from './ip-address.ts';

// Space that is never assigned: documentation and testing (RFC 2606, 5737, 2544, 3849, 5398) and private AS numbers
// (RFC 6996). The sample collection lives here, so a value in it is not evidence about the real internet.
const RESERVED_ZONES: ReadonlySet<string> = new Set(['example', 'test', 'invalid']);

const RESERVED_NETWORKS: readonly Cidr[] = [
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '198.18.0.0/15',
  '2001:db8::/32',
].flatMap((text) => parseCidr(text) ?? []);

const RESERVED_ASNS: readonly (readonly [first: number, last: number])[] = [
  [64_496, 64_511],
  [64_512, 65_534],
  [65_536, 65_551],
];

function isReservedName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return RESERVED_ZONES.has(bare.slice(bare.lastIndexOf('.') + 1));
}

function isReservedAddress(text: string): boolean {
  const parsed = parseIp(text);
  if (!parsed) return false;
  // an IPv6 address that represents an IPv4 one has the owner of the IPv4 address
  const inside = embeddedIpv4(parsed).flatMap((four) => parseIp(four) ?? []);
  return [parsed, ...inside].some((address) => RESERVED_NETWORKS.some((network) => containsAddress(network, address)));
}

/** True when the whole subnet is reserved. */
function isReservedSubnet(text: string): boolean {
  const cidr = parseCidr(text);
  return cidr !== null && RESERVED_NETWORKS.some((network) => containsCidr(network, cidr));
}

export function isReservedAsn(asn: number): boolean {
  return RESERVED_ASNS.some(([first, last]) => asn >= first && asn <= last);
}

const CHECKS: Partial<Record<IndicatorKind, (value: string) => boolean>> = {
  ipv4: isReservedAddress,
  ipv6: isReservedAddress,
  subnet: isReservedSubnet,
  asn: (value) => isReservedAsn(parseAsn(value) ?? -1),
};

/** True for an indicator of the fictional internet, which is marked as a sample wherever it shows. */
export function isReserved(kind: IndicatorKind, value: string): boolean {
  return isHostName(kind) ? isReservedName(value) : (CHECKS[kind]?.(value) ?? false);
}

/** Zones that mean something inside one network only (RFC 6761, 6762, 8375, 9476, and what routers and directories hand out). */
const INTERNAL_ZONES: readonly string[] = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'onion',
  'alt',
  'corp',
  'home',
  'private',
  'localdomain',
];

/** The zone that makes a name one of the own network; null for a name of the internet. @param name lower case, no last dot */
export function internalZoneOf(name: string): string | null {
  return INTERNAL_ZONES.find((zone) => name === zone || name.endsWith(`.${zone}`)) ?? null;
}

/** Private, shared, link-local, loopback, multicast and unassigned addresses (RFC 6890): none is one machine of the internet. */
const INTERNAL_NETWORKS: readonly Cidr[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '127.0.0.0/8',
  '0.0.0.0/8',
  '192.0.0.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
  '::/127',
].flatMap((text) => parseCidr(text) ?? []);

/** True for an address, a subnet or a name of the own network or of special-use space: public sources know nothing about it. */
export function isInternal(kind: IndicatorKind, value: string): boolean {
  if (isHostName(kind)) return internalZoneOf(value.toLowerCase().replace(/\.$/, '')) !== null;
  if (kind === 'subnet') {
    const cidr = parseCidr(value);
    return cidr !== null && INTERNAL_NETWORKS.some((network) => containsCidr(network, cidr));
  }
  if (kind !== 'ipv4' && kind !== 'ipv6') return false;
  const address = parseIp(value);
  return address !== null && INTERNAL_NETWORKS.some((network) => containsAddress(network, address));
}

/** "This network", protocol assignments, multicast and space for future use (RFC 6890): no host of the internet is in it. */
const UNUSED_NETWORKS: readonly Cidr[] = [
  '0.0.0.0/8',
  '192.0.0.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '100::/64',
  'ff00::/8',
].flatMap((text) => parseCidr(text) ?? []);

/** True for a network in which no host of the internet can be. Documentation space, which holds the sample, is not among them. */
export function isSpecialUse(cidr: Cidr): boolean {
  return [...INTERNAL_NETWORKS, ...UNUSED_NETWORKS].some((network) => containsCidr(network, cidr));
}
