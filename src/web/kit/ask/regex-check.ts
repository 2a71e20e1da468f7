export interface RegexVerdict {
  /** Why RE2 will refuse it. */
  readonly problem?: string;
  /** A hint: what makes it faster, or matches more than it seems. */
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
 * knows for certain.
 */
export function checkRegex(text: string): RegexVerdict {
  const pattern = text.trim();
  if (pattern === '') return {};
  const bare = pattern.replace(/\\[^1-9]/g, '__');
  const outside = bare.replace(/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/g, '_');
  const problem = foreign.find(([mark]) => mark.test(outside))?.[1] ?? pairProblem(outside);
  if (problem) return { problem };
  if (/\\$/.test(pattern.replaceAll('\\\\', '')))
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
