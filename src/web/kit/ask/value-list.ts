import { parseAsn } from '#model/asn.ts';
import { parseCidr } from '#model/cidr.ts';
import { parseDomainName } from '#model/domain-name.ts';
import { parseIp } from '#model/ip-address.ts';
import { classifyWildcard, hasWildcard } from '#model/wildcard.ts';

// AS names may contain blanks and commas
const freeTexts: ReadonlySet<string> = new Set(['asname', 'asname_starts_with', 'asname_contains']);

/** The typed values of a repeatable parameter, separated by `;` or, unless values may contain them, by commas and blanks. */
export function splitList(field: string, text: string): readonly string[] {
  return text
    .split(freeTexts.has(field) ? ';' : /[;,\s]+/)
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map((value) => (field === 'asnum' ? asNumber(value) : value));
}

export function joinList(values: readonly string[]): string {
  return values.join(';');
}

/** Converts AS64500 and 1.10 to numbers; other text stays and is reported as invalid. */
function asNumber(text: string): string {
  return parseAsn(text)?.toString() ?? text;
}

export function asNumberProblem(value: string): string | undefined {
  return parseAsn(value) === null ? 'An AS number such as 64500, AS64500 or 1.10.' : undefined;
}

export function networkProblem(value: string, version: 4 | 6 = 4): string | undefined {
  if (parseCidr(value)?.network.version === version) return undefined;
  return `An IPv${version} network such as ${version === 4 ? '192.0.2.0/24' : '2001:db8::/32'}.`;
}

/** Why a list is invalid: too many values, or the first invalid one. */
export function listProblem(
  values: readonly string[],
  most: number,
  problemOf: (value: string) => string | undefined,
): string | undefined {
  if (values.length > most) return `At most ${most} values.`;
  for (const value of values) {
    const problem = problemOf(value);
    if (problem !== undefined) return `${value}: ${problem}`;
  }
  return undefined;
}

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

interface RegexVerdict {
  /** Why RE2 rejects the expression. */
  readonly problem?: string;
  /** A hint, for example how to make the expression faster. */
  readonly advice?: string;
}

const foreign: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/\(\?<?[=!]/, 'RE2 has no look-around: (?= (?! (?<= and (?<! cannot be used.'],
  [/\\[1-9]/, 'RE2 has no back-references such as \\1.'],
  [/\(\?>/, 'RE2 has no atomic groups: (?> cannot be used.'],
  [/[*+?}][*+]/, 'RE2 allows one repetition at a time: no **, and no possessive *+ or ++.'],
];

/**
 * Basic checks for RE2 (E1: regex): syntax of other dialects that RE2 lacks, and unbalanced brackets. Only the service
 * can validate an expression fully.
 */
export function checkRegex(text: string): RegexVerdict {
  const pattern = text.trim();
  if (pattern === '') return {};
  const bare = pattern.replace(/\\[^1-9]/g, '__');
  const outside = bare.replace(/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/g, '_');
  const problem = foreign.find(([mark]) => mark.test(outside))?.[1] ?? pairProblem(outside);
  if (problem) return { problem };
  if (pattern.replaceAll('\\\\', '').endsWith('\\'))
    return { problem: 'Ends in an incomplete escape: \\ needs a character.' };
  const missing = [!pattern.startsWith('^') && '^ at the start', !pattern.endsWith('$') && '$ at the end'].filter(
    Boolean,
  );
  return missing.length === 0 ? {} : { advice: `Matches anywhere; faster with ${missing.join(' and ')}.` };
}

function pairProblem(outside: string): string | undefined {
  if (outside.includes('[')) return 'A [ is not closed.';
  let depth = 0;
  for (const character of outside) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return 'A ) has no matching (.';
  }
  if (depth > 0) return 'A ( is not closed.';
  return /^[*+?]|[|(][*+?]/.test(outside.replace(/\(\?/g, '(_')) ? 'A repetition has nothing to repeat.' : undefined;
}
