import type { Params } from '#server/engine/engine.ts';

/** A piece of a WHERE clause. The text is constant; values stand in `params` only. */
export interface Condition {
  readonly sql: string;
  readonly params: Params;
}

export function condition(sql: string, params: Params = {}): Condition {
  return { sql, params };
}

/** Parameter names have to differ between the parts. */
export function allOf(parts: readonly Condition[]): Condition {
  return {
    sql: parts.length === 0 ? 'true' : parts.map((part) => `(${part.sql})`).join(' AND '),
    params: Object.assign({}, ...parts.map((part) => part.params)),
  };
}

/** False without parts. Parameter names have to differ between them. */
export function anyOf(parts: readonly Condition[]): Condition {
  return {
    sql: parts.length === 0 ? 'false' : parts.map((part) => `(${part.sql})`).join(' OR '),
    params: Object.assign({}, ...parts.map((part) => part.params)),
  };
}

export function not({ sql, params }: Condition): Condition {
  return { sql: `NOT (${sql})`, params };
}
