import { expect } from 'vitest';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { TestService } from '#test/server/collection.ts';
import type { ParameterCases } from '#test/server/parameter-case.ts';
import { commonCases } from './padns-common.ts';

const { badNameServer, brandDomain, bulletproofAsn, c2Address, denseAddress, fluxDomain, cleanDomain } = LANDMARKS;
const forward = '/explore/padns/lookup/query';
const reverse = '/explore/padns/lookup/answer';
const density = '/explore/padns/lookup/density';
const diversity = '/explore/padns/lookup/ipdiversity';
const flux = `${forward}/a/${fluxDomain.indicator}`;
const served = `${reverse}/ns/${badNameServer.indicator}`;
/** Every name with letters after "harborline-", which is not a name itself. */
const harborline = encodeURIComponent('^harborline-[[:alpha:]]+[.]');

/** E1, E2, E5, E6 and E7. */
export const padnsLookupCases: ParameterCases = {
  padnsForward: {
    qtype: { ask: `${forward}/ns/${fluxDomain.indicator}`, ignoring: flux },
    qname: { ask: flux, ignoring: `${forward}/a/${cleanDomain.indicator}` },
    netmask: { ask: `${forward}/ptr4/${c2Address.indicator}?netmask=24` },
    subdomains: { ask: `${forward}/a/${brandDomain.indicator}?subdomains=1` },
    regex: { ask: `${forward}/a/_?regex=${harborline}` },
    match: { ask: `${forward}/ns/*.example?match=self` },
    ...commonCases(flux),
  },
  padnsReverse: {
    qtype: { ask: served, ignoring: `${reverse}/mx/${badNameServer.indicator}` },
    qname: { ask: served, ignoring: `${reverse}/ns/ns1.no-such-server.test` },
    netmask: { ask: `${reverse}/a/${c2Address.indicator}?netmask=25` },
    // E2: sub-domains are included by default
    subdomains: { ask: `${reverse}/a/${c2Address.indicator}?netmask=20&subdomains=0` },
    regex: { ask: `${reverse}/ns/_?regex=${encodeURIComponent('^ns[[:digit:]]+[.]crowsnest')}` },
    ...commonCases(served),
  },
  padnsTranslate: {
    qtype: {
      ask: async (service) => `/explore/padns/lookup/translate/nshash/${await hashOfServer(service)}`,
      ignoring: '/explore/padns/lookup/translate/mxhash/00000000000000000000000000000000',
      holds: ({ records }) => expect(JSON.stringify(records)).toContain('nssrv'),
    },
    query: {
      ask: async (service) => `/explore/padns/lookup/translate/nshash/${await hashOfServer(service)}`,
      ignoring: '/explore/padns/lookup/translate/nshash/00000000000000000000000000000000',
      holds: ({ records }) => expect(JSON.stringify(records)).toContain(badNameServer.indicator),
    },
  },
  padnsDensity: {
    qtype: {
      ask: `${density}/nssrv/${badNameServer.indicator}`,
      ignoring: `${density}/mxsrv/${badNameServer.indicator}`,
      holds: ({ records }) => expect(records[0]).toMatchObject({ nssrv: badNameServer.indicator }),
    },
    query: {
      ask: `${density}/ipv4/${denseAddress.indicator}`,
      ignoring: `${density}/ipv4/192.0.2.150`,
      holds: ({ records }) => expect((records as { density: number }[])[0]?.density).toBeGreaterThan(1000),
    },
    scope: {
      ask: `${density}/asn/${bulletproofAsn.indicator.slice(2)}?scope=asn_subnets`,
      holds: ({ records }) => expect(records[0]).toHaveProperty('subnet'),
    },
  },
  padnsIpDiversity: {
    qtype: {
      ask: `${diversity}/a/${fluxDomain.indicator}`,
      ignoring: `${diversity}/aaaa/${fluxDomain.indicator}`,
      holds: ({ records }) =>
        expect((records as { ip_diversity_all: number }[])[0]?.ip_diversity_all).toBeGreaterThan(20),
    },
    query: {
      ask: `${diversity}/a/${fluxDomain.indicator}`,
      ignoring: `${diversity}/a/${cleanDomain.indicator}`,
      holds: ({ records }) =>
        expect((records as { ip_diversity_all: number }[])[0]?.ip_diversity_all).toBeGreaterThan(20),
    },
    window: {
      ask: `${diversity}/a/${fluxDomain.indicator}?window=2`,
      holds: ({ records }) => expect((records as { ip_diversity_all: number }[])[0]?.ip_diversity_all).toBeLessThan(60),
    },
    asn: {
      ask: `${diversity}/a/${fluxDomain.indicator}?asn=0`,
      holds: ({ records }) => expect(records[0]).not.toHaveProperty('asn_diversity'),
    },
    timeline: {
      ask: `${diversity}/a/${fluxDomain.indicator}?timeline=1`,
      holds: ({ records }) => expect(records[0]).toHaveProperty('timeline'),
    },
    verbose: {
      ask: `${diversity}/a/${fluxDomain.indicator}?verbose=1`,
      holds: ({ records }) => expect(records[0]).toHaveProperty('ips'),
    },
    scope: {
      ask: `${diversity}/a/${brandDomain.indicator}?scope=domain`,
      holds: ({ records }) => expect((records as unknown[]).length).toBeGreaterThan(1),
    },
  },
};

/** The hash of the set that contains the name server. */
async function hashOfServer(service: TestService): Promise<string> {
  const { response } = await service.get(`${served}?limit=1`);
  return (response as { records: { nshash: string }[] }).records[0]?.nshash ?? '';
}
