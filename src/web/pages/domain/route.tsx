import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { parseDomainName, toUnicodeName } from '#model/domain-name.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { CollectNow } from '#web/evidence/CollectNow.tsx';
import { ChangeFrequency } from '#web/evidence/change-frequency.tsx';
import { Connections } from '#web/evidence/connections.tsx';
import { Cousins } from '#web/evidence/cousins.tsx';
import { CurrentDns } from '#web/evidence/current-dns.tsx';
import { CurrentNameServers } from '#web/evidence/current-name-servers.tsx';
import { IpDiversity } from '#web/evidence/diversity/IpDiversity.tsx';
import { DomainEvents } from '#web/evidence/domain-events.tsx';
import { DomainFlags } from '#web/evidence/domain-flags.tsx';
import { type Domain, domainState, partOf } from '#web/evidence/domain-record.ts';
import { DomainScore } from '#web/evidence/domain-score.tsx';
import { type ListedRecord, ListingsPanel } from '#web/evidence/evidence/ListingsPanel.tsx';
import { KindsOfChanges } from '#web/evidence/kinds-of-changes.tsx';
import { NameAnalysis } from '#web/evidence/name-analysis.tsx';
import { NameServerChanges } from '#web/evidence/name-server-changes.tsx';
import { Registration } from '#web/evidence/registration.tsx';
import {
  Certificates,
  Favicons,
  HtmlPages,
  HttpHeaders,
  JarmFingerprints,
  TlsFingerprints,
} from '#web/evidence/scan-data/ScanPanels.tsx';
import { Siblings } from '#web/evidence/siblings.tsx';
import { SoaHistory } from '#web/evidence/soa-history.tsx';
import { WhoisHistory } from '#web/evidence/whois-history.tsx';
import { WhoisNow } from '#web/evidence/whois-now.tsx';
import { WhoisRecords } from '#web/evidence/whois-records.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { describeEntity, entityRoute } from '#web/kit/subject/EntityPage.tsx';
import { lazyPanel, lazyPanelBelow } from '#web/kit/subject/lazy-panel.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { useDomainHeader } from './domain-key-facts.tsx';
import { DnsTab } from './DnsTab.tsx';

// most views of a domain do without them
const SameMoves = lazyPanelBelow(async () => (await import('#web/evidence/same-moves.tsx')).SameMoves);
const UnknownDomain = lazyPanel(async () => (await import('./UnknownDomain.tsx')).UnknownDomain);
const DomainCertificates = lazyPanel(
  async () => (await import('#web/evidence/domain-certificates.tsx')).DomainCertificates,
);
const InfrastructureTag = lazyPanel(
  async () => (await import('#web/evidence/infrastructure-tag.tsx')).InfrastructureTag,
);
const InfrastructureTagNow = lazyPanel(
  async () => (await import('#web/evidence/infrastructure-tag-now.tsx')).InfrastructureTagNow,
);
const InfrastructureClusters = lazyPanel(
  async () => (await import('#web/evidence/infrastructure-clusters.tsx')).InfrastructureClusters,
);

const Listings = ({ value, header }: Domain) => (
  <ListingsPanel answer={header} read={listedRecord} what="domain" subject={value} />
);
const Diversity = ({ value }: Domain) => <IpDiversity host={value} />;
const CollectUnknown = ({ value, record }: Domain) => (
  <CollectNow key={value} value={value} isOffered={record === null} className="mb-3" />
);

/** Every panel about a domain, tab by tab. */
export const page = describeEntity<'enrichDomain', EnrichDomainAnswer>({
  kind: 'domain',
  question: headerQuestion.domain,
  recordOf: (answer, hasUnreadFields) => (hasUnreadFields || domainState(answer).is === 'data' ? answer : null),
  useHeader: useDomainHeader,
  Above: CollectUnknown,
  Unknown: UnknownDomain,
  tabs: [
    {
      id: 'overview',
      label: 'Overview',
      panels: (_domain, asOf) => [
        // D7: like the verdict itself, its reasons cannot be computed for another day
        ...(asOf === null ? ([[4, DomainScore]] as const) : []),
        [asOf === null ? 8 : 12, DomainEvents],
        [8, Connections],
        [4, CurrentDns],
        [12, Listings],
        [4, Registration],
        [4, CurrentNameServers],
        [4, DomainFlags, NameAnalysis],
      ],
    },
    { id: 'dns', label: 'DNS', panels: [DnsTab] },
    { id: 'diversity', label: 'IP diversity', panels: [Diversity] },
    {
      id: 'ns',
      label: 'Name servers',
      panels: () => [
        [8, NameServerChanges, SameMoves, SoaHistory],
        [4, CurrentNameServers, ChangeFrequency, KindsOfChanges],
      ],
    },
    { id: 'whois', label: 'Whois', panels: [WhoisNow, WhoisHistory, WhoisRecords] },
    { id: 'certificates', label: 'Certificates', panels: [DomainCertificates] },
    {
      id: 'related',
      label: 'Related',
      panels: () => [
        [6, InfrastructureTag],
        [6, InfrastructureTagNow],
        [12, Cousins],
        [12, Siblings],
        [12, InfrastructureClusters],
      ],
    },
    { id: 'scans', label: 'Scan data', panels: [DomainScans] },
  ],
});

/** A domain or host name, in A-labels. */
export const { Component, handle } = entityRoute({
  title: ({ domain = '' }) => toUnicodeName(domain),
  textOf: ({ domain = '' }) => domain,
  canonical: (text) => {
    const parsed = parseDomainName(text);
    return parsed.ok ? parsed.name.ascii : null;
  },
  impossible: { heading: 'There is no such domain name', what: 'A domain name' },
  pageOf: () => page,
});

/** The domain record has the listings, the answer around it the score. */
function listedRecord(answer: EnrichDomainAnswer): PanelState<ListedRecord> {
  const state = domainState(answer);
  if (state.is !== 'data') return state;
  const { domaininfo, listing_score, listing_score_explain } = state.data;
  return { is: 'data', data: { ...domaininfo, listing_score, listing_score_explain } };
}

/** What scans saw under the names of the domain, from the question of the header; what it says is foreign text. */
function DomainScans({ value, header }: Domain) {
  // one question for six panels of unknown heights: one room for all, so that none pushes another
  if (header.status === 'pending') return <Skeleton shape="block" heightPx={640} />;
  const scans = { answer: header, read: scanDataOf, subject: value };
  return (
    <>
      <Certificates source={scans} />
      <HttpHeaders source={scans} />
      <HtmlPages source={scans} />
      <Favicons source={scans} />
      <JarmFingerprints source={scans} />
      <TlsFingerprints source={scans} />
    </>
  );
}

function scanDataOf(response: EnrichDomainAnswer) {
  return partOf(response, ({ scan_data }) => ({ is: 'data', data: scan_data }));
}
