import { isDeepStrictEqual } from 'node:util';
import type { WildcardClass } from '#model/wildcard.ts';
import type { Params } from '#server/engine/engine.ts';

/** A piece of a WHERE clause. The text is constant; values are in `params` only. */
export interface Condition {
  readonly sql: string;
  readonly params: Params;
}

export function condition(sql: string, params: Params = {}): Condition {
  return { sql, params };
}

/** All parts hold; true without parts, and parts that are always true are left out. @throws Error as mergeParams */
export function allOf(parts: readonly Condition[]): Condition {
  const telling = parts.filter(({ sql }) => sql !== 'true');
  return combine(telling, ' AND ', 'true');
}

/** One of the parts holds; false without parts. @throws Error as mergeParams */
export function anyOf(parts: readonly Condition[]): Condition {
  return combine(parts, ' OR ', 'false');
}

export function not({ sql, params }: Condition): Condition {
  return { sql: `NOT (${sql})`, params };
}

/**
 * Combines the parameters of several parts of a statement.
 * @throws Error when two parts use one name for different values
 */
export function mergeParams(...parts: readonly Params[]): Params {
  const merged: Record<string, Params[string]> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(merged, name) && merged[name] !== value && !isDeepStrictEqual(merged[name], value))
        throw new Error(`two values for the placeholder ${name}`);
      merged[name] = value;
    }
  return merged;
}

function combine(parts: readonly Condition[], operator: ' AND ' | ' OR ', ofNone: string): Condition {
  return {
    sql: parts.length === 0 ? ofNone : parts.map((part) => `(${part.sql})`).join(operator),
    params: mergeParams(...parts.map((part) => part.params)),
  };
}

/** SQL of a text: in reading order, and reversed if the table stores it reversed, which makes a suffix a range of keys. */
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

/** Rows read by such a query: one more than listed shows that the list is truncated. */
export const listLimit = MAX_LISTED + 1;

/** The ASNs selected by asnum and the asname parameters; each value adds to the selection. */
export interface AsnChoice {
  readonly numbers: readonly number[];
  /** Beginnings of AS names, ignoring case. */
  readonly beginnings: readonly string[];
  readonly contains: readonly string[];
}

/**
 * A subquery of the chosen ASNs, for use behind IN. Each name is lowered once, and each text is a constant of the statement:
 * an array of texts inside a lambda would be repeated for every name (0.5 GB for 15,000 letters).
 */
export function chosenAsns({ numbers, beginnings, contains }: AsnChoice): Condition {
  const numbered = condition('SELECT arrayJoin({asNumbers:Array(UInt32)}) AS asn', { asNumbers: numbers });
  if (beginnings.length + contains.length === 0) return numbered;
  const named = anyOf([
    ...beginnings.map((text, index) =>
      condition(`startsWith(name, lowerUTF8({asBeginning${index}:String}))`, { [`asBeginning${index}`]: text }),
    ),
    ...contains.map((text, index) =>
      condition(`position(name, lowerUTF8({asPart${index}:String})) > 0`, { [`asPart${index}`]: text }),
    ),
  ]);
  return condition(
    `${numbered.sql}
     UNION DISTINCT SELECT asn FROM (SELECT asn, lowerUTF8(asname) AS name FROM asns FINAL) WHERE ${named.sql}`,
    { ...numbered.params, ...named.params },
  );
}

/** The hosts that a query about one host covers (E6, E7: scope). */
export interface HostScope {
  /** The host alone; every host at or below a domain; every host directly below a name. */
  readonly kind: 'host' | 'domain' | 'level';
  readonly name: string;
}

/** A condition on a column of reversed names. */
export function hostCondition(column: 'rname' | 'arev', { kind, name }: HostScope): Condition {
  const below = `startsWith(${column}, reverse({below:String}))`;
  switch (kind) {
    case 'host':
      return condition(`${column} = reverse({host:String})`, { host: name });
    case 'domain':
      return condition(`${column} = reverse({host:String}) OR ${below}`, { host: name, below: `.${name}` });
    case 'level':
      return condition(`${below} AND position(substring(${column}, length({below:String}) + 1), '.') = 0`, {
        below: `.${name}`,
      });
  }
}
