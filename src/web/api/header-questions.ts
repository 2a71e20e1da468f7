import type { Params } from 'react-router';
import { parseAsn } from '#model/asn.ts';
import { type Cidr, parseCidr } from '#model/cidr.ts';
import { canonicalDomain, parseDomainName } from '#model/domain-name.ts';
import { formatIp, parseIp, unmapIpv4 } from '#model/ip-address.ts';
import type { AnyQuery } from './query.ts';

/** The query of a subject page's header, by kind of subject. */
export const headerQuestion = {
  ipv4: (ipv4: string) => ({ operationId: 'enrichIpv4', path: { ipv4 }, query: { explain: 1, scan_data: 1 } }) as const,
  ipv6: (ipv6: string) => ({ operationId: 'enrichIpv6', path: { ipv6 }, query: { explain: 1, scan_data: 1 } }) as const,
  domain: (domain: string) =>
    ({ operationId: 'enrichDomain', path: { domain }, query: { explain: 1, scan_data: 1 } }) as const,
  asn: (asn: number) => ({ operationId: 'asnReputation', path: { asn }, query: { explain: 1 } }) as const,
  nameServer: (nameserver: string) =>
    ({ operationId: 'nsReputation', path: { nameserver }, query: { explain: 1 } }) as const,
  ipv4Subnet: ({ network, length }: Cidr) =>
    ({
      operationId: 'subnetReputation',
      path: { subnet: formatIp(network), mask: length },
      query: { explain: 1 },
    }) as const,
  ipv6Subnet: ({ network }: Cidr) => ({ operationId: 'ipv6Info', path: { ipv6: formatIp(network) } }) as const,
};

type ByParameters = (parameters: Readonly<Params>) => AnyQuery | null;

/** The same from the parameters of the page's path; null for an invalid subject. */
export const headerQuestionAt = {
  ip: ({ ip = '' }) => {
    const parsed = parseIp(ip);
    if (!parsed) return null;
    const address = unmapIpv4(parsed);
    return address.version === 4 ? headerQuestion.ipv4(formatIp(address)) : headerQuestion.ipv6(formatIp(address));
  },
  domain: ({ domain = '' }) => {
    const parsed = parseDomainName(domain);
    return parsed.ok ? headerQuestion.domain(parsed.name.ascii) : null;
  },
  asn: ({ asn = '' }) => {
    const number = parseAsn(asn);
    return number === null ? null : headerQuestion.asn(number);
  },
  nameServer: ({ nameserver = '' }) => {
    const server = canonicalDomain(nameserver);
    return server?.includes('.') ? headerQuestion.nameServer(server) : null;
  },
  subnet: ({ address = '', length = '' }) => {
    const cidr = parseCidr(`${address}/${length}`);
    if (!cidr) return null;
    return cidr.network.version === 4 ? headerQuestion.ipv4Subnet(cidr) : headerQuestion.ipv6Subnet(cidr);
  },
} satisfies Readonly<Record<string, ByParameters>>;

/** D5, D9, D12 and D14 return a list of one record; some deployments send the record itself. */
export function onlyRecord<Record extends object>(
  answer: readonly Record[] | Record | null | undefined,
): Record | undefined {
  return Array.isArray(answer) ? (answer as readonly Record[])[0] : ((answer ?? undefined) as Record | undefined);
}
