import type { DomainPanelProps } from '#web/features/domain-facts/domain-record.ts';

/** What every part of the page needs that stands on the enrichment of the domain (G1). */
export interface DomainViewProps extends DomainPanelProps {
  readonly domain: string;
}
