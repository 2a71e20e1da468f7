import type { OutboundClient } from './outbound-client.ts';
import { rdapLookup } from './rdap.ts';
import { boundedRegistration, type Registration } from './registration.ts';
import { whoisChain } from './whois-chain.ts';

/**
 * What the registry of a domain says now. RDAP first, because it has one form, an encrypted connection and, for generic
 * domains, replaced port 43; then port 43, which most country domains still have alone.
 * @param rdapMilliseconds the share of the time that RDAP gets
 * @returns null when there is no such domain @throws LiveError
 */
export async function liveWhois(
  live: OutboundClient,
  domain: string,
  signal: AbortSignal,
  { rdapMilliseconds }: { readonly rdapMilliseconds?: number } = {},
): Promise<Registration | null> {
  const answer = await rdapLookup(live, domain, signal, rdapMilliseconds);
  const registration = answer === undefined ? await whoisChain(live, domain, signal) : answer;
  return registration && boundedRegistration(registration);
}
