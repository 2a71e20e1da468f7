import { queryOptions } from '@tanstack/react-query';
import { canonicalIp, parseIp } from '#model/ip-address.ts';
import { connection } from './connection.ts';
import { ApiFailure } from './failure.ts';
import { createBatcher } from './indicator-score.ts';
import { fetchAnswer } from './question.ts';
import { useEach } from './use-each.ts';

/** Who announces an address today, and the country it is registered to. */
export interface AddressOrigin {
  readonly asn: number | undefined;
  readonly asname: string | undefined;
  /** ISO 3166, two letters. */
  readonly country: string | undefined;
}

interface OriginRecord {
  readonly ip?: string;
  readonly asn?: number;
  readonly asname?: string;
  readonly ip_location?: { readonly country_code?: string };
}

const isFaultOfOne = (error: unknown) => error instanceof ApiFailure && error.kind === 'input';

const byAddress = (records: readonly OriginRecord[] = []) =>
  new Map(records.flatMap((record) => (record.ip ? [[canonicalIp(record.ip) ?? record.ip, record] as const] : [])));

const askIpv4 = createBatcher<OriginRecord>({
  isFaultOfOne,
  askMany: async (ips) => {
    const { response } = await fetchAnswer({ operationId: 'ipv4InfoBulk', body: { ips: [...ips] } });
    return byAddress(response.ip2asn);
  },
});
const askIpv6 = createBatcher<OriginRecord>({
  isFaultOfOne,
  askMany: async (ips) => {
    const { response } = await fetchAnswer({ operationId: 'ipv6InfoBulk', body: { ips: [...ips] } });
    return byAddress(response.ip2asn);
  },
});

/** The cached origin of one address. */
export function addressOriginOptions(address: string) {
  return queryOptions({
    queryKey: ['addressOrigin', connection().baseUrl, address],
    queryFn: async (): Promise<AddressOrigin> => {
      const ask = parseIp(address)?.version === 6 ? askIpv6 : askIpv4;
      const record = await ask(canonicalIp(address) ?? address);
      return { asn: record?.asn || undefined, asname: record?.asname, country: record?.ip_location?.country_code };
    },
  });
}

/** The origins of a list of addresses, in batches (A9, B4). One that is missing was not answered (yet). */
export function useAddressOrigins(addresses: readonly string[]): {
  readonly origins: ReadonlyMap<string, AddressOrigin>;
  readonly isAsking: boolean;
} {
  const { answers, isAsking } = useEach('addressOrigins', addresses, (client, address) =>
    client.ensureQueryData(addressOriginOptions(address)),
  );
  return { origins: answers, isAsking };
}
