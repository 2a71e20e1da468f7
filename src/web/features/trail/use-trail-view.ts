import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

const trailViews = ['tree', 'graph', 'list'] as const;

const parsers = {
  view: parseAsStringLiteral(trailViews).withDefault('tree'),
  node: parseAsString,
  /** Folded nodes. */
  closed: parseAsArrayOf(parseAsString, '.').withDefault([]),
  q: parseAsString.withDefault(''),
  marked: parseAsBoolean.withDefault(false),
};

/** How the trail is looked at, in the URL: which view, which node is chosen, what is folded and looked for. */
export function useTrailView() {
  return useQueryStates(parsers, { history: 'replace' });
}
