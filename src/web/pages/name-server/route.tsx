import type { NsReputationAnswer, NsServerReputation } from '#contract/generated/types.gen.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { headerQuestion, onlyRecord } from '#web/api/header-questions.ts';
import { CollectNow } from '#web/evidence/CollectNow.tsx';
import { Connections } from '#web/evidence/connections.tsx';
import { CurrentDns } from '#web/evidence/current-dns.tsx';
import { FindingsOf } from '#web/evidence/FindingsOf.tsx';
import { HostedDomains } from '#web/evidence/hosted-domains.tsx';
import { HostedServerSets } from '#web/evidence/hosted-server-sets.tsx';
import { Listings, listingsWidth } from '#web/evidence/listings.tsx';
import { MovedIn, MovedOut } from '#web/evidence/moved-domains.tsx';
import { NameServerDensity } from '#web/evidence/name-server-density.tsx';
import { reputationByDay } from '#web/evidence/reputation-by-day.tsx';
import { reputationNow } from '#web/evidence/reputation-now.tsx';
import { ReputationTrend } from '#web/evidence/reputation-trend.tsx';
import { ServerIpv4, ServerIpv6 } from '#web/evidence/server-addresses.tsx';
import { SourceFacts } from '#web/evidence/source-facts.tsx';
import { WeeklyMoves } from '#web/evidence/weekly-moves.tsx';
import { WorstDomains } from '#web/evidence/worst-domains.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { nameServerVerdict } from '#web/kit/score/reputation-verdict.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { describeEntity, entityRoute } from '#web/kit/subject/EntityPage.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';

type NameServer = Entity<NsReputationAnswer, NsServerReputation>;

const ReputationNow = reputationNow('nameServer');
const ReputationByDay = reputationByDay('nameServer');
const CollectUnknown = ({ value, record }: NameServer) => (
  <CollectNow key={value} value={value} isOffered={record === null} />
);

/** Every panel about a name server, tab by tab. */
export const page = describeEntity<'nsReputation', NsServerReputation>({
  kind: 'name-server',
  question: headerQuestion.nameServer,
  recordOf: ({ ns_server_reputation }) => onlyRecord(ns_server_reputation) ?? null,
  useHeader: ({ value, record }) => ({
    scoreName: 'Reputation',
    verdict: record === undefined ? undefined : nameServerVerdict(record ?? undefined),
    trend: <ReputationTrend of="nameServer" value={value} />,
    facts: keyFacts(value, record),
  }),
  tabs: [
    {
      id: 'overview',
      label: 'Overview',
      panels: ({ record }, asOf) => [
        [8, WorstDomains, Connections],
        [4, CollectUnknown, CurrentDns, WeeklyMoves, SourceFacts],
        [listingsWidth(record), Listings],
        [12, asOf === null && FindingsOf],
      ],
    },
    {
      id: 'history',
      label: 'Reputation history',
      panels: ({ record }) => [
        [8, ReputationByDay],
        [4, record !== null && ReputationNow],
      ],
    },
    {
      id: 'domains',
      label: 'Hosted domains',
      panels: () => [
        [12, HostedDomains],
        [6, HostedServerSets],
        [6, NameServerDensity],
      ],
    },
    { id: 'transfers', label: 'Transfers', panels: [MovedIn, MovedOut] },
    { id: 'records', label: 'Host records', panels: [ServerIpv4, ServerIpv6] },
  ],
});

/** The page of a name server, by its canonical name. */
export const { Component, handle } = entityRoute({
  title: ({ nameserver = '' }) => nameserver,
  textOf: ({ nameserver = '' }) => nameserver,
  canonical: (text) => {
    const server = canonicalDomain(text);
    return server?.includes('.') ? server : null;
  },
  impossible: { heading: 'There is no such name server', what: 'The name of a server' },
  pageOf: () => page,
});

function keyFacts(server: string, record: NsServerReputation | null | undefined): readonly KeyFact[] {
  return [
    { label: 'As a host name', value: <IndicatorLink kind="domain" value={server} /> },
    { label: 'As of', value: record && <TimeText value={record.date} /> },
  ];
}
