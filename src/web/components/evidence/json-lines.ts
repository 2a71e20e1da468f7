import { visibleSegments } from '#model/visible-text.ts';

/**
 * A value as indented JSON, line by line. Characters that hide or reorder text are written as escapes such as `\u202e`: visible,
 * and still the same JSON when copied.
 */
export function jsonLines(value: unknown): readonly string[] {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  const isPlain = /^[\x20-\x7e\n]*$/.test(text);
  return (isPlain ? text : escapeUnseen(text)).split('\n');
}

function escapeUnseen(text: string): string {
  return visibleSegments(text, { keepsLines: true })
    .map((segment) => (segment.kind === 'plain' ? segment.text : escapeUnits(segment.text)))
    .join('');
}

/** JSON knows UTF-16 units only: a character beyond the first plane is two escapes. */
function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return escaped;
}

export interface TextMatch {
  readonly line: number;
  /** Place in the line, UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** Where a text occurs in the lines, ignoring case. Stops after so many matches: more are of no use to a reader. */
export function findInLines(lines: readonly string[], text: string, atMost = 10_000): readonly TextMatch[] {
  if (text === '') return [];
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu');
  const matches: TextMatch[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    for (const { 0: found, index } of (lines[line] ?? '').matchAll(pattern)) {
      matches.push({ line, from: index, to: index + found.length });
      if (matches.length >= atMost) return matches;
    }
  }
  return matches;
}
