import { lastDaysOf } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import { ReputationChart } from '#web/charts/ReputationChart.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { explainWord } from '#web/kit/score/score-words.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { type HistoryId, REPUTATION_KINDS, type ReputationKind } from './reputation-kinds.ts';
import { reputationHistoryState } from './reputation-record.ts';

/** Days of history, sent as `limit`. The interface allows up to 1000 (D3, D6, D10, D13, D15). */
const daysAtMost = 1000;
const days = [30, 100, 365, daysAtMost];
const chartHeightPx = 240;
// the controls above the picture and the sentence below it
const aroundChartPx = 64;

/** A reputation day by day, as a chart with its inputs on demand and as a table. */
export function reputationByDay(of: keyof typeof REPUTATION_KINDS) {
  const kind: ReputationKind = REPUTATION_KINDS[of];
  const subject = (value: string) => kind.textOf?.(value) ?? value;
  return defineCard(
    asked<Pick<Entity, 'value'>, HistoryId>(({ value }, { choice }) =>
      kind.historyOf(value, Math.min(lastDaysOf(choice, new Date()), daysAtMost)),
    ),
    {
      title: kind.historyTitle,
      caption: ({ value }) => `${kind.historyTitle} ${subject(value)}`,
      // one choice for all histories of a page, since they are compared with each other
      choice: {
        parameter: 'days',
        label: `Days of ${kind.historyTitle}`,
        choices: days.map((count) => ({ value: String(count), label: `${formatNumber(count)} days` })),
        defaultValue: '365',
        isPeriod: true,
      },
      read: (response) => reputationHistoryState(response, kind),
      show: (points, { value }) => (
        <ReputationChart
          label={`${kind.shortTitle} of ${subject(value)}`}
          urlPrefix={`${of}.`}
          points={points}
          inputLabels={labelsOf([...new Set(points.flatMap(({ inputs }) => Object.keys(inputs ?? {})))])}
          heightPx={chartHeightPx}
        />
      ),
      heightPx: chartHeightPx + aroundChartPx,
      footer: `${kind.meaning} ${of === 'ipv4' ? 'This is not the risk score. ' : ''}One value a day, up to today.`,
    },
  );
}

function labelsOf(fields: readonly string[]) {
  return Object.fromEntries(fields.map((field) => [field, explainWord(field).label]));
}
