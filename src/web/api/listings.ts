import type { QueryClient } from '@tanstack/react-query';
import type { DomainInfo, Listing } from '#contract/generated/types.gen.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { connection } from './connection.ts';
import { createBatcher } from './indicator-score.ts';
import { fetchAnswer } from './query.ts';
import { eachOptions } from './use-each.ts';

type Listed = Pick<DomainInfo, 'listings'>;

const asks = {
  ipv4: createBatcher<Listed>({
    askMany: async (ips) => {
      const { response } = await fetchAnswer({ operationId: 'ipv4InfoBulk', body: { ips } });
      return byAddress(response.ip2asn);
    },
  }),
  ipv6: createBatcher<Listed>({
    askMany: async (ips) => {
      const { response } = await fetchAnswer({ operationId: 'ipv6InfoBulk', body: { ips } });
      return byAddress(response.ip2asn);
    },
  }),
  domain: createBatcher<Listed>({
    askMany: async (domains) => {
      const { response } = await fetchAnswer({ operationId: 'domainInfoBulk', body: { domains } });
      return new Map((response.domaininfo ?? []).map((record) => [record.query ?? record.domain ?? '', record]));
    },
  }),
} as const;

function byAddress(records: readonly (Listed & { readonly ip?: string })[] = []) {
  return new Map(records.map((record) => [canonicalIp(record.ip ?? '') ?? '', record]));
}

/** The listings of subjects, in batches (A9, B4, C4). A subject missing from the answer could not be looked up. */
export async function fetchListings(
  client: QueryClient,
  kind: keyof typeof asks,
  values: readonly string[],
): Promise<ReadonlyMap<string, readonly Listing[]>> {
  if (values.length === 0) return new Map();
  return client.fetchQuery(
    eachOptions(`listings ${kind}`, values, (each, value) =>
      each.fetchQuery({
        queryKey: ['listings', connection().baseUrl, kind, value],
        queryFn: async () => {
          const record = await asks[kind](value);
          if (!record) throw new Error('no answer');
          return record.listings ?? [];
        },
        retry: false,
      }),
    ),
  );
}
