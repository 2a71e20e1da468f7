import { formatIp, parseIp, unmapIpv4 } from '#model/ip-address.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { describeEntity, entityRoute, type PanelCell } from '#web/kit/subject/EntityPage.tsx';
import { lazyPanel } from '#web/kit/subject/lazy-panel.tsx';
import { AddressFlags } from '#web/evidence/address-flags.tsx';
import { type AddressEntity, type AddressRecord, addressRecord } from '#web/evidence/address-record.ts';
import { AddressesInUse } from '#web/evidence/addresses-in-use.tsx';
import { AsDensity } from '#web/evidence/as-density.tsx';
import { CollectNow } from '#web/evidence/CollectNow.tsx';
import { CompareTwoDates } from '#web/evidence/compare-two-dates.tsx';
import { Connections } from '#web/evidence/connections.tsx';
import { AddressEvents } from '#web/evidence/address-events.tsx';
import { Listings } from '#web/evidence/listings.tsx';
import { NamesPerAddress } from '#web/evidence/names-per-address.tsx';
import { NetworkAndCountry } from '#web/evidence/network-and-country.tsx';
import { OriginAsHistory } from '#web/evidence/origin-as-history.tsx';
import { AddressNames, PtrRecords } from '#web/evidence/address-names.tsx';
import { SeenWithin } from '#web/evidence/SeenWithin.tsx';
import { PrefixDensity } from '#web/evidence/prefix-density.tsx';
import { reputationByDay } from '#web/evidence/reputation-by-day.tsx';
import { reputationNow } from '#web/evidence/reputation-now.tsx';
import { ReputationTable } from '#web/evidence/reputation-table.tsx';
import { SharedInfrastructure } from '#web/evidence/shared-infrastructure.tsx';
import { isUnobserved, WhyThisScore } from '#web/evidence/why-this-score.tsx';
import type * as addressScans from './address-scans.tsx';
import { useAddressHeader } from './address-header.tsx';

/** An address of either version, in its canonical spelling. */
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

/** A panel of the scan tab, which most views of an address do without. */
function scanPanel(name: keyof typeof addressScans) {
  return lazyPanel<AddressEntity>(async () => (await import('./address-scans.tsx'))[name]);
}

const CertificateScans = scanPanel('CertificateScans');
const JarmScans = scanPanel('JarmScans');
const HeaderScans = scanPanel('HeaderScans');
const OpenDirectoryScans = scanPanel('OpenDirectoryScans');
const ScannedCertificates = scanPanel('ScannedCertificates');
const ScannedHeaders = scanPanel('ScannedHeaders');
const ScannedPages = scanPanel('ScannedPages');
const ScannedFavicons = scanPanel('ScannedFavicons');
const ScannedJarm = scanPanel('ScannedJarm');
const TlsFingerprints = scanPanel('TlsFingerprints');

export const ipv4Page = describeEntity<'enrichIpv4' | 'enrichIpv6', AddressRecord>({
  kind: 'ipv4',
  question: headerQuestion.ipv4,
  recordOf: addressRecord,
  useHeader: useAddressHeader,
  tabs: [
    { id: 'overview', label: 'Overview', panels: overview },
    { id: 'names', label: 'Names', panels: [SeenWithinLine, AddressNames, PtrRecords] },
    {
      id: 'scans',
      label: 'Scan data',
      // the header's answer holds the last three, which the scan operations say less about, and how much room the others take
      panels: ({ header }) =>
        header.status === 'pending'
          ? [[12, CertificateScans]]
          : [
              [12, CertificateScans],
              [12, JarmScans],
              [12, HeaderScans],
              [12, OpenDirectoryScans],
              [12, ScannedFavicons],
              [12, ScannedPages],
              [12, TlsFingerprints],
            ],
    },
    { id: 'shared', label: 'Shared infrastructure', panels: [SharedInfrastructure] },
    { id: 'reputation', label: 'Reputation history', panels: [reputationNow('ipv4'), reputationByDay('ipv4')] },
    { id: 'announcements', label: 'AS and subnet history', panels: [OriginAsHistory, CompareTwoDates] },
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

/** The interface has reputation, its history, assignment history and neighbourhood for IPv4 only. */
export const ipv6Page = describeEntity<'enrichIpv4' | 'enrichIpv6', AddressRecord>({
  kind: 'ipv6',
  question: headerQuestion.ipv6,
  recordOf: addressRecord,
  useHeader: useAddressHeader,
  tabs: [
    { id: 'overview', label: 'Overview', panels: overview },
    { id: 'names', label: 'Names', panels: [SeenWithinLine, AddressNames, PtrRecords] },
    {
      id: 'scans',
      label: 'Scan data',
      // all but the first come with the answer: how much room they take is not known before
      panels: ({ header }) =>
        header.status === 'pending'
          ? [[12, ScannedCertificates]]
          : [
              [12, ScannedCertificates],
              [12, ScannedHeaders],
              [12, ScannedPages],
              [12, ScannedFavicons],
              [12, ScannedJarm],
              [12, TlsFingerprints],
            ],
    },
  ],
});

/** One screen: is it bad and why, since when, what else is connected, and the standing of the network around it. */
function overview({ kind, record }: AddressEntity, asOf: string | null): readonly PanelCell<AddressEntity>[] {
  return [
    // D7: neither the verdict nor its reasons can be computed for another day
    ...(asOf === null ? ([[4, WhyThisScore, CollectUnobserved]] as const) : []),
    [asOf === null ? 8 : 12, Events],
    // one panel says that nothing is known; the others need not repeat it
    ...(record === null
      ? []
      : ([
          [8, Connections],
          [4, NetworkAndCountry],
          ...(kind === 'ipv4' ? ([[8, ReputationTable]] as const) : []),
          [kind === 'ipv4' ? 4 : 12, AddressFlags],
          [12, Listings],
        ] as const)),
  ];
}

function CollectUnobserved({ value, record }: AddressEntity) {
  return <CollectNow key={value} value={value} isAddress isOffered={isUnobserved(record)} />;
}

function Events({ kind, value, header }: AddressEntity) {
  return <AddressEvents ip={value} version={kind === 'ipv4' ? 4 : 6} answer={header} />;
}

/** The period of the passive DNS panels below it. */
function SeenWithinLine() {
  return (
    <div>
      <SeenWithin />
    </div>
  );
}
