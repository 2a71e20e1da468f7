import type { SavedQuery } from '#web/stores/saved-queries.ts';

/** The parameters of a question as people read them: `qtype a · qname *.example`. */
export function queryWords({ search }: Pick<SavedQuery, 'search'>): string {
  return [...new URLSearchParams(search)].map(([name, value]) => `${name} ${value}`).join(' · ');
}
