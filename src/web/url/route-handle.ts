import type { Params } from 'react-router';

/** What a page module exports as `handle`. */
export interface RouteHandle {
  /** The document's title, without the product's name. */
  readonly title: string | ((params: Readonly<Params<string>>) => string);
}

export function titleOf(handle: unknown, params: Readonly<Params<string>>): string | undefined {
  const { title } = (handle ?? {}) as Partial<RouteHandle>;
  return typeof title === 'function' ? title(params) : title;
}
