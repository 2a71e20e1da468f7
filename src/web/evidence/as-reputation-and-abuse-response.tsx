import { useAnswer } from '#web/api/use-answer.ts';
import type { DayPoint } from '#web/charts/day-series.ts';
import { ReputationChart } from '#web/charts/ReputationChart.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { reputationHistoryState } from './reputation-record.ts';

type Subject = Pick<Entity, 'value' | 'text'>;

const { asn: reputation, takedown } = REPUTATION_KINDS;
/** Days of both histories. The header asks for as many, so that they share their answers. */
export const yearDays = 365;
const chartHeightPx = 240;
const abuseResponse = 'Abuse response';

/** D10 and D3 in one chart: the reputation of an AS and how slowly its operator acts. */
export const AsReputationAndAbuseResponse = defineCard(
  asked(({ value }: Subject) => reputation.historyOf(value, yearDays)),
  {
    title: 'Reputation and abuse response, last year',
    caption: ({ text }) => `Reputation of ${text} in a year`,
    read: (response) => reputationHistoryState(response, reputation),
    show: (points, { value, text }) => <Chart points={points} value={value} text={text} />,
    heightPx: chartHeightPx + 104,
    footer: 'Dashed: abuse response, from 0 (fast) to 100 (very slow).',
  },
);

function Chart({ points, value, text }: Subject & { readonly points: readonly DayPoint[] }) {
  const { response } = useAnswer(takedown.historyOf(value, yearDays), { title: `Abuse response of ${text} in a year` });
  const state = reputationHistoryState(response, takedown);
  const slowness = new Map(state.is === 'data' ? state.data.map(({ date, score }) => [date, score]) : []);
  const withSlowness = (point: DayPoint): DayPoint => {
    const score = slowness.get(point.date);
    return { ...point, inputs: typeof score === 'number' ? { [abuseResponse]: score } : {} };
  };
  const drawn = points.map(withSlowness);
  // an empty chart would say less
  if (drawn.every(({ score, inputs = {} }) => score === null && !(abuseResponse in inputs)))
    return (
      <p className="text-muted">Not enough data: on no day were enough of its addresses active for a reputation.</p>
    );
  return (
    <ReputationChart
      label={`Reputation of ${text}`}
      urlPrefix="year."
      points={drawn}
      initialInput={abuseResponse}
      heightPx={chartHeightPx}
    />
  );
}
