import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { formatIp, parseIp, unmapIpv4 } from '#model/ip-address.ts';
import { headerQuestion } from '#web/api/header-questions.ts';
import { arrive } from '#web/api/prefetch.ts';
import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import { everyDay } from '#web/kit/ask/scan-kind.ts';
import { NotAnswered } from '#web/kit/panel/AnswerFailure.tsx';
import { Cell, OverviewGrid, PanelGrid, PanelStack } from '#web/kit/panel/PanelGrid.tsx';
import { addressState as verdictStateOf } from '#web/kit/score/address-verdict.ts';
import { ImpossibleSubject } from '#web/kit/subject/ImpossibleSubject.tsx';
import { scanMarks, type ScanMarks } from '#web/kit/subject/scan-highlights.tsx';
import { SubjectTabs } from '#web/kit/subject/SubjectTabs.tsx';
import { Connections } from '#web/evidence/connections.tsx';
import { addressState } from '#web/evidence/address-facts/address-record.ts';
import { addressScores, FactPanel, ScoreBreakdown } from '#web/evidence/address-facts/AddressPanels.tsx';
import { AnnouncementPanel } from '#web/evidence/address-facts/AnnouncementPanel.tsx';
import { AddressHistory, CompareDays } from '#web/evidence/address-history/AddressHistory.tsx';
import { CollectNow } from '#web/evidence/CollectNow.tsx';
import { AsnDensity, SubnetDensity } from '#web/evidence/density/ServerDensity.tsx';
import { SubnetAddresses } from '#web/evidence/density/SubnetAddresses.tsx';
import { SubnetPicture } from '#web/evidence/density/SubnetPicture.tsx';
import { AddressEvents } from '#web/evidence/address-events.tsx';
import { ListingsPanel } from '#web/evidence/evidence/ListingsPanel.tsx';
import { AddressNames, PtrRecords } from '#web/evidence/address-names.tsx';
import { SeenWithin } from '#web/evidence/SeenWithin.tsx';
import { ReputationHistoryPanel } from '#web/evidence/reputation/ReputationHistoryPanel.tsx';
import { ReputationPanel } from '#web/evidence/reputation/ReputationPanel.tsx';
import { ReputationTable } from '#web/evidence/reputation/ReputationTable.tsx';
import { WhoElse } from '#web/evidence/scans/WhoElse.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { AddressHeader, type AddressViewProps } from './AddressHeader.tsx';

const AddressScans = lazy(async () => ({
  default: (await arrive(() => import('./AddressScans.tsx'))).AddressScans,
}));

export const handle: RouteHandle = { title: ({ ip = '' }) => ip };

/** An address of either version, in its canonical spelling. */
export function Component() {
  const { ip: text = '' } = useParams();
  const { search } = useLocation();
  const parsed = parseIp(text);
  if (!parsed) return <ImpossibleSubject heading="There is no such IP address" text={text} what="An IP address" />;
  const address = unmapIpv4(parsed);
  const ip = formatIp(address);
  if (ip !== text) return <Navigate replace to={paths.ip(ip) + search} />;
  return address.version === 4 ? <Ipv4View key={ip} ip={ip} /> : <Ipv6View key={ip} ip={ip} />;
}

const ipv4Tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'names', label: 'Names' },
  { id: 'scans', label: 'Scan data' },
  { id: 'shared', label: 'Shared infrastructure' },
  { id: 'reputation', label: 'Reputation history' },
  { id: 'announcements', label: 'AS and subnet history' },
  { id: 'neighbours', label: 'Neighbours' },
] as const;

/** Everything about an IPv4 address. The header and the overview share one question. */
function Ipv4View({ ip }: { readonly ip: string }) {
  const answer = useAnswer(headerQuestion.ipv4(ip), { title: `Facts about ${ip}` });
  const shared = ofHeader(answer);
  return (
    <>
      <AddressHeader ip={ip} version={4} answer={answer} />
      <SubjectTabs label={`Evidence about ${ip}`} tabs={ipv4Tabs}>
        {(tab) => (
          <PanelStack>
            {tab === 'overview' && <AddressOverview ip={ip} version={4} answer={shared} />}
            {tab === 'names' && <NamesTab ip={ip} version={4} />}
            <Suspense fallback={<Skeleton shape="block" heightPx={640} />}>
              {tab === 'scans' && <AddressScans ip={ip} version={4} answer={shared} />}
            </Suspense>
            {tab === 'shared' && <AddressWhoElse ip={ip} version={4} answer={shared} />}
            {tab === 'reputation' && (
              <>
                <ReputationPanel of="ipv4" value={ip} />
                <ReputationHistoryPanel of="ipv4" value={ip} />
              </>
            )}
            {tab === 'announcements' && (
              <>
                <AddressHistory ip={ip} />
                <CompareDays ip={ip} />
              </>
            )}
            {tab === 'neighbours' && <Neighbours ip={ip} />}
          </PanelStack>
        )}
      </SubjectTabs>
    </>
  );
}

// The interface has reputation, its history, assignment history and neighbourhood for IPv4 only.
const ipv6Tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'names', label: 'Names' },
  { id: 'scans', label: 'Scan data' },
] as const;

/** Everything about an IPv6 address. The header and the overview share one question. */
function Ipv6View({ ip }: { readonly ip: string }) {
  const answer = useAnswer(headerQuestion.ipv6(ip), { title: `Facts about ${ip}` });
  const shared = ofHeader(answer);
  return (
    <>
      <AddressHeader ip={ip} version={6} answer={answer} />
      <SubjectTabs label={`Evidence about ${ip}`} tabs={ipv6Tabs}>
        {(tab) => (
          <PanelStack>
            {tab === 'overview' && <AddressOverview ip={ip} version={6} answer={shared} />}
            {tab === 'names' && <NamesTab ip={ip} version={6} />}
            <Suspense fallback={<Skeleton shape="block" heightPx={640} />}>
              {tab === 'scans' && <AddressScans ip={ip} version={6} answer={shared} />}
            </Suspense>
          </PanelStack>
        )}
      </SubjectTabs>
    </>
  );
}

/** One screen: is it bad and why, since when, what else is connected, and the standing of the network around it. */
function AddressOverview({ ip, version, answer }: AddressViewProps) {
  const [asOf] = useAsOf();
  const { subnet, asn } = answer.response?.ip2asn?.[0] ?? {};
  // one panel says that nothing is known; three more need not repeat it
  const isUnknown = answer.response !== undefined && addressState(answer.response).is === 'unknown';
  return (
    <OverviewGrid>
      {/* D7: as little as the verdict itself can its reasons be told for another day */}
      {asOf === null && (
        <Cell columns={4}>
          <WhyThisScore ip={ip} answer={answer} />
        </Cell>
      )}
      <Cell columns={asOf === null ? 8 : 12}>
        <AddressEvents ip={ip} version={version} answer={answer} />
      </Cell>
      {!isUnknown && (
        <>
          <Cell columns={8}>
            <Connections kind={version === 4 ? 'ipv4' : 'ipv6'} value={ip} />
          </Cell>
          <Cell columns={4}>
            <AnnouncementPanel answer={answer} />
          </Cell>
          {version === 4 && (
            <Cell columns={8}>
              <ReputationTable ip={ip} subnet={subnet} asn={asn} />
            </Cell>
          )}
          <Cell columns={version === 4 ? 4 : 12}>
            <FactPanel answer={answer} ip={ip} />
          </Cell>
          <Cell columns={12}>
            <ListingsPanel answer={answer} read={addressState} what="address" subject={ip} />
          </Cell>
        </>
      )}
    </OverviewGrid>
  );
}

/**
 * The factors of the score. In their place, where nothing moves for it, stands "Collect now" while the address itself was never
 * observed and never listed, whatever is known of its network.
 */
function WhyThisScore({ ip, answer }: Pick<AddressViewProps, 'ip' | 'answer'>) {
  const state = answer.response && addressState(answer.response);
  const isUnknown = state && (state.is === 'data' ? verdictStateOf(state.data) === 'unknown' : true);
  const isScored = state?.is === 'data' && addressScores(state.data).some(({ score }) => score > 0);
  return (
    <>
      {(!isUnknown || isScored) && <ScoreBreakdown answer={answer} />}
      <CollectNow key={ip} value={ip} isAddress isOffered={isUnknown ?? false} />
    </>
  );
}

/** Passive DNS about the address: the names that pointed to it (E2), and what its PTR record said (E1). */
function NamesTab({ ip, version }: Pick<AddressViewProps, 'ip' | 'version'>) {
  const address = { kind: version === 4 ? 'ipv4' : 'ipv6', value: ip } as const;
  return (
    <>
      <div>
        <SeenWithin />
      </div>
      <AddressNames {...address} />
      <PtrRecords {...address} />
    </>
  );
}

/** The announced prefix and the AS around the address: how densely they are used, and by which addresses. */
function Neighbours({ ip }: { readonly ip: string }) {
  return (
    <>
      <PanelGrid>
        <SubnetDensity ip={ip} />
        <AsnDensity qtype="ipv4" query={ip} />
      </PanelGrid>
      <SubnetPicture ip={ip} />
      <SubnetAddresses ip={ip} />
    </>
  );
}

/** Other addresses with the certificate, the JARM or the icon that the latest scans saw here: one operator runs them all. */
function AddressWhoElse({ ip, answer }: AddressViewProps) {
  // its failure stands in the header
  if (answer.status === 'failed') return <NotAnswered />;
  const state = answer.response && addressState(answer.response);
  if (!state) return <Skeleton shape="block" heightPx={240} />;
  const marks = state.is === 'data' ? scanMarks(state.data.scan_data ?? {}) : {};
  if (Object.keys(marks).length === 0)
    return (
      <EmptyState kind="empty" word="Nothing to compare">
        No scan took a certificate, a JARM fingerprint or an icon of this address.
      </EmptyState>
    );
  return (
    <>
      <PanelGrid>
        <Panels ip={ip} marks={marks} />
      </PanelGrid>
    </>
  );
}

function Panels({ ip, marks: { certificate, jarm, favicon } }: { readonly ip: string; readonly marks: ScanMarks }) {
  return (
    <>
      {certificate && (
        <WhoElse
          ip={ip}
          title="Same certificate"
          mark={certificate.display ?? certificate.value}
          search={{ operationId: 'scanCertificates', query: { fingerprint_sha1: certificate.value, window: everyDay } }}
          href={subjectPath(certificate.kind, certificate.value)}
        />
      )}
      {jarm && (
        <WhoElse
          ip={ip}
          title="Same JARM"
          mark={jarm.value}
          search={{ operationId: 'scanJarm', query: { jarm_hash: jarm.value, window: everyDay } }}
          href={subjectPath('jarm', jarm.value)}
        />
      )}
      {favicon && (
        <WhoElse
          ip={ip}
          title="Same favicon"
          mark={favicon.value}
          search={{ operationId: 'scanFavicon', query: { mmh3: Number(favicon.value) } }}
          href={subjectPath('favicon-mmh3', favicon.value)}
        />
      )}
    </>
  );
}
