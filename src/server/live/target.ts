import { isIP } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { LiveError } from './outbound-client.ts';
import { resolver, type Resolve } from './resolver.ts';
import { parse } from 'tldts';
import { internalZoneOf, isReserved } from '#model/reserved-space.ts';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { embeddedIpv4 } from '#model/embedded-ipv4.ts';
import { parseIp } from '#model/ip-address.ts';

/** For tests only: a small internet whose servers run on this machine. */
export interface TestAllowance {
  /** Resolvers in place of those of this machine, as 'address:port'. */
  readonly resolvers: readonly string[];
  /** Loopback ports by 'address:port': these addresses pass the guard and are redirected there. Loopback itself never passes. */
  readonly routes: Readonly<Record<string, number>>;
  /** PEM of additional trusted certificate authorities. */
  readonly authorities?: readonly string[];
}

export interface Guard {
  readonly resolve: Resolve;
  readonly allowance: TestAllowance | undefined;
  /** The trusted certificate authorities, if not the default ones. */
  readonly trust: SecureContext | undefined;
  /** Host names whose addresses may be private, over https only. Lower case. */
  readonly insideHosts: ReadonlySet<string>;
  /** The only server that is contacted; undefined for no such limit. */
  readonly store?: ChosenServer | undefined;
}

/** A server that the operator chose, at any port. */
export interface ChosenServer {
  /** Scheme, host and port. */
  readonly origin: string;
  /** It may have any address: a private one, or one of this machine. */
  readonly isInside: boolean;
}

/** One per client: reading the default authorities takes many milliseconds. */
export function openGuard(allowance?: TestAllowance, insideHosts: readonly string[] = []): Guard {
  const authorities = allowance?.authorities;
  return {
    resolve: resolver(allowance?.resolvers),
    allowance,
    trust: authorities && createSecureContext({ ca: [...rootCertificates, ...authorities] }),
    insideHosts: new Set(insideHosts),
  };
}

/** Maximum number of addresses to try. */
const maxAddresses = 3;

/**
 * The addresses to connect to. The host is resolved once, here, and all its addresses must pass: connections to the
 * returned addresses, without resolving again, cannot be redirected by a second DNS answer.
 * @param isTls whether the connection will be encrypted: a host inside is reached in no other way
 * @throws LiveError refused_target; unknown_target when the name has no address; the error of node:dns
 */
export async function checkedAddresses(
  host: string,
  guard: Guard,
  signal: AbortSignal,
  isTls = false,
): Promise<readonly string[]> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare)) return [allowed(bare, bare, guard, false)];
  const isInside = isTls && guard.insideHosts.has(host.toLowerCase());
  const name = isInside ? host.toLowerCase() : checkedName(host);
  const [four, six] = await Promise.all([guard.resolve(name, 'A', signal), guard.resolve(name, 'AAAA', signal)]);
  const addresses = [...four, ...six].map(({ data }) => allowed(data, name, guard, isInside));
  if (addresses.length === 0) throw new LiveError('unknown_target', `${name} has no address.`);
  return addresses.slice(0, maxAddresses);
}

/** Tries one address after the other. @throws LiveError, which ends that, or the last error of `act` */
export async function onFirst<T>(
  addresses: readonly string[],
  signal: AbortSignal,
  act: (address: string) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await act(address);
    } catch (error) {
      if (signal.aborted || error instanceof LiveError) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** @returns the name in lower case without its last dot @throws LiveError refused_target */
export function checkedName(text: string): string {
  const name = text.toLowerCase().replace(/\.$/, '');
  const reason = whyNameRefused(name);
  if (reason) throw refusal(name, reason);
  return name;
}

/** The endpoint of a checked address: itself, except in tests. */
export function endpoint(address: string, port: number, { allowance }: Guard): { host: string; port: number } {
  const route = allowance?.routes[`${address}:${port}`];
  return route === undefined ? { host: address, port } : { host: '127.0.0.1', port: route };
}

/** @param isInside whether private addresses pass; those of this machine and of links never do */
function allowed(address: string, host: string, { allowance }: Guard, isInside: boolean): string {
  const isRouted =
    !isPrivate(address) && Object.keys(allowance?.routes ?? {}).some((route) => route.startsWith(`${address}:`));
  const passes = isRouted || (isInside && isPrivate(address) && !isOwn(address));
  const reason = passes ? null : whyRefused(address);
  // what a name inside resolves to is not for the caller
  if (reason)
    throw refusal(host, host === address ? reason : 'it has an address that is not a public third-party address');
  return address;
}

export function refusal(what: string, reason: string): LiveError {
  return new LiveError('refused_target', `Nothing is sent to ${what}: ${reason}.`);
}

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
  return isOwn(text) ? 'it is an address of this machine' : null;
}

function isOwn(text: string): boolean {
  return ownAddresses().has(ipaddr.parse(text).toNormalizedString());
}

/** Whether an address is in the space that companies use inside (RFC 1918, RFC 4193). */
function isPrivate(text: string): boolean {
  return isIP(text) !== 0 && ['private', 'uniqueLocal'].includes(ipaddr.parse(text).range());
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
