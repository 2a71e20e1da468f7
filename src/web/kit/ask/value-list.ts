import { parseAsn } from '#model/asn.ts';
import { parseCidr } from '#model/cidr.ts';

// AS names have blanks and commas of their own
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

/** AS64500 and 1.10 become numbers; other text stays and is reported as invalid. */
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
