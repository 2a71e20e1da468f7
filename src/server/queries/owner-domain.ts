import { getDomain, getPublicSuffix } from 'tldts';

/**
 * The domain of the owner of a name in A-labels, with which the name is judged: 'www.user.github.io' -> 'user.github.io'. Null for public
 * suffixes, such as 'com' and 'github.io', below which others have names.
 */
export function ownerDomain(name: string): string | null {
  return getDomain(name, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
}

/** A name in A-labels and the domain of its owner. */
export function namesOfOwner(name: string): readonly string[] {
  return [...new Set([name, ownerDomain(name) ?? name])];
}

/** Others have names below it, such as 'com' and 'github.io'. */
export function isPublicSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: true, extractHostname: false }) === name;
}
