import { queryOptions } from '@tanstack/react-query';
import { canonicalIp, parseIp } from '#model/ip-address.ts';
import { askRecord } from './bulk-records.ts';
import { connection } from './connection.ts';
import { createBatcher } from './indicator-score.ts';
import { fetchAnswer } from './query.ts';
import { useEach } from './use-each.ts';
import type { HostedName } from '#contract/generated/types.gen.ts';

/** The AS that announces an address today, and the country where the address is registered. */
export interface AddressOrigin {
  readonly asn: number | undefined;
  readonly asname: string | undefined;
  /** ISO 3166, two letters. */
  readonly country: string | undefined;
}

/** The cached origin of one address. */
export function addressOriginOptions(address: string) {
  return queryOptions({
    queryKey: ['addressOrigin', connection().baseUrl, address],
    queryFn: async (): Promise<AddressOrigin> => {
      const kind = parseIp(address)?.version === 6 ? 'ipv6' : 'ipv4';
      const record = await askRecord[kind](canonicalIp(address) ?? address);
      return { asn: record?.asn || undefined, asname: record?.asname, country: record?.ip_location?.country_code };
    },
  });
}

/** The origins of a list of addresses, in batches (A9, B4). A missing address has no answer (yet). */
export function useAddressOrigins(addresses: readonly string[]): {
  readonly origins: ReadonlyMap<string, AddressOrigin>;
  readonly isAsking: boolean;
} {
  const { answers, isAsking } = useEach('addressOrigins', addresses, (client, address) =>
    client.ensureQueryData(addressOriginOptions(address)),
  );
  return { origins: answers, isAsking };
}

const askHosting = createBatcher<HostedName>({
  askMany: async (domains) => {
    const { response } = await fetchAnswer({ operationId: 'hosting', body: { domains: [...domains] } });
    return new Map((response.names ?? []).map((name) => [name.domain ?? '', name]));
  },
});

function nameHostingOptions(domain: string) {
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
    client.ensureQueryData(nameHostingOptions(domain)),
  );
  return { hosting: answers, isAsking };
}
