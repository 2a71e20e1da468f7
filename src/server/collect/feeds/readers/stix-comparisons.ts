/** `[domain-name:value = 'a.example']`: a property and the value that it is compared with. */
export interface Comparison {
  readonly property: string;
  readonly value: string;
}

const maxPatternLength = 20_000;
const token =
  /\s*(?:([[\]()])|(AND|OR|FOLLOWEDBY)\b|([a-z0-9-]+:[\w.'[\]*-]+?)\s*(=|ISSUBSET|IN)\s*|('(?:[^'\\]|\\.)*')|(\d+)|(,))/y;

/**
 * The comparisons of a simple pattern: one, or several of which any is enough (`OR`, `IN`). Why the pattern cannot be read so,
 * in words that can be shown: of `AND` no single value is evidence by itself.
 */
export function readComparisons(pattern: string): readonly Comparison[] | string {
  if (pattern.length > maxPatternLength) return `The pattern is longer than ${maxPatternLength} characters.`;
  const found: Comparison[] = [];
  const reading = new RegExp(token);
  let property: string | undefined;
  while (reading.lastIndex < pattern.trimEnd().length) {
    const match = reading.exec(pattern);
    if (!match) return notSimple;
    const [, , joint, named, , quoted, number] = match;
    if (joint !== undefined && joint !== 'OR') return `A pattern with ${joint} says nothing about one value alone.`;
    if (named !== undefined) property = named;
    const value = quoted === undefined ? number : unquoted(quoted);
    if (value === undefined) continue;
    if (property === undefined) return notSimple;
    found.push({ property, value });
  }
  return found.length > 0 ? found : notSimple;
}

const notSimple = 'The pattern is not a simple comparison.';

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}
