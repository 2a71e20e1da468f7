import { formatCount, formatNumber } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { LatePending, ScoreBadge } from '#web/kit/score/VerdictBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { CurrentDataMark } from '#web/kit/time/NotAsOf.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import type { AddressEntity } from './address-record.ts';
import { REPUTATION_KINDS, type ReputationKind } from './reputation-kinds.ts';
import { latestReputationState, takedownHeading } from './reputation-record.ts';
import { ReputationTrend, trendDays } from './reputation-trend.tsx';

/** Reputation of an address, its subnet and its AS, and the abuse response, today and before: D15, D13, D10 and D3. */
export function ReputationTable({ value, record }: AddressEntity) {
  // the announced prefix and its AS, if the address is announced
  const { subnet, asn } = record ?? {};
  const [asOf] = useAsOf();
  return (
    <Card
      title="Reputation"
      meta={asOf !== null && <CurrentDataMark />}
      isGreyed={asOf !== null}
      footer="Reputation: the share of names, or of active addresses, that are listed; an address with a listed name counts. It differs from the risk score."
    >
      <table aria-label="Reputation" className="w-full table-fixed max-md:block">
        <thead className="max-md:sr-only">
          <tr className="h-row text-left text-sm text-muted">
            <th scope="col" className="w-48 font-normal">
              Subject
            </th>
            <th scope="col" className="w-70 font-normal max-xl:w-44">
              Today
            </th>
            <th scope="col" className="font-normal">
              Based on
            </th>
            <th scope="col" className="w-34 font-normal">
              Last 90 days
            </th>
            <th scope="col" className="w-20 font-normal">
              As of
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          <Line of="ipv4" value={value} label="Address" />
          {subnet && <Line of="subnet" value={subnet} label="Subnet" />}
          {asn ? (
            <>
              <Line of="asn" value={String(asn)} label="AS" />
              <Line of="takedown" value={String(asn)} label="Abuse response" />
            </>
          ) : null}
        </tbody>
      </table>
    </Card>
  );
}

interface LineProps {
  readonly of: keyof typeof REPUTATION_KINDS;
  readonly value: string;
  readonly label: string;
}

function Line({ of, value, label }: LineProps) {
  const kind: ReputationKind = REPUTATION_KINDS[of];
  // the same question as that of the line beside it
  const answer = useAnswer(kind.historyOf(value, trendDays), { title: `${kind.historyTitle}, ${trendDays} days` });
  const state = latestReputationState(answer.response, kind);
  const point = answer.status === 'done' && state.is === 'data' ? state.data : undefined;
  return (
    <tr className="h-row border-t border-border align-baseline max-md:grid max-md:h-auto max-md:grid-cols-2 max-md:gap-x-3 max-md:py-1">
      <th scope="row" className="pr-3 text-left font-normal md:whitespace-nowrap">
        {label}{' '}
        <span className="text-sm">
          {of === 'subnet' && <IndicatorLink kind="subnet" value={value} />}
          {of === 'asn' && <AsnLink asn={Number(value)} />}
        </span>
      </th>
      <td className="pr-3" title={kind.meaning}>
        {answer.status === 'failed' ? (
          <span className="text-danger">could not be loaded</span>
        ) : answer.status !== 'done' ? (
          <LatePending />
        ) : point === undefined ? (
          <span className="text-muted">{state.is !== 'data' && (state.word ?? 'Unknown')}</span>
        ) : kind.base === null ? (
          <span>{takedownHeading(point)}</span>
        ) : (
          <ScoreBadge score={point.score} />
        )}
      </td>
      <td className="pr-3 text-sm text-muted tabular-nums">{point && basis(of, point.explain)}</td>
      <td className="pr-3 align-middle">
        <ReputationTrend of={of} value={value} isAlone />
      </td>
      <td className="text-sm text-muted">{point && point.date !== null && <TimeText value={point.date} />}</td>
    </tr>
  );
}

/** The counts behind the score: "43 of 48 active addresses listed". */
function basis(of: LineProps['of'], explain: Readonly<Record<string, unknown>> | null): string | null {
  const count = (field: string) => {
    const value = explain?.[field];
    return typeof value === 'number' ? value : null;
  };
  if (of === 'ipv4') {
    const [names, listed] = [count('ip_density'), count('names_num_listed')];
    if (names === null) return null;
    return listed === null
      ? formatCount(names, 'name')
      : `${formatNumber(listed)} of ${formatNumber(names)} names listed`;
  }
  if (of === 'takedown') {
    const open = count('items_num_listed');
    return open === null ? null : formatCount(open, 'open listing');
  }
  const [active, listed] = [count('ips_num_active'), count('ips_num_listed')];
  return active === null || listed === null
    ? null
    : `${formatNumber(listed)} of ${formatNumber(active)} active addresses listed`;
}
