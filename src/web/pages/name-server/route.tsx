import { Navigate, useLocation, useParams } from 'react-router';
import type { NsServerReputation } from '#contract/generated/types.gen.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { formatNumber } from '#model/format.ts';
import { headerQuestion, onlyRecord } from '#web/api/header-questions.ts';
import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import { Cell, OverviewGrid, PanelStack } from '#web/kit/panel/PanelGrid.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { nameServerVerdict } from '#web/kit/score/reputation-verdict.ts';
import { ImpossibleSubject } from '#web/kit/subject/ImpossibleSubject.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { SubjectHeader } from '#web/kit/subject/SubjectHeader.tsx';
import { SubjectTabs } from '#web/kit/subject/SubjectTabs.tsx';
import { ConnectionsPanel } from '#web/evidence/connections/ConnectionsPanel.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { CollectNow } from '#web/evidence/collect-now/CollectNow.tsx';
import { CurrentDns } from '#web/evidence/current-dns/CurrentDns.tsx';
import { ServerDensity } from '#web/evidence/density/ServerDensity.tsx';
import { SubjectFacts, SubjectListings } from '#web/evidence/evidence/SubjectEvidence.tsx';
import { NsDomains } from '#web/evidence/ns-domains/NsDomains.tsx';
import { WorstDomains } from '#web/evidence/ns-domains/WorstDomains.tsx';
import { WeeklyMoves } from '#web/evidence/ns-transfers/WeeklyMoves.tsx';
import { ServerTransfers } from '#web/evidence/ns-transfers/TransfersPanel.tsx';
import { PadnsRecordsPanel } from '#web/evidence/padns-records/PadnsRecordsPanel.tsx';
import { ReputationHistoryPanel } from '#web/evidence/reputation/ReputationHistoryPanel.tsx';
import { ReputationPanel } from '#web/evidence/reputation/ReputationPanel.tsx';
import { ReputationTrend } from '#web/evidence/reputation/ReputationTrend.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: ({ nameserver = '' }) => nameserver };

/** A name server by its canonical name. */
export function Component() {
  const { nameserver: text = '' } = useParams();
  const { search } = useLocation();
  const server = canonicalDomain(text);
  if (!server?.includes('.'))
    return <ImpossibleSubject heading="There is no such name server" text={text} what="The name of a server" />;
  if (server !== text) return <Navigate replace to={paths.nameServer(server) + search} />;
  return <NameServerView key={server} server={server} />;
}

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'history', label: 'Reputation history' },
  { id: 'domains', label: 'Hosted domains' },
  { id: 'transfers', label: 'Transfers' },
  { id: 'records', label: 'Host records' },
] as const;

/** Everything about a name server. The header and the first panel share one question. */
function NameServerView({ server }: { readonly server: string }) {
  const answer = useAnswer(headerQuestion.nameServer(server), { title: `Reputation of ${server}` });
  const record = answer.response && (onlyRecord(answer.response.ns_server_reputation) ?? null);
  const shared = ofHeader(answer);
  return (
    <>
      <SubjectHeader
        kind="name-server"
        value={server}
        answer={answer}
        scoreName="Reputation"
        verdict={record === undefined ? undefined : nameServerVerdict(record ?? undefined)}
        trend={<ReputationTrend of="nameServer" value={server} />}
        facts={keyFacts(server, record)}
      />
      <SubjectTabs label={`Evidence about ${server}`} tabs={tabs}>
        {(tab) => (
          <PanelStack>
            {tab === 'overview' && (
              <OverviewGrid>
                <Cell columns={8}>
                  <ReputationHistoryPanel of="nameServer" value={server} />
                </Cell>
                <Cell columns={4}>
                  {record !== null && <ReputationPanel of="nameServer" value={server} />}
                  <CollectNow key={server} value={server} isOffered={record === null} />
                  <CurrentDns name={server} title="Its addresses" isAddressesOnly />
                </Cell>
                <Cell columns={8}>
                  <WorstDomains server={server} />
                </Cell>
                <Cell columns={4}>
                  <WeeklyMoves server={server} />
                  <ServerDensity server={server} />
                </Cell>
                <Cell columns={8}>
                  <ConnectionsPanel kind="nameserver" subject={server} />
                </Cell>
                <Cell columns={4}>
                  <SubjectFacts answer={shared} record={record} type="name_server" subject={server} />
                </Cell>
                <Cell columns={12}>
                  <SubjectListings answer={shared} record={record} what="name server" subject={server} />
                </Cell>
              </OverviewGrid>
            )}
            {tab === 'history' && <ReputationHistoryPanel of="nameServer" value={server} />}
            {tab === 'domains' && <NsDomains server={server} />}
            {tab === 'transfers' && <ServerTransfers server={server} />}
            {tab === 'records' && <OwnRecords server={server} />}
          </PanelStack>
        )}
      </SubjectTabs>
    </>
  );
}

/** E1: where the server itself is. */
function OwnRecords({ server }: { server: string }) {
  return (
    <>
      <PadnsRecordsPanel
        title="IPv4 addresses of the server"
        expectedRows={4}
        question={{ operationId: 'padnsForward', path: { qtype: 'a', qname: server } }}
        emptyMessage="No A record of this name was seen."
        urlPrefix="a."
      />
      <PadnsRecordsPanel
        title="IPv6 addresses of the server"
        expectedRows={4}
        question={{ operationId: 'padnsForward', path: { qtype: 'aaaa', qname: server } }}
        emptyMessage="No AAAA record of this name was seen."
        urlPrefix="b."
      />
    </>
  );
}

function keyFacts(server: string, record: NsServerReputation | null | undefined): readonly KeyFact[] {
  const explain = record && (record.ns_server_reputation_explain ?? {});
  const count = (value: number | undefined) => formatNumber(value) ?? null;
  return [
    { label: 'As a host name', value: <IndicatorLink kind="domain" value={server} /> },
    { label: 'Domains, last 30 days', value: explain && count(explain.ns_server_domain_density) },
    { label: 'Listed among them', value: explain && count(explain.ns_server_domains_listed) },
    { label: 'Scored on', value: record && <TimeText value={record.date} /> },
  ];
}
