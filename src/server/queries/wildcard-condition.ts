import type { WildcardClass } from '#model/wildcard.ts';
import { condition, type Condition } from './condition.ts';

/** SQL of a text: in reading order, and reversed where the table keeps it so, because then a suffix is a range. */
export interface TextColumn {
  readonly text: string;
  readonly reversed?: string;
}

/** The text matches the pattern. @param key name of the one parameter that this adds */
export function wildcardCondition({ text, reversed }: TextColumn, key: string, pattern: WildcardClass): Condition {
  const value = `{${key}:String}`;
  switch (pattern.kind) {
    case 'exact':
      return condition(reversed ? `${reversed} = reverse(${value})` : `${text} = ${value}`, { [key]: pattern.text });
    case 'suffix':
      return condition(reversed ? `startsWith(${reversed}, reverse(${value}))` : `endsWith(${text}, ${value})`, {
        [key]: pattern.suffix,
      });
    case 'prefix':
      return condition(`startsWith(${text}, ${value})`, { [key]: pattern.prefix });
    case 'like':
      return condition(`${text} LIKE ${value}`, { [key]: pattern.like });
  }
}

/** A pattern of names, or of addresses in text. */
export type TextPattern = WildcardClass | { readonly kind: 'regex'; readonly regex: string };

/** The same for patterns that may be a regular expression. */
export function textCondition(column: TextColumn, key: string, pattern: TextPattern): Condition {
  if (pattern.kind !== 'regex') return wildcardCondition(column, key, pattern);
  return condition(`match(${column.text}, {${key}:String})`, { [key]: pattern.regex });
}
