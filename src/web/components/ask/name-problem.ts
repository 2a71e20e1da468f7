import { parseDomainName } from '#model/domain-name.ts';
import { parseIp } from '#model/ip-address.ts';
import { hasWildcard } from '#model/wildcard.ts';

/** Why a text is neither a name nor a pattern of names. */
export function nameProblem(text: string, mayBeAddress: boolean): string | undefined {
  if (parseIp(text))
    return mayBeAddress ? undefined : 'A name is looked for here; what points to an address is found in reverse.';
  if (/\s/.test(text)) return 'A name has no blanks.';
  const name = text.toLowerCase().replace(/\.$/, '');
  if (/^[\x21-\x7e]+$/.test(name) && name.length <= 253 && !/^\.[^*]|\.\./.test(name)) return undefined;
  if (hasWildcard(text)) return 'At most 253 characters; international labels whole or as xn--.';
  const parsed = parseDomainName(text);
  return parsed.ok ? undefined : `Not a valid name: ${parsed.problem}.`;
}
