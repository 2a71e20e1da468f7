import { parseDomainName } from '#model/domain-name.ts';
import { parseIp } from '#model/ip-address.ts';
import { classifyWildcard, hasWildcard } from '#model/wildcard.ts';

/** How the service reads a pattern, in words; undefined for a text without wildcards. */
export function wildcardReading(pattern: string): string | undefined {
  const text = pattern.trim().toLowerCase();
  if (text === '' || !hasWildcard(text)) return undefined;
  const found = classifyWildcard(text);
  switch (found.kind) {
    case 'suffix':
      return `Everything that ends with ${found.suffix}`;
    case 'prefix':
      return found.prefix === ''
        ? 'Matches everything; this may be slow.'
        : `Everything that begins with ${found.prefix}`;
    case 'like':
      return 'Wildcards in the middle of a name are slower and may run in the background.';
    case 'exact':
      return undefined;
  }
}

/** Why a text is neither a name nor a pattern of names. */
export function nameProblem(text: string, mayBeAddress: boolean): string | undefined {
  if (parseIp(text))
    return mayBeAddress ? undefined : 'Enter a name; to find names that point to an address, search in reverse.';
  if (/\s/.test(text)) return 'Names cannot contain spaces.';
  const name = text.toLowerCase().replace(/\.$/, '');
  if (/^[\x21-\x7e]+$/.test(name) && name.length <= 253 && !/^\.[^*]|\.\./.test(name)) return undefined;
  if (hasWildcard(text)) return 'At most 253 characters; international labels whole or as xn--.';
  const parsed = parseDomainName(text);
  return parsed.ok ? undefined : `Not a valid name: ${parsed.problem}.`;
}
