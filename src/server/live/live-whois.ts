import { withDeadline } from './live-failure.ts';
import { LiveError, type OutboundClient } from './outbound-client.ts';
import { rdapLookup } from './rdap.ts';
import { boundedRegistration, isRegistered, mergeRegistrations, type Registration } from './registration.ts';
import { checkedName, refusal } from './target.ts';
import { boundedText, readWhoisText } from './whois-text.ts';

/**
 * The current registration of a domain. RDAP first, because it has one format, an encrypted connection and, for generic
 * domains, replaced port 43; then port 43, the only service of most country domains.
 * @param rdapMilliseconds time limit of RDAP
 * @returns null when there is no such domain @throws LiveError
 */
export async function liveWhois(
  live: OutboundClient,
  domain: string,
  signal: AbortSignal,
  { rdapMilliseconds }: { readonly rdapMilliseconds?: number } = {},
): Promise<Registration | null> {
  if (!registrable.test(checkedName(domain))) throw refusal(domain, 'no registry registers such a name');
  const answer = await rdapLookup(live, domain, signal, rdapMilliseconds);
  const registration = answer === undefined ? await whoisChain(live, domain, signal) : answer;
  return registration && boundedRegistration(registration);
}

/** Letters, digits and inner hyphens: a server may read a leading hyphen as an option. */
const registrable = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Returns the whois server of every top-level domain. */
const root = 'whois.iana.org';

/** Servers that need a special query syntax. */
const questions: Readonly<Record<string, (domain: string) => string>> = {
  'whois.verisign-grs.com': (domain) => `domain ${domain}`,
  'whois.denic.de': (domain) => `-T dn,ace ${domain}`,
  'whois.jprs.jp': (domain) => `${domain}/e`,
};

/**
 * Queries IANA, the registry it refers to and the registrar that the registry refers to, each once. A failing registrar
 * loses only its own fields. @returns null when the registry has no such domain @throws LiveError
 */
async function whoisChain(live: OutboundClient, domain: string, signal: AbortSignal): Promise<Registration | null> {
  const zone = domain.slice(domain.lastIndexOf('.') + 1);
  const zoneText = await query(live, root, zone, signal);
  const registry = serverIn(zoneText, /^(?:whois|refer):(.*)$/im);
  if (!registry) throw noRegistry(zone, zoneText);
  const text = await ask(live, registry, domain, signal);
  const record = readWhoisText(text, domain, registry);
  if (!isRegistered(record)) return denied(text, registry);
  const registrar = serverIn(text, /^[ \t]*(?:Registrar )?WHOIS Server:(.*)$/im);
  if (!registrar || registrar === registry) return record;
  return mergeRegistrations(await registrarRecord(live, registrar, domain, signal), record);
}

/** An existing zone may have no whois server: correcting the name would not help. */
function noRegistry(zone: string, text: string): LiveError {
  return /^domain:/im.test(text)
    ? new LiveError('live_failed', `The registry of .${zone} has no whois server, and no RDAP server that answered.`)
    : new LiveError('unknown_target', `There is no top-level domain .${zone}, or no whois server is known for it.`);
}

async function ask(live: OutboundClient, server: string, domain: string, signal: AbortSignal): Promise<string> {
  return query(live, server, questions[server]?.(domain) ?? domain, signal);
}

/** A server that may not be contacted was named by another server, not by the caller. */
async function query(live: OutboundClient, server: string, question: string, signal: AbortSignal): Promise<string> {
  const text = await live.whois(server, question, signal).catch((error: unknown) => {
    if (error instanceof LiveError && error.fault === 'refused_target')
      throw new LiveError(
        'refused_referral',
        `The whois server ${server} has no public address, so nothing was sent to it.`,
        { cause: error },
      );
    throw error;
  });
  return boundedText(text);
}

/** Time limit of the registrar. */
const registrarMilliseconds = 5000;

async function registrarRecord(
  live: OutboundClient,
  server: string,
  domain: string,
  signal: AbortSignal,
): Promise<Registration> {
  try {
    const text = await withDeadline(signal, registrarMilliseconds, 'The registrar', (within) =>
      ask(live, server, domain, within),
    );
    return readWhoisText(text, domain, server);
  } catch (error) {
    if (signal.aborted) throw error;
    return readWhoisText('', domain, server);
  }
}

const absent =
  /no match|not found|no entries|no data found|nothing found|no object|not registered|not exist|status:\s*(free|available)\b|\bis (free|available)\b/im;

/** Whether a server says "no such domain" in a known phrase; anything else (a quota, a notice) is not an answer about the domain. */
function denied(text: string, server: string): null {
  if (absent.test(text)) return null;
  throw new LiveError('live_failed', `The whois server ${server} answered without a record.`);
}

/** The server named by the first line of this kind; referrals are written as a name, with a scheme or as a URL. */
function serverIn(text: string, line: RegExp): string | null {
  const named = line.exec(text)?.[1]?.trim().toLowerCase() ?? '';
  const host = named.replace(/^[a-z]+:\/\//, '').replace(/[/:].*$/, '');
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) ? host : null;
}
