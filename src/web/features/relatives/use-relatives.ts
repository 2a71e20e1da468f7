import { domainCousinsOptions, domainSiblingsOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { relativeNames } from './relative-names.ts';

/** C13 */
export function useSiblings(domain: string) {
  const call = { operationId: 'domainSiblings', path: { domain } } as const;
  return { call, answer: useAnswer(domainSiblingsOptions(call), { title: `Siblings of ${domain}` }) };
}

/** C14 */
export function useCousins(domain: string) {
  const call = { operationId: 'domainCousins', path: { domain } } as const;
  return { call, answer: useAnswer(domainCousinsOptions(call), { title: `Cousins of ${domain}` }) };
}

/** The names to compare a domain with; undefined until both its siblings and its cousins were told or failed. */
export function useRelativeNames(domain: string): readonly string[] | undefined {
  const siblings = useSiblings(domain).answer;
  const cousins = useCousins(domain).answer;
  if (siblings.status === 'pending' || cousins.status === 'pending') return undefined;
  return relativeNames(
    domain,
    cousins.response?.domain_cousins?.cousins ?? [],
    siblings.response?.domain_siblings?.siblings ?? [],
  );
}
