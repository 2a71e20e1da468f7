import { isDeepStrictEqual } from 'node:util';
import type { WildcardClass } from '#model/wildcard.ts';
import type { Params } from '#server/engine/engine.ts';

/** A piece of a WHERE clause. The text is constant; values stand in `params` only. */
export interface Condition {
  readonly sql: string;
  readonly params: Params;
}

export function condition(sql: string, params: Params = {}): Condition {
  return { sql, params };
}

/** All parts hold; true without parts. @throws Error as mergeParams */
export function allOf(parts: readonly Condition[]): Condition {
  return combine(parts, ' AND ', 'true');
}

/** One of the parts holds; false without parts. @throws Error as mergeParams */
export function anyOf(parts: readonly Condition[]): Condition {
  return combine(parts, ' OR ', 'false');
}

export function not({ sql, params }: Condition): Condition {
  return { sql: `NOT (${sql})`, params };
}

/**
 * The parameters of a statement put together from parts.
 * @throws Error when two parts give one name different values: one of them would silently ask with the value of the other
 */
export function mergeParams(...parts: readonly Params[]): Params {
  const merged = new Map<string, Params[string]>();
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (merged.has(name) && !isDeepStrictEqual(merged.get(name), value))
      throw new Error(`two values for the placeholder ${name}`);
    merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

function combine(parts: readonly Condition[], operator: ' AND ' | ' OR ', ofNone: string): Condition {
  return {
    sql: parts.length === 0 ? ofNone : parts.map((part) => `(${part.sql})`).join(operator),
    params: mergeParams(...parts.map((part) => part.params)),
  };
}

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

/** The most entries that an answer without a limit parameter lists. */
export const MAX_LISTED = 10_000;

/** What such a query reads: one more tells that the list is cut. */
export const listLimit = MAX_LISTED + 1;
