import { queryOptions } from '@tanstack/react-query';
import { canonicalIp, parseIp } from '#model/ip-address.ts';
import { askRecord } from './bulk-records.ts';
import { connection } from './connection.ts';
import { type AddressOrigin, createBatcher, scoreOf } from './indicator-score.ts';
import { fetchAnswer } from './query.ts';
import { useEach } from './use-each.ts';
import type { HostedName, Ipv4Record } from '#contract/generated/types.gen.ts';
import { gapOf } from './score-origin.ts';

/** Set on a record that the provider should have answered but did not. */
interface ScoreGap {
  readonly upstream_state?: string;
}

/** The cached origin of one address: from the answer with its score or, where that lacks it, from its record. */
export function addressOriginOptions(address: string) {
  return queryOptions({
    queryKey: ['addressOrigin', connection().baseUrl, address],
    queryFn: async ({ client }): Promise<AddressOrigin | null> => {
      const kind = parseIp(address)?.version === 6 ? 'ipv6' : 'ipv4';
      const { origin } = await scoreOf(client, kind, address);
      if (origin) return origin;
      const record: (Ipv4Record & ScoreGap) | undefined = await askRecord[kind](canonicalIp(address) ?? address);
      if (gapOf(record?.upstream_state)) return null;
      return { asn: record?.asn || undefined, asname: record?.asname, country: record?.ip_location?.country_code };
    },
  });
}

/** The origins of a list of addresses, in batches. A missing address has no answer (yet); null: the provider gave none. */
export function useAddressOrigins(addresses: readonly string[]): {
  readonly origins: ReadonlyMap<string, AddressOrigin | null>;
  readonly isAsking: boolean;
} {
  const { answers, isAsking } = useEach('addressOrigins', addresses, (client, address) =>
    client.fetchQuery(addressOriginOptions(address)),
  );
  return { origins: answers, isAsking };
}

const askHosting = createBatcher<HostedName>({
  askMany: async (domains) => {
    const { response } = await fetchAnswer({ operationId: 'hosting', body: { domains: [...domains] } });
    return new Map((response.names ?? []).map((name) => [name.domain ?? '', name]));
  },
});

/** The cached current hosting of one name. */
export function nameHostingOptions(domain: string) {
  return queryOptions({
    queryKey: ['nameHosting', connection().baseUrl, domain],
    queryFn: async () => (await askHosting(domain)) ?? {},
  });
}

/** The current hosting of names, in batches. A missing name has no answer (yet). @param domains memoized */
export function useNameHosting(domains: readonly string[]): {
  readonly hosting: ReadonlyMap<string, HostedName>;
  readonly isAsking: boolean;
} {
  const { answers, isAsking } = useEach('nameHostings', domains, (client, domain) =>
    client.fetchQuery(nameHostingOptions(domain)),
  );
  return { hosting: answers, isAsking };
}
