import { parse } from 'tldts';
import { internalZoneOf, isReserved } from '#model/reserved-space.ts';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { embeddedIpv4 } from '#model/embedded-ipv4.ts';
import { parseIp } from '#model/ip-address.ts';

/** Metadata services with public addresses that are reachable only inside a cloud and return secrets of the machine. */
const cloudMetadata = new Set(['168.63.129.16']);
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const nat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/** Why nothing may be sent to this address; null when it is a public address of a third party. */
export function whyRefused(text: string): string | null {
  if (!isIP(text)) return 'it is not an address'; // ipaddr.js also reads 1.2.3 and 0x7f.1
  const reason = reasonAgainst(text);
  if (reason) return reason;
  const parsed = parseIp(text);
  // a gateway forwards to the embedded IPv4 address
  const inside = (parsed ? embeddedIpv4(parsed) : []).find((four) => reasonAgainst(four));
  return inside === undefined ? null : `it embeds ${inside}, and ${reasonAgainst(inside)}`;
}

function reasonAgainst(text: string): string | null {
  const address = ipaddr.parse(text);
  const range = rangeOf(address);
  if (range) return `it is not a public address (${range})`;
  if (cloudMetadata.has(address.toString())) return 'it is a cloud metadata service';
  return ownAddresses().has(address.toNormalizedString()) ? 'it is an address of this machine' : null;
}

/** The name of the non-public range that contains an address; null for a public address. */
function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  if (address.kind() === 'ipv6') {
    const six = address as ipaddr.IPv6;
    // NAT64: a network without IPv4 reaches the IPv4 internet through this prefix, so the embedded address decides
    if (six.match(nat64)) return null;
    if (six.range() === 'unicast' && !six.match(globalUnicast)) return 'unassigned';
  }
  const range = address.range();
  return range === 'unicast' ? null : range;
}

/** Read on every call: the addresses of a machine can change while the service runs. */
function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(all.map(({ address }) => ipaddr.parse(address.replace(/%.*$/, '')).toNormalizedString()));
}

/** Whether the top-level domain of a name is delegated, or reserved for examples: other names are not sent to resolvers. */
function isPublicZone(name: string): boolean {
  return parse(name, { allowPrivateDomains: false }).isIcann === true || isReserved('domain', name);
}

/** Why a name is not looked up, such as names that belong to the local network. @param name lower case, no last dot */
export function whyNameRefused(name: string): string | null {
  if (name === '' || name.length > 253) return 'it is not a host name';
  if (/[^\x21-\x7e]/.test(name)) return 'it is not a host name';
  if (!name.includes('.')) return 'a name without a dot belongs to this network';
  const zone = internalZoneOf(name);
  if (zone !== null) return `names under .${zone} belong to this network`;
  return isPublicZone(name) ? null : `.${name.slice(name.lastIndexOf('.') + 1)} is not a zone of the internet`;
}
