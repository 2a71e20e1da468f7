import { expect } from 'vitest';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { TestService } from '#test/server/collection.ts';
import type { ParameterCase, ParameterCases } from '#test/server/parameter-case.ts';

const { c2Address, c2Domain, cleanAddress, cleanDomain, cleanIpv6, unknownIpv6 } = LANDMARKS;
const enrich = '/explore/enrich';
const domain = `${enrich}/domain/${c2Domain.indicator}`;
const ipv4 = `${enrich}/ipv4/${c2Address.indicator}`;
const ipv6 = `${enrich}/ipv6/${cleanIpv6.indicator}`;

const record = (fields: object) => (response: { ip2asn: unknown[] }) =>
  expect(response.ip2asn[0]).toMatchObject(fields);
const anObject = expect.any(Object) as object;

/** A job that exists for the whole case. */
async function job(service: TestService, query: string): Promise<string> {
  const { response } = await service.get(`/explore/padns/lookup/query/a/${c2Domain.indicator}?prefer=job_id${query}`);
  const { job_id } = (response as { job_status: { job_id: string } }).job_status;
  await service.get(`/explore/job/${job_id}`);
  return `/explore/job/${job_id}`;
}
/** A job behind more searches than there are workers: it is not done yet, but will be soon. */
async function lastInQueue(service: TestService): Promise<string> {
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      service.get(`/explore/padns/lookup/query/any/_?regex=${encodeURIComponent(`[a-z]${i}[.]`)}&prefer=job_id`),
    ),
  );
  const last = asked.at(-1)?.response as { job_status: { job_id: string } };
  return `/explore/job/${last.job_status.job_id}`;
}
const ofJob = (path: string, query: string, holds: ParameterCase['holds']): ParameterCase => ({
  ask: async (service) => `${await job(service, path)}${query}`,
  holds,
});

/** F1, F2 and G1 to G3. */
export const enrichmentCases: ParameterCases = {
  job: {
    job_id: {
      ask: (service) => job(service, ''),
      ignoring: '/explore/job/3f8b1c2e-6d4a-4c1b-9e57-0a1b2c3d4e5f',
      holds: ({ records }) => expect(records).not.toHaveLength(0),
    },
    max_wait: {
      ask: async (service) => `${await lastInQueue(service)}?max_wait=0`,
      holds: (response) => expect(response).toHaveProperty('job_status'),
    },
    status_only: ofJob('', '?status_only=1', (response) =>
      expect(response).toHaveProperty('job_status.status', 'SUCCESS'),
    ),
    force_metadata_on: ofJob('', '?force_metadata_on=1', (response) => expect(response).toHaveProperty('metadata')),
    force_metadata_off: ofJob('&with_metadata=1', '?force_metadata_off=1', (response) =>
      expect(response).not.toHaveProperty('metadata'),
    ),
  },
  asnLookup: {
    ...Object.fromEntries(
      [
        ['asname', 'CINDERWALL', /^CINDERWALL/],
        ['asname_starts_with', 'CINDERWALL', /^CINDERWALL/],
        ['asname_contains', 'Offshore', /Offshore/],
        ['asnum', '64666', /^CINDERWALL/],
      ].map(([name, value, matches]) => [
        name,
        {
          ask: `/explore/asn/lookup?${String(name)}=${String(value)}`,
          holds: ({ records }: { records: { asname: string }[] }) => {
            expect(records).not.toHaveLength(0);
            for (const { asname } of records) expect(asname).toMatch(matches as RegExp);
          },
        },
      ]),
    ),
    limit: { ask: '/explore/asn/lookup?limit=3', holds: ({ records }) => expect(records).toHaveLength(3) },
    skip: { ask: '/explore/asn/lookup?skip=100000', holds: ({ records }) => expect(records).toEqual([]) },
  },
  enrichDomain: {
    domain: {
      ask: domain,
      ignoring: `${enrich}/domain/${cleanDomain.indicator}`,
      holds: ({ domaininfo }) => expect(domaininfo).toMatchObject({ domain: c2Domain.indicator }),
    },
    explain: {
      ask: `${domain}?explain=1`,
      holds: (response) => expect(response).toHaveProperty('sp_risk_score_explain'),
    },
    scan_data: { ask: `${domain}?scan_data=1`, holds: (response) => expect(response).toHaveProperty('scan_data') },
  },
  enrichIpv4: {
    ipv4: {
      ask: ipv4,
      ignoring: `${enrich}/ipv4/${cleanAddress.indicator}`,
      holds: record({ ip: c2Address.indicator }),
    },
    explain: { ask: `${ipv4}?explain=1`, holds: record({ sp_risk_score_explain: anObject }) },
    scan_data: { ask: `${ipv4}?scan_data=1`, holds: record({ scan_data: anObject }) },
  },
  enrichIpv6: {
    ipv6: {
      ask: ipv6,
      ignoring: `${enrich}/ipv6/${unknownIpv6.indicator}`,
      holds: record({ asn: expect.any(Number) as number }),
    },
    explain: { ask: `${ipv6}?explain=1`, holds: record({ asn_reputation_explain: anObject }) },
    scan_data: { ask: `${ipv6}?scan_data=1`, holds: record({ scan_data: anObject }) },
  },
};
