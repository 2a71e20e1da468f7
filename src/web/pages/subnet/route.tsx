import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { Ipv4Record, Ipv6Record, SubnetReputation } from '#contract/generated/types.gen.ts';
import { addressCount, type Cidr, formatCidr, isAnnouncedInParts, lastAddress, parseCidr } from '#model/cidr.ts';
import { formatNumber } from '#model/format.ts';
import { formatIp, type IpAddress } from '#model/ip-address.ts';
import { headerQuestion, onlyRecord } from '#web/api/header-questions.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import {
  everyDay,
  type ScanKind,
  scanKinds,
  scanNames,
  scanOperations,
  type ScanSearch,
} from '#web/kit/ask/scan-kind.ts';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { subnetVerdict } from '#web/kit/score/reputation-verdict.ts';
import { unknownVerdict } from '#web/kit/score/verdict.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { describeEntity, entityRoute } from '#web/kit/subject/EntityPage.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { AddressesInUse } from '#web/evidence/addresses-in-use.tsx';
import { FindingsOf } from '#web/evidence/FindingsOf.tsx';
import { Listings, listingsWidth } from '#web/evidence/listings.tsx';
import { NamesPerAddress } from '#web/evidence/names-per-address.tsx';
import { subnetInfo, SubnetNetworkAndCountry } from '#web/evidence/network-and-country.tsx';
import { NetworkNames, NetworkPtrRecords } from '#web/evidence/network-names.tsx';
import { SeenWithin } from '#web/evidence/SeenWithin.tsx';
import { PrefixDensity } from '#web/evidence/prefix-density.tsx';
import { reputationByDay } from '#web/evidence/reputation-by-day.tsx';
import { reputationNow } from '#web/evidence/reputation-now.tsx';
import { ReputationTrend } from '#web/evidence/reputation-trend.tsx';
import { ContainedPrefixes, SubnetMap } from '#web/evidence/subnet-contents.tsx';
import { Scans } from '#web/evidence/scans/scans.tsx';
import { SourceFacts } from '#web/evidence/source-facts.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';

/** The page of an IPv4 or IPv6 subnet; host bits are masked off in the address bar. */
export const { Component, handle } = entityRoute({
  title: ({ address = '', length = '' }) => `${address}/${length}`,
  textOf: ({ address = '', length = '' }) => `${address}/${length}`,
  canonical: (text) => {
    const cidr = parseCidr(text);
    return cidr && formatCidr(cidr);
  },
  impossible: { heading: 'There is no such subnet', what: 'A subnet' },
  pageOf: (subnet) => (subnet.includes(':') ? ipv6Page : ipv4Page),
});

const ReputationNow = reputationNow('subnet');
const ReputationByDay = reputationByDay('subnet');

/** Parses the page's value, a CIDR in its canonical spelling. */
function cidrOf(subnet: string): Cidr {
  const cidr = parseCidr(subnet);
  if (!cidr) throw new Error(`Not a subnet: ${subnet}`);
  return cidr;
}

export const ipv4Page = describeEntity<'subnetReputation', SubnetReputation>({
  kind: 'subnet',
  question: (subnet) => headerQuestion.ipv4Subnet(cidrOf(subnet)),
  recordOf: ({ subnet_reputation }) => onlyRecord(subnet_reputation) ?? null,
  useHeader: useIpv4Header,
  tabs: [
    {
      id: 'overview',
      label: 'Overview',
      panels: ({ record }, asOf) => [
        [8, SubnetMap],
        [
          4,
          SubnetNetworkAndCountry,
          SourceFacts,
          ContainedPrefixes,
          // one sentence; a table of lists has its room below the map
          listingsWidth(record) === 4 && Listings,
        ],
        listingsWidth(record) !== 4 && [listingsWidth(record), Listings],
        [12, asOf === null && FindingsOf],
      ],
    },
    {
      id: 'history',
      label: 'Reputation history',
      panels: () => [
        [8, ReputationByDay],
        [4, ReputationNow],
      ],
    },
    {
      id: 'addresses',
      label: 'Addresses',
      panels: () => [
        [8, NamesPerAddress],
        [4, PrefixDensity],
        [12, AddressesInUse],
      ],
    },
    { id: 'names', label: 'Names', panels: [SubnetNames] },
    { id: 'scans', label: 'Scan data', panels: [SubnetScans] },
  ],
});

/** The interface has no reputation or density of IPv6 subnets; the header shows the AS that announces the first address. */
export const ipv6Page = describeEntity<'ipv6Info', Ipv6Record>({
  kind: 'subnet',
  question: (subnet) => headerQuestion.ipv6Subnet(cidrOf(subnet)),
  recordOf: ({ ip2asn: [first] = [] }) => (first && first.error === undefined ? first : null),
  useHeader: ({ value, record }) => ({
    scoreName: 'Reputation',
    verdict: unknownVerdict('reputations exist for IPv4 subnets only.'),
    facts: subnetKeyFacts(cidrOf(value), record),
  }),
  tabs: [
    {
      id: 'names',
      label: 'Names',
      panels: (_subject, asOf) => [[12, SubnetNames, asOf === null && FindingsOf]],
    },
  ],
});

function useIpv4Header({ value, record }: Entity<unknown, SubnetReputation>) {
  const { response } = useAnswer(subnetInfo(value), { title: `Announcement of ${value}` });
  return {
    scoreName: 'Reputation',
    verdict: record === undefined ? undefined : subnetVerdict(record ?? undefined),
    trend: <ReputationTrend of="subnet" value={value} />,
    facts: subnetKeyFacts(cidrOf(value), response && (response.ip2asn?.[0] ?? null)),
  };
}

/**
 * The key facts above the tabs. Of a subnet that is announced in parts, the first address says nothing about the others.
 * @param first the first address; undefined while loading, null when nothing is known
 */
function subnetKeyFacts(cidr: Cidr, first: Ipv4Record | Ipv6Record | null | undefined): readonly KeyFact[] {
  const announced = first && (first.asn ? first : null);
  const isInParts = isAnnouncedInParts(formatCidr(cidr), announced?.subnet);
  return [
    {
      label: isInParts ? 'AS of first address' : 'Announced by',
      value: announced && <AsnLink asn={announced.asn} name={announced.asname} />,
    },
    {
      label: isInParts ? 'Prefix of first address' : 'Announced as',
      value: announced && (announced.subnet ? <IndicatorLink kind="subnet" value={announced.subnet} /> : null),
    },
    { label: 'First address', value: <AddressLink address={cidr.network} /> },
    { label: 'Last address', value: <AddressLink address={lastAddress(cidr)} /> },
    { label: 'Size', value: sizeText(cidr) },
  ];
}

function AddressLink({ address }: { address: IpAddress }) {
  return <IndicatorLink kind={address.version === 4 ? 'ipv4' : 'ipv6'} value={formatIp(address)} />;
}

/** The number of addresses; as a power of two for large IPv6 subnets. */
function sizeText(cidr: Cidr): string {
  const size = addressCount(cidr);
  return size > 4_294_967_296n
    ? `2^${size.toString(2).length - 1} addresses`
    : `${formatNumber(size)} ${size === 1n ? 'address' : 'addresses'}`;
}

// E2: the shortest prefix length for a reverse look-up.
const shortestLength = { 4: 20, 6: 64 } as const;

/** Names that point into the subnet (E2 with netmask), and PTR records of its addresses (E1 with netmask). */
function SubnetNames({ value }: Pick<Entity, 'value'>) {
  const { network, length } = cidrOf(value);
  return (
    <>
      <div>
        <SeenWithin />
      </div>
      {length < shortestLength[network.version] ? (
        <EmptyState kind="unknown" word="Subnet too large">
          Names are looked up in networks of /{shortestLength[network.version]} or longer. Open one of the smaller
          subnets instead.
        </EmptyState>
      ) : (
        <NetworkNames value={value} />
      )}
      <NetworkPtrRecords value={value} />
    </>
  );
}

const choices = scanKinds.map((value) => ({ value, label: scanNames[value] }));
const parser = parseAsStringLiteral(scanKinds).withDefault('certificates').withOptions({ history: 'push' });

/** Scan data of the network (A3 to A7 with netmask), one kind at a time. */
function SubnetScans({ value: subnet }: Pick<Entity, 'value'>) {
  const [kind, setKind] = useQueryState('scan', parser);
  return (
    <>
      <div>
        <SegmentedControl
          label="What scans saw"
          value={kind}
          choices={choices}
          onChange={(next) => void setKind(next)}
        />
      </div>
      <Scans
        key={kind}
        search={searchIn(cidrOf(subnet), kind)}
        title={`${scanNames[kind]} in ${subnet}`}
        subject={subnet}
        emptyMessage="No scan of this network matches. Addresses that were never scanned are not included."
        urlPrefix={`${kind}.`}
      />
    </>
  );
}

function searchIn({ network, length }: Cidr, kind: ScanKind): ScanSearch {
  const place = { ipv4: formatIp(network), netmask: length };
  const hasWindow = kind !== 'favicon' && kind !== 'headers';
  return { operationId: scanOperations[kind], query: { ...place, ...(hasWindow && { window: everyDay }) } };
}
