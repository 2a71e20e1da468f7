import type {
  AsnReputation,
  AsnReputationAnswer,
  AsnTakedownReputation,
  TakedownReputationHistoryAnswer,
} from '#contract/generated/types.gen.ts';
import { formatAsn, parseAsn } from '#model/asn.ts';
import { formatNumber } from '#model/format.ts';
import { headerQuestion, onlyRecord } from '#web/api/header-questions.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { asnVerdict } from '#web/kit/score/reputation-verdict.ts';
import { takedownWords } from '#web/kit/score/score-words.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { describeEntity, entityRoute } from '#web/kit/subject/EntityPage.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { factOnTab } from '#web/kit/subject/TabLink.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { AnnouncedPrefixes } from '#web/evidence/announced-prefixes.tsx';
import { AsDensity } from '#web/evidence/as-density.tsx';
import { AsReputationAndAbuseResponse, yearDays } from '#web/evidence/as-reputation-and-abuse-response.tsx';
import { AsSubnetsInUse } from '#web/evidence/as-subnets-in-use.tsx';
import { FindingsOf } from '#web/evidence/FindingsOf.tsx';
import { Listings, listingsWidth } from '#web/evidence/listings.tsx';
import { PrefixesWorstFirst } from '#web/evidence/prefixes-worst-first.tsx';
import { reputationByDay } from '#web/evidence/reputation-by-day.tsx';
import { reputationNow } from '#web/evidence/reputation-now.tsx';
import { REPUTATION_KINDS } from '#web/evidence/reputation-kinds.ts';
import { ReputationTrend } from '#web/evidence/reputation-trend.tsx';
import { SimilarAsNames } from '#web/evidence/similar-as-names.tsx';
import { SourceFacts } from '#web/evidence/source-facts.tsx';
import { WorstAddresses } from '#web/evidence/worst-addresses.tsx';
import { WorstNames } from '#web/evidence/worst-names.tsx';

type Asn = Entity<AsnReputationAnswer, AsnReputation>;

const ReputationNow = reputationNow('asn');
const AbuseResponseNow = reputationNow('takedown');
const ReputationByDay = reputationByDay('asn');
const AbuseResponseByDay = reputationByDay('takedown');

/** The page of an AS, by its plain number; AS64500 and asdot redirect to it. */
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

export const asnPage = describeEntity<'asnReputation', AsnReputation>({
  kind: 'asn',
  textOf: (value) => formatAsn(Number(value)),
  question: (value) => headerQuestion.asn(Number(value)),
  recordOf: ({ asn_reputation }) => onlyRecord(asn_reputation) ?? null,
  useHeader: useAsnHeader,
  tabs: [
    {
      id: 'overview',
      label: 'Overview',
      panels: ({ record }, asOf) => [
        [8, PrefixesWorstFirst, SourceFacts],
        [4, AsReputationAndAbuseResponse],
        [listingsWidth(record), Listings],
        [12, WorstAddresses, WorstNames, asOf === null && FindingsOf],
      ],
    },
    {
      id: 'history',
      label: 'Reputation history',
      panels: () => [
        [8, ReputationByDay],
        [4, ReputationNow],
        [8, AbuseResponseByDay],
        [4, AbuseResponseNow],
      ],
    },
    {
      id: 'subnets',
      label: 'Subnets',
      panels: () => [
        [6, AnnouncedPrefixes],
        [6, AsDensity],
        [12, AsSubnetsInUse],
      ],
    },
    { id: 'names', label: 'Related ASNs', panels: [SimilarAsNames] },
  ],
});

function useAsnHeader({ value, text, record }: Asn) {
  const asn = Number(value);
  const takedown = useAnswer(REPUTATION_KINDS.takedown.historyOf(value, yearDays), {
    title: `Abuse response of ${text} in a year`,
  });
  // D9 omits an AS without a score, but F2 still knows its name
  const named = useAnswer(
    { operationId: 'asnLookup', query: { asnum: asn } },
    { title: `Name of ${text}`, enabled: record !== undefined && !record?.asname },
  );
  return {
    name: record?.asname ?? named.response?.records?.[0]?.asname,
    scoreName: 'Reputation',
    verdict: record === undefined ? undefined : asnVerdict(record ?? undefined),
    trend: <ReputationTrend of="asn" value={value} askedDays={yearDays} />,
    facts: asnKeyFacts(record, takedown.response && latestOf(takedown.response)),
  };
}

/** D3: the newest day. */
function latestOf({
  takedown_reputation_history: history,
}: TakedownReputationHistoryAnswer): AsnTakedownReputation | null {
  if (!Array.isArray(history)) return null;
  return history.toSorted((a, b) => (b.date ?? 0) - (a.date ?? 0))[0] ?? null;
}

/** The key facts above the tabs, from D9 and D3. @param record undefined while loading; null when nothing is known */
function asnKeyFacts(
  record: AsnReputation | null | undefined,
  takedown: AsnTakedownReputation | null | undefined,
): readonly KeyFact[] {
  const explain = record && (record.asn_reputation_explain ?? {});
  return [
    { label: 'Addresses announced', value: explain && factOnTab('subnets', formatNumber(explain.ips_in_asn) ?? null) },
    {
      label: 'Abuse response',
      value: takedown && factOnTab('history', abuseResponse(takedown)),
    },
    { label: 'Allocated', value: record && <TimeText value={record.asn_allocation_date} /> },
    { label: 'As of', value: record && <TimeText value={record.date} /> },
  ];
}

/** Null where nothing is known of it. */
function abuseResponse(takedown: AsnTakedownReputation): KeyFact['value'] {
  const words = takedownText(takedown);
  return words && <span title={words}>{shortTakedownText(takedown)}</span>;
}

/** "slow (399 days)": short enough for a key fact. */
function shortTakedownText(takedown: AsnTakedownReputation) {
  return takedownText(takedown)?.replace(/, oldest listing open (.*)$/, ' ($1)') ?? null;
}

/** "slow, oldest listing open 399 days". Describes the operator, so it has no band. */
function takedownText({
  asn_takedown_reputation: score,
  asn_takedown_reputation_explain: explain,
  not_enough_data: isUnknown,
}: AsnTakedownReputation) {
  return isUnknown ? null : takedownWords(score, explain);
}
