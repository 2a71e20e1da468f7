import { isIP } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { whyNameRefused, whyRefused } from './address-guard.ts';
import { LiveError } from './outbound-client.ts';
import { resolver, type Resolve } from './resolver.ts';

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
}

/** One per client: reading the default authorities takes many milliseconds. */
export function openGuard(allowance?: TestAllowance): Guard {
  const authorities = allowance?.authorities;
  return {
    resolve: resolver(allowance?.resolvers),
    allowance,
    trust: authorities && createSecureContext({ ca: [...rootCertificates, ...authorities] }),
  };
}

/** Maximum number of addresses to try. */
const maxAddresses = 3;

/**
 * The addresses to connect to. The host is resolved once, here, and all its addresses must pass: connections to the
 * returned addresses, without resolving again, cannot be redirected by a second DNS answer.
 * @throws LiveError refused_target; unknown_target when the name has no address; the error of node:dns
 */
export async function checkedAddresses(host: string, guard: Guard, signal: AbortSignal): Promise<readonly string[]> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare)) return [allowed(bare, bare, guard)];
  const name = checkedName(host);
  const [four, six] = await Promise.all([guard.resolve(name, 'A', signal), guard.resolve(name, 'AAAA', signal)]);
  const addresses = [...four, ...six].map(({ data }) => allowed(data, name, guard));
  if (addresses.length === 0) throw new LiveError('unknown_target', `${name} has no address.`);
  return addresses.slice(0, maxAddresses);
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

function allowed(address: string, host: string, { allowance }: Guard): string {
  const isRouted = Object.keys(allowance?.routes ?? {}).some((route) => route.startsWith(`${address}:`));
  const reason = isRouted ? null : whyRefused(address);
  if (reason) throw refusal(host === address ? host : `${host} (${address})`, reason);
  return address;
}

export function refusal(what: string, reason: string): LiveError {
  return new LiveError('refused_target', `Nothing is sent to ${what}: ${reason}.`);
}
