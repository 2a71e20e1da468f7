import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { lazy, Suspense } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { parseDomainName, toUnicodeName } from '#model/domain-name.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { arrive } from '#web/api/prefetch.ts';
import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Cell, OverviewGrid, PanelStack } from '#web/kit/panel/PanelGrid.tsx';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { ImpossibleSubject } from '#web/kit/subject/ImpossibleSubject.tsx';
import { domainFlags } from '#web/kit/subject/subject-flags.ts';
import { SubjectHeader } from '#web/kit/subject/SubjectHeader.tsx';
import { SubjectTabs } from '#web/kit/subject/SubjectTabs.tsx';
import { CollectNow } from '#web/evidence/collect-now/CollectNow.tsx';
import { ConnectionsPanel } from '#web/evidence/connections/ConnectionsPanel.tsx';
import { CurrentDns } from '#web/evidence/current-dns/CurrentDns.tsx';
import { IpDiversity } from '#web/evidence/diversity/IpDiversity.tsx';
import { domainKeyFacts, nameFlags } from '#web/evidence/domain-facts/domain-key-facts.tsx';
import { type DomainPanelProps, domainState, partOf } from '#web/evidence/domain-facts/domain-record.ts';
import {
  DomainScores,
  KnownFacts,
  NameServerReputation,
  Registration,
} from '#web/evidence/domain-facts/DomainFacts.tsx';
import { NameFrequency } from '#web/evidence/domain-facts/NameFrequency.tsx';
import { DomainEvents } from '#web/evidence/event-timeline/DomainEvents.tsx';
import { type ListedRecord, ListingsPanel } from '#web/evidence/evidence/ListingsPanel.tsx';
import { NsChangesPanel, NsChangesSummaryPanels } from '#web/evidence/ns-changes/NsChangesPanel.tsx';
import { PadnsRecordsPanel } from '#web/evidence/padns-records/PadnsRecordsPanel.tsx';
import { SeenWithin, useSeenWithin } from '#web/evidence/padns-records/SeenWithin.tsx';
import { useRecordCounts } from '#web/evidence/padns-records/use-record-counts.ts';
import {
  Certificates,
  Favicons,
  HtmlPages,
  HttpHeaders,
  JarmFingerprints,
  TlsFingerprints,
} from '#web/evidence/scan-data/ScanPanels.tsx';
import { UnsanctionedStart } from '#web/tools/unsanctioned-start/UnsanctionedStart.tsx';
import { LiveWhois } from '#web/evidence/whois/LiveWhois.tsx';
import { WhoisHistory, WhoisRecords } from '#web/evidence/whois/WhoisHistory.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { Switch } from '#web/kit/ui/Switch.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: ({ domain = '' }) => toUnicodeName(domain) };

/** A domain or host name, in A-labels. */
export function Component() {
  const { domain: text = '' } = useParams();
  const { search } = useLocation();
  const parsed = parseDomainName(text);
  if (!parsed.ok) return <ImpossibleSubject heading="There is no such domain name" text={text} what="A domain name" />;
  const { ascii } = parsed.name;
  if (ascii !== text) return <Navigate replace to={paths.domain(ascii) + search} />;
  return <DomainView key={ascii} domain={ascii} />;
}

// most views of a domain do without them
const SameMoves = lazy(async () => ({
  default: (await arrive(() => import('#web/evidence/ns-transfers/TransfersPanel.tsx'))).SameMoves,
}));
const UnknownDomain = lazy(async () => ({
  default: (await arrive(() => import('./UnknownDomain.tsx'))).UnknownDomain,
}));
const DomainCertificates = lazy(async () => ({
  default: (await arrive(() => import('#web/evidence/certificates/DomainCertificates.tsx'))).DomainCertificates,
}));
const DomainRelated = lazy(async () => ({
  default: (await arrive(() => import('./DomainRelated.tsx'))).DomainRelated,
}));

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'dns', label: 'DNS' },
  { id: 'diversity', label: 'IP diversity' },
  { id: 'ns', label: 'Name servers' },
  { id: 'whois', label: 'Whois' },
  { id: 'certificates', label: 'Certificates' },
  { id: 'related', label: 'Related' },
  { id: 'scans', label: 'Scan data' },
] as const;

/** Everything about a domain or host name. Header, overview and scan data share one question. */
function DomainView({ domain }: { readonly domain: string }) {
  const answer = useAnswer(headerQuestion.domain(domain), { title: `Facts about ${domain}` });
  const state = answer.response && domainState(answer.response);
  // what could not be read may be what is known
  const isUnknown = state !== undefined && state.is !== 'data' && !answer.problems?.length;
  const record = isUnknown ? null : answer.response;
  const shared = ofHeader(answer);
  const records = useRecordCounts(domain, Boolean(record));
  return (
    <>
      <SubjectHeader
        kind="domain"
        value={domain}
        answer={answer}
        scoreName="Risk score"
        verdict={record === undefined ? undefined : domainVerdict(record ?? undefined)}
        flags={[...nameFlags(domain), ...(record ? domainFlags(record) : [])]}
        {...(record !== null && { facts: domainKeyFacts(record, domain, records) })}
      />
      <CollectNow key={domain} value={domain} isOffered={record === null} className="mb-3" />
      {record === null ? (
        <Suspense fallback={<Skeleton shape="block" heightPx={640} />}>
          <UnknownDomain domain={domain} upstream={answer.upstream} />
        </Suspense>
      ) : (
        <SubjectTabs label={`Evidence about ${domain}`} tabs={tabs}>
          {(tab) => (
            <PanelStack>
              {tab === 'overview' && <DomainOverview domain={domain} answer={shared} />}
              {tab === 'dns' && <DomainDns domain={domain} />}
              {tab === 'diversity' && <IpDiversity host={domain} />}
              {tab === 'ns' && <DomainNameServers domain={domain} answer={shared} />}
              {tab === 'whois' && (
                <>
                  <LiveWhois domain={domain} />
                  <WhoisHistory domain={domain} />
                  <WhoisRecords domain={domain} />
                </>
              )}
              <Suspense fallback={<Skeleton shape="block" heightPx={640} />}>
                {tab === 'certificates' && <DomainCertificates domain={domain} />}
                {tab === 'related' && <DomainRelated domain={domain} />}
              </Suspense>
              {tab === 'scans' && <DomainScans domain={domain} answer={shared} />}
            </PanelStack>
          )}
        </SubjectTabs>
      )}
    </>
  );
}

/** One screen: is it bad and why, since when, what else is connected, and what is on record now. */
function DomainOverview({ domain, ...source }: DomainViewProps) {
  const [asOf] = useAsOf();
  return (
    <OverviewGrid>
      {/* D7: as little as the verdict itself can its reasons be told for another day */}
      {asOf === null && (
        <Cell columns={4}>
          <DomainScores {...source} />
        </Cell>
      )}
      <Cell columns={asOf === null ? 8 : 12}>
        <DomainEvents domain={domain} answer={source.answer} />
      </Cell>
      <Cell columns={8}>
        <ConnectionsPanel kind="domain" subject={domain} />
      </Cell>
      <Cell columns={4}>
        <CurrentDns name={domain} />
      </Cell>
      <Cell columns={12}>
        <ListingsPanel {...source} read={listedRecord} what="domain" subject={domain} />
      </Cell>
      <Cell columns={4}>
        <Registration domain={domain} />
      </Cell>
      <Cell columns={4}>
        <NameServerReputation {...source} />
      </Cell>
      <Cell columns={4}>
        <KnownFacts {...source} domain={domain} />
        <NameFrequency {...source} />
      </Cell>
    </OverviewGrid>
  );
}

/** The domain record has the listings, the answer around it the score. */
function listedRecord(answer: EnrichDomainAnswer): PanelState<ListedRecord> {
  const state = domainState(answer);
  if (state.is !== 'data') return state;
  const { domaininfo, listing_score, listing_score_explain } = state.data;
  return { is: 'data', data: { ...domaininfo, listing_score, listing_score_explain } };
}

/** The name servers of the domain: every change and who moved alike, how often, and those of now. */
function DomainNameServers({ domain, ...source }: DomainViewProps) {
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <PanelStack>
        <NsChangesPanel domain={domain} />
        <Suspense fallback={null}>
          <SameMoves domain={domain} />
        </Suspense>
      </PanelStack>
      <PanelStack>
        <NameServerReputation {...source} />
        <NsChangesSummaryPanels domain={domain} />
      </PanelStack>
    </div>
  );
}

/** What scans saw under the names of the domain, from the question of the header; what it says is foreign text. */
function DomainScans({ domain, ...source }: DomainViewProps) {
  // one question for six panels of unknown heights: one room for all, so that none pushes another
  if (source.answer.status === 'pending') return <Skeleton shape="block" heightPx={640} />;
  const scans = { ...source, read: scanDataOf, subject: domain };
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

/** What every part of the page needs that stands on the enrichment of the domain (G1). */
interface DomainViewProps extends DomainPanelProps {
  readonly domain: string;
}

const recordTypes = ['any', 'a', 'aaaa', 'cname', 'mx', 'ns', 'soa', 'txt'] as const;

const parsers = {
  qtype: parseAsStringLiteral(recordTypes).withDefault('any'),
  subdomains: parseAsBoolean.withDefault(false),
};

/** E1: what stood under the name, of every record type or of one, with the names below it on request. */
function DomainDns({ domain }: { readonly domain: string }) {
  const [{ qtype, subdomains }, choose] = useQueryStates(parsers, { history: 'replace' });
  // E1: only a and aaaa know subdomains; for the other types a pattern says the same
  const hasFlag = qtype === 'a' || qtype === 'aaaa';
  const qname = subdomains && !hasFlag ? `*.${domain}` : domain;
  const seen = useSeenWithin();
  const query = { ...(subdomains && hasFlag && ({ subdomains: 1 } as const)), ...seen };
  const title = titleOf(qtype, domain, subdomains, hasFlag);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          label="Record type"
          value={qtype}
          choices={recordTypes.map((value) => ({ value, label: value === 'any' ? 'Any' : value.toUpperCase() }))}
          onChange={(next) => void choose({ qtype: next })}
        />
        <SeenWithin />
        <Switch isOn={subdomains} onChange={(isOn) => void choose({ subdomains: isOn })}>
          {hasFlag ? 'With subdomains' : 'Subdomains only'}
        </Switch>
        <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">
          <UnsanctionedStart domain={domain} />
          <Link to={paths.padns({ mode: 'forward', qtype, qname })} className={linkClass}>
            Open in advanced search
          </Link>
        </span>
      </div>
      <PadnsRecordsPanel
        key={`${qtype} ${qname} ${subdomains}`}
        title={title}
        question={{ operationId: 'padnsForward', path: { qtype, qname }, query }}
        emptyMessage="No such record was seen. Records that the sensors never saw are not included."
        urlPrefix="r."
      />
    </>
  );
}

function titleOf(qtype: string, domain: string, subdomains: boolean, hasFlag: boolean): string {
  const records = qtype === 'any' ? 'Records' : `${qtype.toUpperCase()} records`;
  if (!subdomains) return `${records} of ${domain}`;
  return hasFlag ? `${records} of ${domain} and below` : `${records} below ${domain}`;
}
