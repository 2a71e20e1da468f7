import type { DomainCousin } from '#contract/generated/types.gen.ts';
import { isSameOrBelow } from '#model/domain-name.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { useAnswer } from '#web/api/use-answer.ts';

/** C13 */
export const siblingsQuestion = (domain: string) => ({ operationId: 'domainSiblings', path: { domain } }) as const;

/** C14 */
const cousinsQuestion = (domain: string) => ({ operationId: 'domainCousins', path: { domain } }) as const;

/** The names to compare a domain with; undefined until the siblings and cousins have loaded or failed. */
export function useRelativeNames(domain: string): readonly string[] | undefined {
  const siblings = useAnswer(siblingsQuestion(domain), { title: `Siblings of ${domain}` });
  const cousins = useAnswer(cousinsQuestion(domain), { title: `Cousins of ${domain}` });
  if (siblings.status === 'pending' || cousins.status === 'pending') return undefined;
  return relativeNames(
    domain,
    cousins.response?.domain_cousins?.cousins ?? [],
    siblings.response?.domain_siblings?.siblings ?? [],
  );
}

// C6: at most 100 domains, and the domain itself is one of them
const mostRelatives = 99;

/** The names to compare a domain with: cousins, the most similar first, then siblings in other domains. */
export function relativeNames(
  domain: string,
  cousins: readonly DomainCousin[],
  siblings: readonly string[],
): readonly string[] {
  const names = [...cousins.map((cousin) => cousin.domain ?? ''), ...siblings];
  // names below the domain share its infrastructure, and a pattern has none
  const isRelative = (name: string) => name !== '' && !hasWildcard(name) && !isSameOrBelow(name, domain);
  return [...new Set(names.filter(isRelative))].slice(0, mostRelatives);
}
