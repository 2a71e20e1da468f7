import type { FunctionComponent } from 'react';
import { formatNumber } from '#model/format.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { formatIp, parseIp, unmapIpv4 } from '#model/ip-address.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { CountryText } from '#web/kit/indicator/CountryText.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { addressVerdict } from '#web/kit/score/address-verdict.ts';
import { describeEntity, entityRoute, type PanelCell } from '#web/kit/subject/EntityPage.tsx';
import { factOnTab } from '#web/kit/subject/TabLink.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { lazyPanels } from '#web/kit/subject/lazy-panel.tsx';
import { scanHighlights } from '#web/kit/subject/scan-highlights.tsx';
import { AddressFlags } from '#web/evidence/address-flags.tsx';
import { type AddressEntity, type AddressRecord, addressRecord } from '#web/evidence/address-record.ts';
import { CollectNow } from '#web/evidence/CollectNow.tsx';
import { Connections } from '#web/evidence/connections.tsx';
import { AddressEvents } from '#web/evidence/address-events.tsx';
import { FindingsOf } from '#web/evidence/FindingsOf.tsx';
import { Listings, listingsWidth } from '#web/evidence/listings.tsx';
import { RetroHuntOf } from '#web/evidence/RetroHuntOf.tsx';
import { NetworkAndCountry } from '#web/evidence/network-and-country.tsx';
import { ReputationTable } from '#web/evidence/reputation-table.tsx';
import { ReputationTrend } from '#web/evidence/reputation-trend.tsx';
import { isUnobserved, WhyThisScore } from '#web/evidence/why-this-score.tsx';

/** The page of an IPv4 or IPv6 address, in its canonical spelling. */
export const { Component, handle } = entityRoute({
  title: ({ ip = '' }) => ip,
  textOf: ({ ip = '' }) => ip,
  canonical: (text) => {
    const parsed = parseIp(text);
    return parsed && formatIp(unmapIpv4(parsed));
  },
  impossible: { heading: 'There is no such IP address', what: 'An IP address' },
  pageOf: (ip) => (ip.includes(':') ? ipv6Page : ipv4Page),
});

const later = lazyPanels(() => import('./tab-panels.tsx'));

const names = later(['NamesPeriod', 'AddressNames', 'PtrRecords']);
// three read the header's answer, which has more about them than the scan operations
const ipv4Scans = [
  ...later(['CertificateScans', 'JarmScans', 'HeaderScans', 'OpenDirectoryScans']),
  ...later(['ScannedFavicons', 'ScannedPages', 'TlsFingerprints']),
  ...later(['SimilarPages']),
];
const ipv6Scans = later([
  'ScannedCertificates',
  'ScannedHeaders',
  'ScannedPages',
  'ScannedFavicons',
  'ScannedJarm',
  'TlsFingerprints',
  'SimilarPages',
]);
const [ReputationByDay, ReputationNow] = later(['ReputationByDay', 'ReputationNow']);
const [PrefixDensity, AsDensity, NamesPerAddress, AddressesInUse] = later([
  'PrefixDensity',
  'AsDensity',
  'NamesPerAddress',
  'AddressesInUse',
]);

/** Every panel about an IPv4 address, tab by tab. */
export const ipv4Page = describeEntity<'enrichIpv4' | 'enrichIpv6', AddressRecord>({
  kind: 'ipv4',
  question: headerQuestion.ipv4,
  recordOf: addressRecord,
  useHeader: useAddressHeader,
  tabs: [
    { id: 'overview', label: 'Overview', panels: overview },
    { id: 'names', label: 'Names', panels: names },
    { id: 'scans', label: 'Scan data', panels: afterHeader(ipv4Scans) },
    { id: 'shared', label: 'Shared infrastructure', panels: later(['SharedInfrastructure']) },
    {
      id: 'reputation',
      label: 'Reputation history',
      panels: () => [
        [8, ReputationByDay],
        [4, ReputationNow],
      ],
    },
    { id: 'announcements', label: 'AS and subnet history', panels: later(['OriginAsHistory', 'CompareTwoDates']) },
    {
      id: 'neighbours',
      label: 'Neighbours',
      panels: () => [
        [6, PrefixDensity],
        [6, AsDensity],
        [12, NamesPerAddress],
        [12, AddressesInUse],
      ],
    },
  ],
});

/** Reputation with history, AS history and neighbours exist in the interface for IPv4 only. */
export const ipv6Page = describeEntity<'enrichIpv4' | 'enrichIpv6', AddressRecord>({
  kind: 'ipv6',
  question: headerQuestion.ipv6,
  recordOf: addressRecord,
  useHeader: useAddressHeader,
  tabs: [
    { id: 'overview', label: 'Overview', panels: overview },
    { id: 'names', label: 'Names', panels: names },
    { id: 'scans', label: 'Scan data', panels: afterHeader(ipv6Scans) },
  ],
});

/** Shows the first panel at once, and the others when the header's answer gives their room. */
function afterHeader(panels: readonly FunctionComponent<AddressEntity>[]) {
  return ({ header }: AddressEntity): readonly PanelCell<AddressEntity>[] => [
    [12, ...panels.slice(0, header.status === 'pending' ? 1 : undefined)],
  ];
}

/** One screen: verdict and reasons, events, connections, and the reputation of the surrounding network. */
function overview({ kind, record }: AddressEntity, asOf: string | null): readonly PanelCell<AddressEntity>[] {
  // when nothing is known, one panel says so
  const isKnown = record !== null;
  const isIpv4 = kind === 'ipv4';
  return [
    // D7: neither the verdict nor its reasons can be computed for another day
    [
      4,
      asOf === null && WhyThisScore,
      asOf === null && CollectUnobserved,
      isKnown && NetworkAndCountry,
      isKnown && AddressFlags,
      isKnown && asOf === null && FindingsOf,
    ],
    [8, Events, isKnown && Connections, isKnown && isIpv4 && ReputationTable],
    isKnown && [listingsWidth(record, 8), Listings],
    isKnown && [12, asOf === null && RetroHuntOf],
  ];
}

function CollectUnobserved({ value, record }: AddressEntity) {
  return <CollectNow key={value} value={value} isAddress isOffered={isUnobserved(record)} />;
}

function Events({ kind, value, header }: AddressEntity) {
  return <AddressEvents ip={value} version={kind === 'ipv4' ? 4 : 6} answer={header} />;
}

/** The verdict and key facts of an address, from one request. */
function useAddressHeader({ kind, value, record, header }: AddressEntity) {
  return {
    scoreName: 'Risk score',
    verdict: record === undefined ? undefined : addressVerdict(record ?? header.response?.ip2asn?.[0]),
    facts: addressKeyFacts(record, kind),
    trend: kind === 'ipv4' && <ReputationTrend of="ipv4" value={value} />,
  };
}

/** The key facts above the tabs. @param record undefined while loading; null when nothing is known */
function addressKeyFacts(record: AddressRecord | null | undefined, kind: AddressEntity['kind']): readonly KeyFact[] {
  const value = (read: (record: AddressRecord) => KeyFact['value']) => record && (read(record) || null);
  return [
    { label: 'Autonomous system', share: 2.7, value: value(({ asn, asname }) => <AsnLink asn={asn} name={asname} />) },
    { label: 'Prefix', value: value(({ subnet }) => subnet && <IndicatorLink kind="subnet" value={subnet} />) },
    { label: 'Registered in', value: value(countryOf) },
    ...(kind === 'ipv4' ? [{ label: 'PTR', value: value(({ ip_ptr }) => ip_ptr && <PtrName name={ip_ptr} />) }] : []),
    {
      label: 'Names ever on it',
      value: value(({ density }) => factOnTab('names', formatNumber(density))),
    },
    ...scanHighlights(record && (record.scan_data ?? null)),
  ];
}

function countryOf({ ip_location }: AddressRecord): KeyFact['value'] {
  return ip_location?.country_code && <CountryText code={ip_location.country_code} name={ip_location.country_name} />;
}

function PtrName({ name }: { name: string }) {
  const indicator = indicatorOf(name);
  return indicator ? <IndicatorLink {...indicator} /> : name;
}
