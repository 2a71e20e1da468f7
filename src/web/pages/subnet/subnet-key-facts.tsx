import type { Ipv4Record, Ipv6Record, SubnetReputation } from '#contract/generated/types.gen.ts';
import { addressCount, lastAddress, type Cidr } from '#model/cidr.ts';
import { formatIp, type IpAddress } from '#model/ip-address.ts';
import { AsnLink } from '#web/components/indicator/AsnLink.tsx';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import type { KeyFact } from '#web/components/subject/KeyFacts.tsx';

interface SubnetRecords {
  /** D12, IPv4 only. */
  readonly reputation?: SubnetReputation | null | undefined;
  /** A1 or B1 of the first address. */
  readonly first: Ipv4Record | Ipv6Record | null | undefined;
}

/** What stands above the tabs. Each record is undefined while it is asked for, and null when nothing is known. */
export function subnetKeyFacts(cidr: Cidr, { reputation, first }: SubnetRecords): readonly KeyFact[] {
  const explain = reputation && (reputation.subnet_reputation_explain ?? {});
  const announced = first && (first.asn ? first : null);
  const count = (value: number | undefined) => value?.toLocaleString('en') ?? null;
  return [
    { label: 'Announced by', value: announced && <AsnLink asn={announced.asn} name={announced.asname} /> },
    {
      label: 'Announced as',
      value: announced && (announced.subnet ? <IndicatorLink kind="subnet" value={announced.subnet} /> : null),
    },
    { label: 'First address', value: <AddressLink address={cidr.network} /> },
    { label: 'Last address', value: <AddressLink address={lastAddress(cidr)} /> },
    { label: 'Size', value: sizeText(cidr) },
    ...(cidr.network.version === 4
      ? [
          { label: 'Active, last 30 days', value: explain && count(explain.ips_num_active) },
          { label: 'Listed, last 30 days', value: explain && count(explain.ips_num_listed) },
        ]
      : []),
  ];
}

function AddressLink({ address }: { address: IpAddress }) {
  return <IndicatorLink kind={address.version === 4 ? 'ipv4' : 'ipv6'} value={formatIp(address)} />;
}

/** IPv6 subnets have more addresses than anybody reads: those as a power of two. */
function sizeText(cidr: Cidr): string {
  const size = addressCount(cidr);
  return size > 4_294_967_296n
    ? `2^${size.toString(2).length - 1} addresses`
    : `${size.toLocaleString('en')} addresses`;
}
