import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { Link } from 'react-router';
import { parseDomainName } from '#model/domain-name.ts';
import { formatNumber } from '#model/format.ts';
import { daysAgo } from '#model/shown-time.ts';
import { countOf } from '#model/subject-knowledge.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { CollectNow } from '#web/evidence/CollectNow.tsx';
import { ChangeFrequency } from '#web/evidence/change-frequency.tsx';
import { Connections } from '#web/evidence/connections.tsx';
import { CurrentDns } from '#web/evidence/current-dns.tsx';
import { CurrentNameServers } from '#web/evidence/current-name-servers.tsx';
import { DomainEvents } from '#web/evidence/domain-events.tsx';
import { DomainFlags } from '#web/evidence/domain-flags.tsx';
import { type Domain, domainState } from '#web/evidence/domain-record.ts';
import { DomainScore } from '#web/evidence/domain-score.tsx';
import { hasServers } from '#web/evidence/domain-scores.ts';
import { FindingsOf } from '#web/evidence/FindingsOf.tsx';
import { KindsOfChanges } from '#web/evidence/kinds-of-changes.tsx';
import { Listings, listingsWidth } from '#web/evidence/listings.tsx';
import { NameAnalysis } from '#web/evidence/name-analysis.tsx';
import { NameServerChanges } from '#web/evidence/name-server-changes.tsx';
import { Registration } from '#web/evidence/registration.tsx';
import { RetroHuntOf } from '#web/evidence/RetroHuntOf.tsx';
import { SoaHistory } from '#web/evidence/soa-history.tsx';
import { useRecordCounts } from '#web/evidence/use-record-counts.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { ageWords, domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { describeEntity, entityRoute } from '#web/kit/subject/EntityPage.tsx';
import { factOnTab } from '#web/kit/subject/TabLink.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { lazyPanels } from '#web/kit/subject/lazy-panel.tsx';
import { scanHighlights } from '#web/kit/subject/scan-highlights.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import { DnsTab } from './DnsTab.tsx';

const later = lazyPanels(() => import('./tab-panels.tsx'));
// the first of each list reserves the room of its tab
const [Diversity] = later(['Diversity']);
const [UnknownDomain] = later(['UnknownDomain']);
const [DomainCertificates, SameMoves] = later(['DomainCertificates', 'SameMoves']);
const [InfrastructureTag, InfrastructureTagNow, InfrastructureClusters, Cousins, SimilarPages, Siblings] = later([
  'InfrastructureTag',
  'InfrastructureTagNow',
  'InfrastructureClusters',
  'Cousins',
  'SimilarPages',
  'Siblings',
]);
const [WhoisNow, WhoisHistory, WhoisRecords] = later(['WhoisNow', 'WhoisHistory', 'WhoisRecords']);
const [ScannedCertificates, ScannedHeaders, ScannedPages, ScannedFavicons, ScannedJarm, TlsFingerprints] = later([
  'ScannedCertificates',
  'ScannedHeaders',
  'ScannedPages',
  'ScannedFavicons',
  'ScannedJarm',
  'TlsFingerprints',
]);

/** The listings are in the domain record, the score is in the answer around it. */
const DomainListings = (domain: Domain) => (
  <Listings {...domain} record={domain.record && listedRecord(domain.record)} />
);
const CollectUnknown = ({ value, record }: Domain) => (
  <CollectNow key={value} value={value} isOffered={record === null} className="mb-3" />
);

const ScansRoom = () => <Skeleton shape="block" heightPx={640} />;

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
      panels: ({ record }, asOf) => [
        // D7: like the verdict, its reasons cannot be computed for another day
        // those that the header's answer fills come first: what follows a loading panel waits for it
        [4, asOf === null && DomainScore, CurrentNameServers, CurrentDns, Registration],
        [8, DomainEvents, Connections],
        [4, DomainFlags],
        [listingsWidth(record?.domaininfo), DomainListings],
        [4, NameAnalysis],
        [12, asOf === null && FindingsOf, asOf === null && RetroHuntOf],
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
        [6, InfrastructureTagNow, InfrastructureClusters],
        [12, Cousins],
        [12, SimilarPages],
        [12, Siblings],
      ],
    },
    {
      id: 'scans',
      label: 'Scan data',
      // one request feeds six panels of unknown heights: they reserve their room together, so that none pushes another
      panels: ({ header }) =>
        header.status === 'pending'
          ? [[12, ScansRoom]]
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

/** The page of a domain or host name, in A-labels. */
export const { Component, handle } = entityRoute({
  // the A-label: in Unicode, the title of a look-alike would be the name that it imitates
  title: ({ domain = '' }) => domain,
  textOf: ({ domain = '' }) => domain,
  canonical: (text) => {
    const parsed = parseDomainName(text);
    return parsed.ok ? parsed.name.ascii : null;
  },
  impossible: { heading: 'There is no such domain name', what: 'A domain name' },
  pageOf: () => page,
});

function listedRecord(answer: EnrichDomainAnswer) {
  if (domainState(answer).is !== 'data') return {};
  const { domaininfo, listing_score, listing_score_explain, checked } = answer;
  return { ...domaininfo, listing_score, listing_score_explain, checked };
}

/** The verdict and key facts above the tabs. */
function useDomainHeader({ value, record }: Domain) {
  const records = useRecordCounts(value, Boolean(record));
  return {
    scoreName: 'Risk score',
    verdict:
      record === undefined ? undefined : domainVerdict(record ?? { ...unknownRecord, domaininfo: { query: value } }),
    ...(record !== null && { facts: domainKeyFacts(record, value, records) }),
  };
}

const unknownRecord = { error: 'Not found' };

/**
 * @param record undefined while loading
 * @param records how many of each type, from a separate request
 */
function domainKeyFacts(
  record: EnrichDomainAnswer | undefined,
  name: string,
  records: KeyFact['value'],
): readonly KeyFact[] {
  const value = (read: (record: EnrichDomainAnswer) => KeyFact['value']) => record && (read(record) ?? null);
  const mayBeHost = name.split('.').length > 2;
  return [
    // the verdict is about the registered domain: the page of a host name links to it
    ...(mayBeHost
      ? [{ label: 'Registered domain', share: 1.4, value: value((each) => registeredOf(each, name)) }]
      : []),
    { label: 'Age', share: 0.65, value: value((each) => factOnTab('whois', ageOf(each))) },
    { label: 'Registrar', share: 1.1, value: value(({ domaininfo }) => registrarOf(domaininfo?.registrar)) },
    { label: 'NS changes, all time', value: value((each) => factOnTab('ns', changesOf(each))) },
    { label: 'IPv4, 30 days', value: value((each) => factOnTab('diversity', addressesOf(each))) },
    {
      label: 'IPv4 ASNs, 30 days',
      value: value(({ ip_diversity }) => factOnTab('diversity', noneOr(countText(ip_diversity?.asn_diversity)))),
    },
    {
      label: 'Records seen',
      share: 1.7,
      value: typeof records === 'string' ? factOnTab('dns', <span title={records}>{records}</span>) : records,
    },
    ...scanHighlights(record && (record.scan_data ?? null), name),
  ];
}

function registeredOf({ domaininfo }: EnrichDomainAnswer, name: string): KeyFact['value'] {
  const { domain } = domaininfo ?? {};
  return domain && (domain === name ? 'this name' : <IndicatorLink kind="domain" value={domain} />);
}

/** Leads to the names with the same registrar. */
function registrarOf(registrar: string | undefined): KeyFact['value'] {
  if (!registrar) return null;
  return (
    <Link to={paths.connections([{ attribute: 'registrar', value: registrar }])} className={linkClass}>
      <VisibleText text={registrar} />
    </Link>
  );
}

function ageOf({ domaininfo }: EnrichDomainAnswer): KeyFact['value'] {
  const { age, whois_age: whoisAge, info } = domaininfo ?? {};
  const days = age ?? whoisAge;
  if (typeof days === 'number') return ageWords(domaininfo, days);
  return info && <VisibleText text={info} />;
}

function changesOf({ nschanges, ns_reputation }: EnrichDomainAnswer): KeyFact['value'] {
  const { num_changes_all: all, last_change_days_ago: ago } = nschanges?.results_summary ?? {};
  if (all === undefined) return null;
  if (all === 0) return hasServers(ns_reputation) ? 'none' : 'no servers seen';
  return typeof ago === 'number' ? `${all}, last ${daysAgo(ago)}` : String(all);
}

function addressesOf({ ip_diversity }: EnrichDomainAnswer): KeyFact['value'] {
  const all = countText(ip_diversity?.ip_diversity_all);
  const groups = countText(ip_diversity?.ip_diversity_groups);
  if (all === null || groups === null || all === '0') return noneOr(all);
  return `${all} in ${groups} ${groups === '1' ? 'network' : 'networks'}`;
}

function noneOr(count: string | null): string | null {
  return count === '0' ? 'none seen' : count;
}

function countText(count: string | number | undefined): string | null {
  const number = countOf(count);
  return number === undefined ? null : formatNumber(number);
}
