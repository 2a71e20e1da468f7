import { expect } from 'vitest';
import type { ParameterCase, ParameterCases } from '#test/server/parameter-case.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { addressCases } from './addresses.ts';
import { diversitySearchCases } from './diversity-search.ts';
import { domainEvidenceCases } from './domain-evidence.ts';
import { enrichmentCases } from './enrichment.ts';
import { padnsConditionCases } from './padns-conditions.ts';
import { padnsLookupCases } from './padns-lookups.ts';
import { reputationCases } from './reputation.ts';
import { scanCases } from './scans.ts';

const { cleanDomain, fluxDomain } = LANDMARKS;
const domain = '/explore/domain';

const subject = (operation: string, holds: ParameterCase['holds']): ParameterCase => ({
  ask: `${domain}/${operation}/${fluxDomain.indicator}`,
  ignoring: `${domain}/${operation}/${cleanDomain.indicator}`,
  holds,
});
const bulk = (path: string, holds: ParameterCase['holds']): ParameterCase => ({
  ask: { path, body: { domains: [fluxDomain.indicator] } },
  ignoring: { path, body: { domains: [cleanDomain.indicator] } },
  holds,
});
const flux = { domain: fluxDomain.indicator };

/** C1 to C4, C7, C8 and C10. */
const domainCases: ParameterCases = {
  domainInfo: { domain: subject('domaininfo', ({ domaininfo }) => expect(domaininfo).toMatchObject(flux)) },
  domainRiskScore: { domain: subject('riskscore', (response) => expect(response).toMatchObject(flux)) },
  domainRiskScoreBulk: {
    domains: bulk('/explore/bulk/domain/riskscore', (response) => expect(response).toMatchObject([flux])),
  },
  domainInfoBulk: {
    domains: bulk('/explore/bulk/domaininfo', ({ domaininfo }) => expect(domaininfo).toMatchObject([flux])),
  },
  domainNsChanges: {
    domain: subject('nschanges', ({ nschanges }) =>
      expect(nschanges).toMatchObject({
        nschanges: expect.arrayContaining([expect.objectContaining(flux)]) as unknown[],
      }),
    ),
    summary: {
      ask: `${domain}/nschanges/${fluxDomain.indicator}?summary=1`,
      holds: ({ nschanges }) => expect(Object.keys(nschanges as object)).toEqual(['results_summary']),
    },
  },
  domainNsChangesSummary: {
    domain: subject('nschangessummary', ({ nschanges }) => expect(nschanges).toMatchObject({ results_summary: flux })),
  },
  domainWhois: { domain: subject('whois', ({ whois }) => expect((whois as object[])[0]).toMatchObject(flux)) },
};

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
