import { Navigate, useLocation, useParams } from 'react-router';
import type { AsnReputation, AsnTakedownReputation } from '#contract/generated/types.gen.ts';
import { formatAsn, parseAsn } from '#model/asn.ts';
import { formatNumber } from '#model/format.ts';
import { headerQuestion, onlyRecord } from '#web/api/header-questions.ts';
import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import { Cell, OverviewGrid, PanelStack } from '#web/kit/panel/PanelGrid.tsx';
import { asnVerdict } from '#web/kit/score/reputation-verdict.ts';
import { takedownWords } from '#web/kit/score/score-words.ts';
import { ImpossibleSubject } from '#web/kit/subject/ImpossibleSubject.tsx';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { SubjectHeader } from '#web/kit/subject/SubjectHeader.tsx';
import { SubjectTabs } from '#web/kit/subject/SubjectTabs.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { AnnouncedPrefixes } from '#web/evidence/asn-subnets/AnnouncedPrefixes.tsx';
import { PrefixStandings } from '#web/evidence/asn-subnets/PrefixStandings.tsx';
import { WorstAddresses } from '#web/evidence/asn-subnets/WorstAddresses.tsx';
import { AsnDensity, AsnSubnets } from '#web/evidence/density/ServerDensity.tsx';
import { WorstNames } from '#web/evidence/asn-subnets/WorstNames.tsx';
import { SubjectFacts, SubjectListings } from '#web/evidence/evidence/SubjectEvidence.tsx';
import { AsnHistory } from '#web/evidence/reputation/AsnHistory.tsx';
import { ReputationHistoryPanel } from '#web/evidence/reputation/ReputationHistoryPanel.tsx';
import { ReputationPanel } from '#web/evidence/reputation/ReputationPanel.tsx';
import { ReputationTrend } from '#web/evidence/reputation/ReputationTrend.tsx';
import { SimilarAsns } from '#web/evidence/similar-asns/SimilarAsns.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = {
  title: ({ asn = '' }) => {
    const number = parseAsn(asn);
    return number === null ? asn : formatAsn(number);
  },
};

/** An autonomous system by its plain number; AS64500 and asdot lead to it. */
export function Component() {
  const { asn: text = '' } = useParams();
  const { search } = useLocation();
  const asn = parseAsn(text);
  if (asn === null) return <ImpossibleSubject heading="There is no such AS number" text={text} what="An AS number" />;
  if (String(asn) !== text) return <Navigate replace to={paths.asn(asn) + search} />;
  return <AsnView key={asn} asn={asn} />;
}

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'history', label: 'Reputation history' },
  { id: 'subnets', label: 'Subnets' },
  { id: 'names', label: 'Related ASNs' },
] as const;

/** Everything about an autonomous system. The header and the first panel share one question. */
function AsnView({ asn }: { readonly asn: number }) {
  const answer = useAnswer(headerQuestion.asn(asn), { title: `Reputation of ${formatAsn(asn)}` });
  const record = answer.response && (onlyRecord(answer.response.asn_reputation) ?? null);
  const takedown = useAnswer(
    { operationId: 'takedownReputation', path: { asn }, query: { explain: 1 } },
    { title: `Abuse response of ${formatAsn(asn)}` },
  );
  const shared = ofHeader(answer);
  // D9 leaves an AS out that has no score; its name is known all the same
  const named = useAnswer({ operationId: 'asnLookup', query: { asnum: asn } }, { title: `Name of ${formatAsn(asn)}` });
  return (
    <>
      <SubjectHeader
        kind="asn"
        value={String(asn)}
        name={record?.asname ?? named.response?.records?.[0]?.asname}
        answer={answer}
        scoreName="Reputation"
        verdict={record === undefined ? undefined : asnVerdict(record ?? undefined)}
        trend={<ReputationTrend of="asn" value={String(asn)} />}
        facts={asnKeyFacts(record, takedown.response && (takedown.response.takedown_reputation ?? null))}
      />
      <SubjectTabs label={`Evidence about ${formatAsn(asn)}`} tabs={tabs}>
        {(tab) => (
          <PanelStack>
            {tab === 'overview' && (
              <OverviewGrid>
                <Cell columns={8}>
                  <AsnHistory asn={asn} />
                </Cell>
                <Cell columns={4}>
                  <ReputationPanel of="asn" value={String(asn)} />
                  <ReputationPanel of="takedown" value={String(asn)} />
                </Cell>
                <Cell columns={8}>
                  <PrefixStandings asn={asn} />
                </Cell>
                <Cell columns={4}>
                  <AsnDensity qtype="asn" query={String(asn)} />
                  <SubjectFacts answer={shared} record={record} type="asn" subject={formatAsn(asn)} />
                </Cell>
                <Cell columns={12}>
                  <WorstAddresses asn={asn} />
                </Cell>
                <Cell columns={12}>
                  <WorstNames asn={asn} />
                </Cell>
                <Cell columns={12}>
                  <SubjectListings answer={shared} record={record} what="AS" subject={formatAsn(asn)} />
                </Cell>
              </OverviewGrid>
            )}
            {tab === 'history' && (
              <>
                <ReputationHistoryPanel of="asn" value={String(asn)} />
                <ReputationHistoryPanel of="takedown" value={String(asn)} />
              </>
            )}
            {tab === 'subnets' && (
              <>
                <AnnouncedPrefixes asn={asn} />
                <AsnSubnets asn={asn} />
              </>
            )}
            {tab === 'names' && <SimilarAsns asn={asn} />}
          </PanelStack>
        )}
      </SubjectTabs>
    </>
  );
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
