import type { LiveDoor } from './door.ts';
import { rdapLookup } from './rdap.ts';
import type { Registration } from './registration.ts';
import { whoisChain } from './whois-chain.ts';

/**
 * What the registry of a domain says now. RDAP first, because it has one form, an encrypted connection and, for generic
 * domains, replaced port 43; then port 43, which most country domains still have alone.
 * @returns null when there is no such domain @throws LiveError
 */
export async function liveWhois(live: LiveDoor, domain: string, signal: AbortSignal): Promise<Registration | null> {
  const answer = await rdapLookup(live, domain, signal);
  return answer === undefined ? whoisChain(live, domain, signal) : answer;
}
