import type { Params } from 'react-router';

/** The `handle` that a page module exports. */
export interface RouteHandle {
  /** The document's title, without the product's name. */
  readonly title: string | ((params: Readonly<Params>) => string);
  /** Parameters of a search; the first one in the URL precedes the title. */
  readonly asks?: readonly string[];
  /** The words for a value of such a parameter; undefined shows the value. */
  readonly wordsOf?: (asked: string) => string | undefined;
}

export function titleOf(handle: unknown, params: Readonly<Params>, search: URLSearchParams): string | undefined {
  const { title, asks = [], wordsOf } = (handle ?? {}) as Partial<RouteHandle>;
  if (title === undefined) return undefined;
  const asked = asks.map((name) => search.get(name)?.trim()).find(Boolean);
  const own = typeof title === 'function' ? title(params) : title;
  return asked ? `${wordsOf?.(asked) ?? asked} · ${own}` : own;
}
