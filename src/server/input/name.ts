import { getDomain, parse as parseDomainParts } from 'tldts';
import { canonicalDomain, parseDomainName, type DomainSubject } from '#model/domain-name.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { badInput, shortened } from '#server/http/api-error.ts';
import type { HostScope } from '#server/queries/condition.ts';
import { type BulkItem, readItems } from './bulk-items.ts';

const MAX_NAME_LENGTH = 253;

/**
 * A valid DNS name: lower case, no trailing dot, IDN as A-labels. Less strict than a host name, because
 * observed names contain more than letters and digits (`0/25.2.0.192.in-addr.arpa`).
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
 * A domain or host name and the registrable domain it belongs to. Reserved zones (.example, .test, .invalid) and zones
 * that are missing from the public suffix list count as public suffixes of one label; a public suffix is its own registrable domain.
 * @throws ApiError 400
 */
export function readDomain(parameter: string, text: string): DomainSubject {
  const parsed = parseDomainName(text);
  if (!parsed.ok)
    throw badInput(
      parameter,
      `"${shortened(text)}" is not a domain name: ${parsed.problem}. Send a name such as example.com.`,
    );
  return subjectOf(parsed.name.ascii);
}

/** @param query a name in A-labels */
export function subjectOf(query: string): DomainSubject {
  return { query, domain: registrableDomain(query), zone: query.slice(query.lastIndexOf('.') + 1) };
}

/** Reads the names of a bulk call one by one. */
export function readDomainItems(domains: readonly unknown[]): BulkItem<DomainSubject>[] {
  return readItems('domains', domains, (text) => readDomain('domains', text));
}

/** The registrable domain of a name in A-labels: 'www.shop.example.co.uk' -> 'example.co.uk'. */
export function registrableDomain(name: string): string {
  // the list does not accept service labels such as _dmarc as host names, but they are part of the domain
  return getDomain(name, { allowPrivateDomains: false, extractHostname: false, validateHostname: false }) ?? name;
}

/** Whether a name is below a suffix whose owner gives out names, such as `example.github.io`. */
export function hasPrivateSuffix(name: string): boolean {
  const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };
  return parseDomainParts(name, options).isPrivate === true;
}

/**
 * The hosts that a scope of E6 and E7 covers. Decision: `domain` is every host at or below the registrable domain,
 * `subdomain` every host with the same parent name (hosts directly below the domain if the query is the domain itself).
 * @throws ApiError 400
 */
export function readHostScope(text: string, scope: 'host' | 'domain' | 'subdomain'): HostScope {
  const name = readOwnerName('query', text);
  const domain = registrableDomain(name);
  if (scope === 'host') return { kind: 'host', name };
  if (scope === 'domain') return { kind: 'domain', name: domain };
  return { kind: 'level', name: name === domain ? domain : name.slice(name.indexOf('.') + 1) };
}
