import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Navigate, useLocation, useParams } from 'react-router';
import type { Ipv4Record, Ipv6Record, SubnetReputation } from '#contract/generated/types.gen.ts';
import { addressCount, type Cidr, formatCidr, lastAddress, parseCidr } from '#model/cidr.ts';
import { formatNumber } from '#model/format.ts';
import { formatIp, type IpAddress } from '#model/ip-address.ts';
import { headerQuestion, onlyRecord } from '#web/api/header-questions.ts';
import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import {
  everyDay,
  type ScanKind,
  scanKinds,
  scanNames,
  scanOperations,
  type ScanSearch,
} from '#web/kit/ask/scan-kind.ts';
import { Cell, OverviewGrid, PanelStack } from '#web/kit/panel/PanelGrid.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { subnetVerdict } from '#web/kit/score/reputation-verdict.ts';
import { unknownVerdict } from '#web/kit/score/verdict.ts';
import { ImpossibleSubject } from '#web/kit/subject/ImpossibleSubject.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { SubjectHeader } from '#web/kit/subject/SubjectHeader.tsx';
import { SubjectTabs } from '#web/kit/subject/SubjectTabs.tsx';
import { AnnouncementPanel } from '#web/evidence/address-facts/AnnouncementPanel.tsx';
import { SubnetDensity } from '#web/evidence/density/ServerDensity.tsx';
import { SubnetAddresses } from '#web/evidence/density/SubnetAddresses.tsx';
import { SubnetPicture } from '#web/evidence/density/SubnetPicture.tsx';
import { SubjectFacts, SubjectListings } from '#web/evidence/evidence/SubjectEvidence.tsx';
import { NetworkNames, NetworkPtrRecords } from '#web/evidence/network-names.tsx';
import { SeenWithin } from '#web/evidence/SeenWithin.tsx';
import { ReputationHistoryPanel } from '#web/evidence/reputation/ReputationHistoryPanel.tsx';
import { ReputationPanel } from '#web/evidence/reputation/ReputationPanel.tsx';
import { ReputationTrend } from '#web/evidence/reputation/ReputationTrend.tsx';
import { ScansPanel } from '#web/evidence/scans/ScansPanel.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: ({ address = '', length = '' }) => `${address}/${length}` };

/** A subnet of either version; host bits are masked off in the address bar. */
export function Component() {
  const { address = '', length = '' } = useParams();
  const { search } = useLocation();
  const text = `${address}/${length}`;
  const cidr = parseCidr(text);
  if (!cidr) return <ImpossibleSubject heading="There is no such subnet" text={text} what="A subnet" />;
  const subnet = formatCidr(cidr);
  if (subnet !== text) return <Navigate replace to={paths.subnet(subnet) + search} />;
  return cidr.network.version === 4 ? (
    <Ipv4SubnetView key={subnet} cidr={cidr} />
  ) : (
    <Ipv6SubnetView key={subnet} cidr={cidr} />
  );
}

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'history', label: 'Reputation history' },
  { id: 'addresses', label: 'Addresses' },
  { id: 'names', label: 'Names' },
  { id: 'scans', label: 'Scan data' },
] as const;

/** Everything about an IPv4 subnet. The header and the first panel share one question. */
function Ipv4SubnetView({ cidr }: { readonly cidr: Cidr }) {
  const subnet = formatCidr(cidr);
  const address = formatIp(cidr.network);
  const answer = useAnswer(headerQuestion.ipv4Subnet(cidr), { title: `Reputation of ${subnet}` });
  const record = answer.response && (onlyRecord(answer.response.subnet_reputation) ?? null);
  const shared = ofHeader(answer);
  const info = useAnswer({ operationId: 'ipv4Info', path: { ipv4: address } }, { title: `Announcement of ${subnet}` });
  return (
    <>
      <SubjectHeader
        kind="subnet"
        value={subnet}
        answer={answer}
        scoreName="Reputation"
        verdict={record === undefined ? undefined : subnetVerdict(record ?? undefined)}
        trend={<ReputationTrend of="subnet" value={subnet} />}
        facts={subnetKeyFacts(cidr, {
          reputation: record,
          first: info.response && (info.response.ip2asn?.[0] ?? null),
        })}
      />
      <SubjectTabs label={`Evidence about ${subnet}`} tabs={tabs}>
        {(tab) => (
          <PanelStack>
            {tab === 'overview' && (
              <OverviewGrid>
                <Cell columns={8}>
                  <ReputationHistoryPanel of="subnet" value={subnet} />
                </Cell>
                <Cell columns={4}>
                  <ReputationPanel of="subnet" value={subnet} />
                </Cell>
                <Cell columns={8}>
                  <SubnetPicture ip={address} />
                </Cell>
                <Cell columns={4}>
                  <SubnetDensity ip={address} />
                </Cell>
                <Cell columns={6}>
                  <AnnouncementPanel answer={info} />
                </Cell>
                <Cell columns={6}>
                  <SubjectFacts answer={shared} record={record} type="range" subject={subnet} />
                </Cell>
                <Cell columns={12}>
                  <SubjectListings answer={shared} record={record} what="subnet" subject={subnet} />
                </Cell>
              </OverviewGrid>
            )}
            {tab === 'history' && <ReputationHistoryPanel of="subnet" value={subnet} />}
            {tab === 'addresses' && (
              <>
                <SubnetPicture ip={address} />
                <SubnetAddresses ip={address} />
              </>
            )}
            {tab === 'names' && <SubnetNames cidr={cidr} />}
            {tab === 'scans' && <SubnetScans cidr={cidr} />}
          </PanelStack>
        )}
      </SubjectTabs>
    </>
  );
}

/** An IPv6 subnet: the interface has no reputation and no density of it, so who announces its first address stands above. */
function Ipv6SubnetView({ cidr }: { readonly cidr: Cidr }) {
  const subnet = formatCidr(cidr);
  const answer = useAnswer(headerQuestion.ipv6Subnet(cidr), { title: `Announcement of ${subnet}` });
  const [first] = answer.response?.ip2asn ?? [];
  const record = answer.response && (first && first.error === undefined ? first : null);
  return (
    <>
      <SubjectHeader
        kind="subnet"
        value={subnet}
        answer={answer}
        scoreName="Reputation"
        verdict={unknownVerdict('the interface keeps reputations of IPv4 subnets only.')}
        facts={subnetKeyFacts(cidr, { first: record })}
      />
      <PanelStack>
        <SubnetNames cidr={cidr} />
      </PanelStack>
    </>
  );
}

interface SubnetRecords {
  /** D12, IPv4 only. */
  readonly reputation?: SubnetReputation | null | undefined;
  /** A1 or B1 of the first address. */
  readonly first: Ipv4Record | Ipv6Record | null | undefined;
}

/** What stands above the tabs. Each record is undefined while it is asked for, and null when nothing is known. */
function subnetKeyFacts(cidr: Cidr, { reputation, first }: SubnetRecords): readonly KeyFact[] {
  const explain = reputation && (reputation.subnet_reputation_explain ?? {});
  const announced = first && (first.asn ? first : null);
  const count = (value: number | undefined) => formatNumber(value) ?? null;
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
  return size > 4_294_967_296n ? `2^${size.toString(2).length - 1} addresses` : `${formatNumber(size)} addresses`;
}

// E2: the netmask of a reverse look-up is at least this.
const shortestLength = { 4: 20, 6: 64 } as const;

/** Names that point into the subnet (E2 with netmask), and PTR records of its addresses (E1 with netmask). */
function SubnetNames({ cidr }: { readonly cidr: Cidr }) {
  const { network, length } = cidr;
  const { version } = network;
  const subnet = formatCidr(cidr);
  return (
    <>
      <div>
        <SeenWithin />
      </div>
      {length < shortestLength[version] ? (
        <EmptyState kind="unknown" word="Too large to ask">
          Names are looked up in networks of /{shortestLength[version]} or longer. Open one of the smaller subnets
          instead.
        </EmptyState>
      ) : (
        <NetworkNames value={subnet} />
      )}
      <NetworkPtrRecords value={subnet} />
    </>
  );
}

const choices = scanKinds.map((value) => ({ value, label: scanNames[value] }));
const parser = parseAsStringLiteral(scanKinds).withDefault('certificates').withOptions({ history: 'push' });

/** What scans saw in the network (A3 to A7 with netmask), one kind at a time. */
function SubnetScans({ cidr }: { readonly cidr: Cidr }) {
  const [kind, setKind] = useQueryState('scan', parser);
  const subnet = formatCidr(cidr);
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
      <ScansPanel
        key={kind}
        search={searchIn(cidr, kind)}
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
