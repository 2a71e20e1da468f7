import type { DomainWhoisAnswer, WhoisRecord } from '#contract/generated/types.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/components/evidence/panel-state.ts';

/** C10 */
export function useWhois(domain: string) {
  return useAnswer({ operationId: 'domainWhois', path: { domain } }, { title: `Whois of ${domain}` });
}

/** The stored records, newest first. Nothing known is one record with an error, or with some deployments an error alone. */
export function whoisState({ whois }: DomainWhoisAnswer): PanelState<readonly WhoisRecord[]> {
  const stored = Array.isArray(whois) ? whois.filter(({ error }) => error === undefined) : [];
  if (stored.length > 0) {
    const newestFirst = [...stored].sort((a, b) => (b.date ?? 0) - (a.date ?? 0));
    return { is: 'data', data: newestFirst, count: stored.length };
  }
  return {
    is: 'unknown',
    message: 'The collection holds no whois record of this domain. Registries are asked for some domains only.',
  };
}
