import type { AsnReputation, AsnReputationAnswer, AsnTakedownReputation } from '#contract/generated/types.gen.ts';
import { formatAsn, parseAsn } from '#model/asn.ts';
import { formatNumber } from '#model/format.ts';
import { headerQuestion, onlyRecord } from '#web/api/header-questions.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { asnVerdict } from '#web/kit/score/reputation-verdict.ts';
import { takedownWords } from '#web/kit/score/score-words.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { describeEntity, entityRoute } from '#web/kit/subject/EntityPage.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { AnnouncedPrefixes } from '#web/evidence/asn-subnets/AnnouncedPrefixes.tsx';
import { PrefixStandings } from '#web/evidence/asn-subnets/PrefixStandings.tsx';
import { AsnDensity, AsnSubnets } from '#web/evidence/density/ServerDensity.tsx';
import { SubjectFacts, SubjectListings } from '#web/evidence/evidence/SubjectEvidence.tsx';
import { AsnHistory } from '#web/evidence/reputation/AsnHistory.tsx';
import { ReputationHistoryPanel } from '#web/evidence/reputation/ReputationHistoryPanel.tsx';
import { ReputationPanel } from '#web/evidence/reputation/ReputationPanel.tsx';
import { ReputationTrend } from '#web/evidence/reputation/ReputationTrend.tsx';
import { WorstAddresses } from '#web/evidence/worst-addresses.tsx';
import { WorstNames } from '#web/evidence/worst-names.tsx';
import { SimilarAsns } from '#web/evidence/similar-asns/SimilarAsns.tsx';

type Asn = Entity<AsnReputationAnswer, AsnReputation>;

const ReputationNow = ({ value }: Asn) => <ReputationPanel of="asn" value={value} />;
const TakedownNow = ({ value }: Asn) => <ReputationPanel of="takedown" value={value} />;
const ReputationByDay = ({ value }: Asn) => <ReputationHistoryPanel of="asn" value={value} />;
const TakedownByDay = ({ value }: Asn) => <ReputationHistoryPanel of="takedown" value={value} />;
const BothByDay = ({ value }: Asn) => <AsnHistory asn={Number(value)} />;
const Standings = ({ value }: Asn) => <PrefixStandings asn={Number(value)} />;
const Density = ({ value }: Asn) => <AsnDensity qtype="asn" query={value} />;
const Prefixes = ({ value }: Asn) => <AnnouncedPrefixes asn={Number(value)} />;
const Subnets = ({ value }: Asn) => <AsnSubnets asn={Number(value)} />;
const Related = ({ value }: Asn) => <SimilarAsns asn={Number(value)} />;
const Flags = ({ header, record, text }: Asn) => (
  <SubjectFacts answer={header} record={record} type="asn" subject={text} />
);
const Listings = ({ header, record, text }: Asn) => (
  <SubjectListings answer={header} record={record} what="AS" subject={text} />
);

/** An autonomous system by its plain number; AS64500 and asdot lead to it. */
export const { Component, handle } = entityRoute({
  title: ({ asn = '' }) => {
    const number = parseAsn(asn);
    return number === null ? asn : formatAsn(number);
  },
  textOf: ({ asn = '' }) => asn,
  canonical: (text) => parseAsn(text)?.toString() ?? null,
  impossible: { heading: 'There is no such AS number', what: 'An AS number' },
  pageOf: () => asnPage,
});

const asnPage = describeEntity<'asnReputation', AsnReputation>({
  kind: 'asn',
  textOf: (value) => formatAsn(Number(value)),
  question: (value) => headerQuestion.asn(Number(value)),
  recordOf: ({ asn_reputation }) => onlyRecord(asn_reputation) ?? null,
  useHeader: useAsnHeader,
  tabs: [
    {
      id: 'overview',
      label: 'Overview',
      panels: () => [
        [8, BothByDay],
        [4, ReputationNow, TakedownNow],
        [8, Standings],
        [4, Density, Flags],
        [12, WorstAddresses],
        [12, WorstNames],
        [12, Listings],
      ],
    },
    { id: 'history', label: 'Reputation history', panels: [ReputationByDay, TakedownByDay] },
    { id: 'subnets', label: 'Subnets', panels: [Prefixes, Subnets] },
    { id: 'names', label: 'Related ASNs', panels: [Related] },
  ],
});

function useAsnHeader({ value, text, record }: Asn) {
  const asn = Number(value);
  const takedown = useAnswer(
    { operationId: 'takedownReputation', path: { asn }, query: { explain: 1 } },
    { title: `Abuse response of ${text}` },
  );
  // D9 leaves out an AS without a score; its name is known all the same
  const named = useAnswer({ operationId: 'asnLookup', query: { asnum: asn } }, { title: `Name of ${text}` });
  return {
    name: record?.asname ?? named.response?.records?.[0]?.asname,
    scoreName: 'Reputation',
    verdict: record === undefined ? undefined : asnVerdict(record ?? undefined),
    trend: <ReputationTrend of="asn" value={value} />,
    facts: asnKeyFacts(record, takedown.response && (takedown.response.takedown_reputation ?? null)),
  };
}

/** What stands above the tabs, from D9 and D2: undefined while it is asked for, null when nothing is known. */
function asnKeyFacts(
  record: AsnReputation | null | undefined,
  takedown: AsnTakedownReputation | null | undefined,
): readonly KeyFact[] {
  const explain = record && (record.asn_reputation_explain ?? {});
  const count = (value: number | undefined) => formatNumber(value) ?? null;
  return [
    { label: 'Addresses announced', value: explain && count(explain.ips_in_asn) },
    { label: 'Active, last 30 days', value: explain && count(explain.ips_num_active) },
    { label: 'Listed, last 30 days', value: explain && count(explain.ips_num_listed) },
    {
      label: 'Abuse response',
      value: takedown && <span title={takedownText(takedown) ?? undefined}>{shortTakedownText(takedown)}</span>,
    },
    { label: 'Allocated', value: takedown && <TimeText value={takedown.asn_allocation_date} /> },
    { label: 'Scored on', value: record && <TimeText value={record.date} /> },
  ];
}

/** "slow (399 days)": as much as a key fact has room for. */
function shortTakedownText(takedown: AsnTakedownReputation) {
  return takedownText(takedown)?.replace(/, oldest listing open (.*)$/, ' ($1)') ?? null;
}

/** About the operator, so that it has no band: "slow, oldest listing open 399 days". */
function takedownText({
  asn_takedown_reputation: score,
  asn_takedown_reputation_explain: explain,
}: AsnTakedownReputation) {
  return takedownWords(score, explain) ?? null;
}
