import type { DomainCousin } from '#contract/generated/types.gen.ts';
import { isSameOrBelow } from '#model/domain-name.ts';
import { hasWildcard } from '#model/wildcard.ts';

// C6: at most 100 domains, and the domain itself is one of them
const mostRelatives = 99;

/** The names a domain is compared with: cousins, the most similar first, then siblings in other domains. */
export function relativeNames(
  domain: string,
  cousins: readonly DomainCousin[],
  siblings: readonly string[],
): readonly string[] {
  const names = [...cousins.map((cousin) => cousin.domain ?? ''), ...siblings];
  // names of the domain itself stand on its own infrastructure, and a pattern has none
  const isRelative = (name: string) => name !== '' && !hasWildcard(name) && !isSameOrBelow(name, domain);
  return [...new Set(names.filter(isRelative))].slice(0, mostRelatives);
}
