import type { DomainInfo, Ipv4Record, Ipv6Record } from '#contract/generated/types.gen.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { byAddress, createBatcher, recordWithEvidence, indicatorEvidenceOptions } from './indicator-score.ts';
import { fetchAnswer } from './query.ts';

/** The records of addresses (A9, B4) and domains (C4), in batches. */
export const askRecord = {
  ipv4: createBatcher<Ipv4Record>({
    askMany: async (ips) =>
      byAddress((await fetchAnswer({ operationId: 'ipv4InfoBulk', body: { ips: [...ips] } })).response.ip2asn),
  }),
  ipv6: createBatcher<Ipv6Record>({
    askMany: async (ips) =>
      byAddress((await fetchAnswer({ operationId: 'ipv6InfoBulk', body: { ips: [...ips] } })).response.ip2asn),
  }),
  domain: createBatcher<DomainInfo>({
    askMany: async (domains) => {
      const { response } = await fetchAnswer({ operationId: 'domainInfoBulk', body: { domains: [...domains] } });
      // C4: `domain` is the registered domain, `query` the name that was asked
      const named = (response.domaininfo ?? []).map((record) => [record.query ?? record.domain ?? '', record] as const);
      return new Map(named.map(([name, record]) => [canonicalDomain(name) ?? name, record]));
    },
  }),
};

/** {@link indicatorEvidenceOptions} for the rows of a table: the same cache entries, requested in batches. */
export function batchedEvidenceOptions(kind: keyof typeof askRecord, value: string) {
  const key = kind === 'domain' ? value : (canonicalIp(value) ?? value);
  return {
    ...indicatorEvidenceOptions(kind, value),
    queryFn: async () => recordWithEvidence(await askRecord[kind](key)),
  };
}
