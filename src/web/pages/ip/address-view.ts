import type { EnrichIpv4Answer, EnrichIpv6Answer } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';

/** What every part of the page needs that stands on the enrichment of the address (G2 or G3). */
export interface AddressViewProps {
  readonly ip: string;
  readonly version: 4 | 6;
  readonly answer: Answer<EnrichIpv4Answer | EnrichIpv6Answer>;
}
