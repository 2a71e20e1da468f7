import type { ParameterCases } from '#server/testing/parameter-case.ts';
import { addressCases } from './addresses.ts';
import { diversitySearchCases } from './diversity-search.ts';
import { domainEvidenceCases } from './domain-evidence.ts';
import { domainCases } from './domains.ts';
import { enrichmentCases } from './enrichment.ts';
import { padnsConditionCases } from './padns-conditions.ts';
import { padnsLookupCases } from './padns-lookups.ts';
import { reputationCases } from './reputation.ts';
import { scanCases } from './scans.ts';

/** The cases of every operation. */
export const parameterCases: ParameterCases = {
  ...addressCases,
  ...domainCases,
  ...domainEvidenceCases,
  ...reputationCases,
  ...enrichmentCases,
  ...padnsLookupCases,
  ...padnsConditionCases,
  ...scanCases,
  ...diversitySearchCases,
};
