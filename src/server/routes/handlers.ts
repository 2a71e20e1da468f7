import type { OperationId } from '#contract/generated/operations.gen.ts';
import { addresses } from './addresses.ts';
import { bulkHistory } from './bulk-history.ts';
import { domains } from './domains.ts';
import { addressEnrichment } from './enrich-address.ts';
import { enrichment } from './enrichment.ts';
import type { AnyHandler } from './handler.ts';
import { infratagging } from './infratag.ts';
import { passiveDns } from './passive-dns.ts';
import { reputation } from './reputation.ts';
import { scans } from './scans.ts';
import { utilities } from './utilities.ts';
import { whoisLive } from './whois-live.ts';

/** Every operation that this deployment answers, by operationId. */
export const handlers: Partial<Record<OperationId, AnyHandler>> = {
  ...addresses,
  ...bulkHistory,
  ...domains,
  ...infratagging,
  ...reputation,
  ...passiveDns,
  ...enrichment,
  ...scans,
  ...utilities,
  ...addressEnrichment,
  ...whoisLive,
};
