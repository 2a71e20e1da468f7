import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { DomainInfo } from '#contract/generated/types.gen.ts';
import { parseAsn } from '#model/asn.ts';
import { parseCidr } from '#model/cidr.ts';
import { canonicalIp } from '#model/ip-address.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { connection } from './connection.ts';
import { headerQuestion } from './header-questions.ts';
import { onlyRecord } from './only-record.ts';
import { answerOptions } from './question.ts';

/** What a record says of lists and facts; null where the deployment does not say. */
type Evidence = Pick<DomainInfo, 'listings' | 'listings_total' | 'facts' | 'not_tracked'> | null;
type Ask = (value: string, client: QueryClient) => Promise<Evidence | undefined>;

const asks: Partial<Record<IndicatorKind, Ask>> = {
  ipv4: async (value, client) => {
    const question = { operationId: 'ipv4Info', path: { ipv4: canonicalIp(value) ?? value } } as const;
    return (await client.ensureQueryData(answerOptions(question))).response.ip2asn?.[0];
  },
  ipv6: async (value, client) => {
    const question = { operationId: 'ipv6Info', path: { ipv6: canonicalIp(value) ?? value } } as const;
    return (await client.ensureQueryData(answerOptions(question))).response.ip2asn?.[0];
  },
  domain: async (value, client) => {
    const question = { operationId: 'domainInfo', path: { domain: value } } as const;
    return (await client.ensureQueryData(answerOptions(question))).response.domaininfo;
  },
  // the same answers that the pages of these subjects and their scores use
  asn: async (value, client) => {
    const { response } = await client.ensureQueryData(answerOptions(headerQuestion.asn(parseAsn(value) ?? 0)));
    return onlyRecord(response.asn_reputation);
  },
  subnet: async (value, client) => {
    const cidr = parseCidr(value);
    if (!cidr) return null;
    const { response } = await client.ensureQueryData(answerOptions(headerQuestion.ipv4Subnet(cidr)));
    return onlyRecord(response.subnet_reputation);
  },
  'name-server': async (value, client) => {
    const { response } = await client.ensureQueryData(answerOptions(headerQuestion.nameServer(value)));
    return onlyRecord(response.ns_server_reputation);
  },
};

/** The listings and facts of one indicator, asked for when somebody looks at its card. */
export function indicatorEvidenceOptions(kind: IndicatorKind, value: string) {
  return queryOptions({
    queryKey: ['indicatorEvidence', connection().baseUrl, kind, value],
    queryFn: async ({ client }): Promise<Evidence> => {
      const record = await asks[kind]?.(value, client);
      return record?.not_tracked ? record : null;
    },
    retry: false,
  });
}
