import type { Ipv6Record, SubnetReputation } from '#contract/generated/types.gen.ts';
import { addressCount, lastAddress, type Cidr } from '#model/cidr.ts';
import { formatIp, type IpAddress } from '#model/ip-address.ts';
import { AsnLink } from '#web/components/AsnLink.tsx';
import { IndicatorLink } from '#web/components/IndicatorLink.tsx';
import type { KeyFact } from '#web/components/KeyFacts.tsx';
import { TimeText } from '#web/components/TimeText.tsx';

/** What stands above the tabs. @param record undefined while it is asked for; null when nothing is known */
export function subnetKeyFacts(cidr: Cidr, record: SubnetReputation | null | undefined): readonly KeyFact[] {
  const explain = record && (record.subnet_reputation_explain ?? {});
  const count = (value: number | undefined) => value?.toLocaleString('en') ?? null;
  return [
    ...spanFacts(cidr),
    { label: 'Active, last 30 days', value: explain && count(explain.ips_num_active) },
    { label: 'Listed, last 30 days', value: explain && count(explain.ips_num_listed) },
    { label: 'Allocated', value: record && <TimeText value={record.subnet_allocation_date} /> },
  ];
}

/** The same for IPv6, from the record of its first address. */
export function ipv6SubnetKeyFacts(cidr: Cidr, record: Ipv6Record | null | undefined): readonly KeyFact[] {
  return [
    ...spanFacts(cidr),
    { label: 'Announced by', value: record && <AsnLink asn={record.asn} name={record.asname} /> },
    {
      label: 'Announced as',
      value: record && (record.subnet ? <IndicatorLink kind="subnet" value={record.subnet} /> : null),
    },
  ];
}

function spanFacts(cidr: Cidr): readonly KeyFact[] {
  return [
    { label: 'First address', value: <AddressLink address={cidr.network} /> },
    { label: 'Last address', value: <AddressLink address={lastAddress(cidr)} /> },
    { label: 'Size', value: sizeText(cidr) },
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
