import { isDeepStrictEqual } from 'node:util';
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
