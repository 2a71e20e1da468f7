import type { ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { ReputationChart } from '#web/charts/ReputationChart.tsx';
import { Panel } from '#web/components/Panel.tsx';
import { explainWord } from '#web/components/score-words.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { ReputationKind } from './reputation-kinds.ts';
import { reputationHistoryState } from './reputation-record.ts';
import { HISTORY_DAYS, useHistoryDays } from './use-history-days.ts';

interface ReputationHistoryPanelProps<R> {
  readonly kind: ReputationKind;
  readonly subject: string;
  readonly call: ApiCall;
  readonly answer: Answer<R>;
  readonly pick: (response: R) => readonly object[] | object | undefined;
}

const chartHeightPx = 240;
// the controls above the picture and the sentence below it
const aroundChartPx = 64;

const labelsOf = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, explainWord(field).label]));

/** A reputation day by day: chart with its inputs on demand, and the same as a table. */
export function ReputationHistoryPanel<R>({ kind, subject, call, answer, pick }: ReputationHistoryPanelProps<R>) {
  return (
    <Panel
      title={kind.historyTitle}
      call={call}
      answer={answer}
      read={(response) => reputationHistoryState(pick(response), kind)}
      actions={<DaysField title={kind.historyTitle} />}
      skeleton={{ shape: 'block', heightPx: chartHeightPx + aroundChartPx }}
      footer={`${kind.meaning} One value a day, up to today.`}
    >
      {(points) => (
        <ReputationChart
          label={`${kind.shortTitle} of ${subject}`}
          points={points}
          inputLabels={labelsOf([...new Set(points.flatMap(({ inputs }) => Object.keys(inputs ?? {})))])}
          heightPx={chartHeightPx}
        />
      )}
    </Panel>
  );
}

function DaysField({ title }: { title: string }) {
  const [days, setDays] = useHistoryDays();
  return (
    <SelectField
      label={`Days of ${title}`}
      isLabelHidden
      value={String(days)}
      choices={HISTORY_DAYS.map((count) => ({ value: String(count), label: `${count.toLocaleString('en')} days` }))}
      onChange={(value) => void setDays(HISTORY_DAYS.find((count) => String(count) === value) ?? null)}
    />
  );
}
