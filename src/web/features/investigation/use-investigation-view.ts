import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

const investigationViews = ['tree', 'graph', 'list'] as const;

const parsers = {
  view: parseAsStringLiteral(investigationViews).withDefault('tree'),
  node: parseAsString,
  /** Folded nodes. */
  closed: parseAsArrayOf(parseAsString, '.').withDefault([]),
  q: parseAsString.withDefault(''),
  marked: parseAsBoolean.withDefault(false),
};

/** How the investigation is looked at, in the URL: which view, which node is chosen, what is folded and looked for. */
export function useInvestigationView() {
  return useQueryStates(parsers, { history: 'replace' });
}
