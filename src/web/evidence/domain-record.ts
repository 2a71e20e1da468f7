import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import type { Entity } from '#web/kit/subject/entity.ts';

/** The domain or host name that the panels of its page receive; the header's answer is its enrichment (G1). */
export type Domain = Entity<EnrichDomainAnswer, EnrichDomainAnswer>;

/** The record of the answer; 'unknown' when the collection has no observation, whois record or listing of the domain. */
export function domainState(answer: EnrichDomainAnswer): PanelState<EnrichDomainAnswer> {
  if (answer.error === undefined && answer.sp_risk_score !== undefined) return { is: 'data', data: answer };
  return {
    is: 'unknown',
    message: 'The collection holds nothing about this domain: it was never observed, registered or listed here.',
  };
}

/** The title of a panel about the registered domain, which it names on the page of a host name below it. */
export function titleOfRegistered(title: string, { value, record }: Pick<Domain, 'value' | 'record'>): string {
  const domain = record?.domaininfo?.domain;
  return domain === undefined || domain === value ? title : `${title} of ${domain}`;
}
