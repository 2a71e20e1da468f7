import { parse } from 'tldts';
import { internalZoneOf, isReserved } from '#model/reserved-space.ts';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { embeddedIpv4 } from '#model/embedded-ipv4.ts';
import { parseIp } from '#model/ip-address.ts';

/** Reached through a public address, but only from inside a cloud: it hands out the secrets of the machine. */
const cloudMetadata = new Set(['168.63.129.16']);
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const nat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/** Why nothing may be sent to this address; null when it is a public address of a third party. */
export function whyRefused(text: string): string | null {
  if (!isIP(text)) return 'it is not an address'; // ipaddr.js also reads 1.2.3 and 0x7f.1
  const reason = reasonAgainst(text);
  if (reason) return reason;
  const parsed = parseIp(text);
  // a gateway sends on to the IPv4 address inside
  const inside = (parsed ? embeddedIpv4(parsed) : []).find((four) => reasonAgainst(four));
  return inside === undefined ? null : `it holds ${inside}, and ${reasonAgainst(inside)}`;
}

function reasonAgainst(text: string): string | null {
  const address = ipaddr.parse(text);
  const range = rangeOf(address);
  if (range) return `it is not a public address (${range})`;
  if (cloudMetadata.has(address.toString())) return 'it hands out secrets of the machine it is asked from';
  return ownAddresses().has(address.toNormalizedString()) ? 'it is an address of this machine' : null;
}

/** The name of the range that keeps an address from being a public one; null when none does. */
function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  if (address.kind() === 'ipv6') {
    const six = address as ipaddr.IPv6;
    // a network without IPv4 reaches the whole IPv4 internet through this prefix: the address inside decides
    if (six.match(nat64)) return null;
    if (six.range() === 'unicast' && !six.match(globalUnicast)) return 'unassigned';
  }
  const range = address.range();
  return range === 'unicast' ? null : range;
}

/** Asked each time: addresses come and go while the service runs. */
function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(all.map(({ address }) => ipaddr.parse(address.replace(/%.*$/, '')).toNormalizedString()));
}

/** Whether the last part of a name is delegated, or reserved for examples: resolvers of others need not hear of the rest. */
function isPublicZone(name: string): boolean {
  return parse(name, { allowPrivateDomains: false }).isIcann === true || isReserved('domain', name);
}

/** Why a name is not asked for: names that mean something inside this network only. @param name lower case, no last dot */
export function whyNameRefused(name: string): string | null {
  if (name === '' || name.length > 253) return 'it is not a host name';
  if (/[^\x21-\x7e]/.test(name)) return 'it is not a host name';
  if (!name.includes('.')) return 'a name without a dot belongs to this network';
  const zone = internalZoneOf(name);
  if (zone !== null) return `names under .${zone} belong to this network`;
  return isPublicZone(name) ? null : `.${name.slice(name.lastIndexOf('.') + 1)} is not a zone of the internet`;
}
