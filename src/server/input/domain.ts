import { getDomain, parse as parseDomainParts } from 'tldts';
import { parseDomainName } from '#model/domain-name.ts';
import { badInput } from '#server/http/api-error.ts';
import type { DomainSubject } from '#server/queries/domain-subject.ts';
import { readItems, type BulkItem } from './bulk-items.ts';

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
