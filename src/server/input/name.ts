import { getDomain, parse as parseDomainParts } from 'tldts';
import { canonicalDomain, parseDomainName } from '#model/domain-name.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { badInput } from '#server/http/api-error.ts';
import type { HostScope } from '#server/queries/condition.ts';
import type { DomainSubject } from '#server/queries/domain-subject.ts';
import { type BulkItem, readItems } from './bulk-items.ts';

const MAX_NAME_LENGTH = 253;

/**
 * A name as it may stand in the DNS: lower case, no trailing dot, IDN as A-labels. Wider than a host name, because
 * observed names hold more than letters and digits (`0/25.2.0.192.in-addr.arpa`).
 * @throws ApiError 400
 */
export function readOwnerName(parameter: string, text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  const observed = /^[\x21-\x7e]+$/.test(name) && name.length <= MAX_NAME_LENGTH && !/^\.|\.\./.test(name);
  if (observed) return name;
  const parsed = parseDomainName(text);
  if (!parsed.ok)
    throw badInput(parameter, `${parameter} is not a name: ${parsed.problem}. Send a name such as www.example.com.`);
  return parsed.name.ascii;
}

/**
 * A name with `*` for any run of characters: lower case, IDN labels without a wildcard as A-labels.
 * @throws ApiError 400
 */
export function readNamePattern(parameter: string, text: string): string {
  if (!hasWildcard(text)) return readOwnerName(parameter, text);
  const pattern = text
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
    .split('.')
    .map((label) => (/^[\x21-\x7e]*$/.test(label) || hasWildcard(label) ? label : (canonicalDomain(label) ?? label)))
    .join('.');
  const readable = /^[\x21-\x7e]+$/.test(pattern) && pattern.length <= MAX_NAME_LENGTH;
  if (!readable)
    throw badInput(
      parameter,
      `${parameter} is not a pattern: send at most ${MAX_NAME_LENGTH} characters of a name with * for any run of characters, ` +
        'international labels whole or as xn--.',
    );
  return pattern;
}

/**
 * A domain or host name and the registrable domain it belongs to. Reserved zones (.example, .test, .invalid) and zones that
 * the public suffix list does not know count as public suffixes of one label; a public suffix alone stands for itself.
 * @throws ApiError 400
 */
export function readDomain(parameter: string, text: string): DomainSubject {
  const parsed = parseDomainName(text);
  if (!parsed.ok)
    throw badInput(
      parameter,
      `"${shorten(text)}" is not a domain name: ${parsed.problem}. Send a name such as example.com.`,
    );
  return subjectOf(parsed.name.ascii);
}

/** @param query a name in A-labels */
export function subjectOf(query: string): DomainSubject {
  return { query, domain: registrableDomain(query), zone: query.slice(query.lastIndexOf('.') + 1) };
}

/** The names of a bulk call, each read by itself. */
export function readDomainItems(domains: readonly unknown[]): BulkItem<DomainSubject>[] {
  return readItems('domains', domains, (text) => readDomain('domains', text));
}

/** The registrable domain of a name in A-labels: 'www.shop.example.co.uk' -> 'example.co.uk'. */
export function registrableDomain(name: string): string {
  // service labels like _dmarc are not host names to the list, but they stand in a domain all the same
  return getDomain(name, { allowPrivateDomains: false, extractHostname: false, validateHostname: false }) ?? name;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Whether a name stands below a suffix that its owner hands out, such as `example.github.io`. */
export function hasPrivateSuffix(name: string): boolean {
  const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };
  return parseDomainParts(name, options).isPrivate === true;
}

/**
 * The hosts that a scope of E6 and E7 covers. Decision: `domain` is every host at or below the registrable domain,
 * `subdomain` every host with the same name above it (directly below the domain when the domain itself is asked for).
 * @throws ApiError 400
 */
export function readHostScope(parameter: string, text: string, scope: 'host' | 'domain' | 'subdomain'): HostScope {
  const name = readOwnerName(parameter, text);
  const domain = registrableDomain(name);
  if (scope === 'host') return { kind: 'host', name };
  if (scope === 'domain') return { kind: 'domain', name: domain };
  return { kind: 'level', name: name === domain ? domain : name.slice(name.indexOf('.') + 1) };
}
