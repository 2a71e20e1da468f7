import { useAnswer } from '#web/api/use-answer.ts';
import { relativeNames } from './relative-names.ts';

/** C13 */
export function useSiblings(domain: string) {
  return useAnswer({ operationId: 'domainSiblings', path: { domain } }, { title: `Siblings of ${domain}` });
}

/** C14 */
export function useCousins(domain: string) {
  return useAnswer({ operationId: 'domainCousins', path: { domain } }, { title: `Cousins of ${domain}` });
}

/** The names to compare a domain with; undefined until both its siblings and its cousins were told or failed. */
export function useRelativeNames(domain: string): readonly string[] | undefined {
  const siblings = useSiblings(domain);
  const cousins = useCousins(domain);
  if (siblings.status === 'pending' || cousins.status === 'pending') return undefined;
  return relativeNames(
    domain,
    cousins.response?.domain_cousins?.cousins ?? [],
    siblings.response?.domain_siblings?.siblings ?? [],
  );
}
