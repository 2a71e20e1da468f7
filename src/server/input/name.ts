import { canonicalDomain, parseDomainName } from '#model/domain-name.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { badInput } from '#server/http/api-error.ts';

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
