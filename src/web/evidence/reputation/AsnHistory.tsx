import { useMemo } from 'react';
import { formatAsn } from '#model/asn.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { DayPoint } from '#web/charts/day-series.ts';
import { ReputationChart } from '#web/charts/ReputationChart.tsx';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { reputationHistoryState } from './reputation-record.ts';

const days = 365;
const chartHeightPx = 240;
const abuseResponse = 'Abuse response';

/** D10 and D3 on one chart: how bad an AS is, and how slowly its operator acts. */
export function AsnHistory({ asn }: { readonly asn: number }) {
  const { asn: reputation, takedown } = REPUTATION_KINDS;
  const answer = useAnswer(reputation.historyOf(String(asn), days), {
    title: `Reputation of ${formatAsn(asn)} in a year`,
  });
  const slowness = useAnswer(takedown.historyOf(String(asn), days), {
    title: `Abuse response of ${formatAsn(asn)} in a year`,
  });
  const beside = useMemo(() => {
    const response: Readonly<Record<string, unknown>> = slowness.response ?? {};
    const state = reputationHistoryState(response[`${takedown.record}_history`], takedown);
    return new Map(state.is === 'data' ? state.data.map(({ date, score }) => [date, score]) : []);
  }, [slowness.response, takedown]);
  return (
    <Panel
      title="Reputation and abuse response, last year"
      answer={answer}
      read={(response: Readonly<Record<string, unknown>>) =>
        reputationHistoryState(response[`${reputation.record}_history`], reputation)
      }
      skeleton={{ shape: 'block', heightPx: chartHeightPx + 64 }}
      footer="Dashed: abuse response, from 0 (fast) to 100 (very slow)."
    >
      {(points) => (
        <ReputationChart
          label={`Reputation of ${formatAsn(asn)}`}
          points={points.map((point) => withInput(point, beside.get(point.date)))}
          initialInput={abuseResponse}
          heightPx={chartHeightPx}
        />
      )}
    </Panel>
  );
}

function withInput(point: DayPoint, score: number | null | undefined): DayPoint {
  return { ...point, inputs: typeof score === 'number' ? { [abuseResponse]: score } : {} };
}
